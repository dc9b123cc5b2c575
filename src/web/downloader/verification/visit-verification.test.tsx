import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { Downloader } from '../downloader.tsx';
import { buildCarousel, buildExtractResponse, buildPost, postUrl } from '../fixtures/build-response.ts';
import {
  downloaderScreen,
  extraction,
  renderDownloader,
  renderUnlocked,
  stubMedia,
} from '../fixtures/render-downloader.tsx';

const anotherUrl = 'https://www.threads.com/@maker/post/DAbcdefgh02';

function expectUnlocked({ answer }: ReturnType<typeof downloaderScreen>) {
  expect(answer.elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'New question' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: /^Verify First/ }).elements()).toEqual([]);
}

test.each(['allows', 'blocks'])(
  'the sum is solved once for all posts if the browser %s storage',
  async (storage) => {
    if (storage === 'blocks') {
      vi.stubGlobal('sessionStorage', null);
    }
    const downloader = await renderUnlocked(buildExtractResponse());
    expectUnlocked(downloader);
    await downloader.downloadAnother();
    await downloader.extract(anotherUrl);
    await expect.element(downloader.ready).toBeVisible();
    await expect
      .element(downloader.toast('Media found!'))
      .toMatchTextContent('Found 1 media item(s), ready to download');
    await expect.element(downloader.done).toBeVisible();
    expectUnlocked(downloader);
  },
);

test('the sum stays solved when the page is opened again', async () => {
  const first = await renderUnlocked(buildCarousel(2));
  expectUnlocked(first);
  await cleanup();
  const downloader = await renderDownloader([{ body: buildCarousel(2) }], {
    path: '/#@maker/post/DAbcdefgh01',
  });
  await expect.element(downloader.ready).toBeVisible();
  expectUnlocked(downloader);
});

const formResult = {
  link: postUrl,
  extraction: { ok: true, value: { qualities: buildExtractResponse().qualities, post: buildPost() } },
  otherLinks: [],
} as const;
const challenge = { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false };

test('a page from the server skips the sum that was solved before', async () => {
  await renderUnlocked(buildExtractResponse());
  await cleanup();
  await renderIsland(
    <Downloader
      problem={null}
      formResult={{ ...formResult, isVerified: false, verification: challenge }}
      initialLink={null}
    />,
  );
  const downloader = downloaderScreen();
  await expect.element(downloader.done).toBeVisible();
  expectUnlocked(downloader);
});

test('a sum that the server has checked counts for later posts', async () => {
  await stubMedia();
  await commands.stubResponses(extraction, [{ body: buildExtractResponse() }]);
  await renderIsland(
    <Downloader
      problem={null}
      formResult={{ ...formResult, isVerified: true, verification: null }}
      initialLink={null}
    />,
  );
  const downloader = downloaderScreen();
  await downloader.downloadAnother();
  await downloader.extract(anotherUrl);
  await expect.element(downloader.ready).toBeVisible();
  expectUnlocked(downloader);
});
