import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  buildCarousel,
  buildExtractResponse,
  buildPhoto,
  buildPost,
  buildProofOfWorkChallenge,
} from '../fixtures/build-response.ts';
import {
  extraction,
  listExtractions,
  proofRedemption,
  recordSavedFiles,
  renderDownloader,
} from '../fixtures/render-downloader.tsx';

const linkTo = (index: number) => `https://www.threads.com/@maker/post/DAbcdefgh${index + 10}`;
const links = (count: number) => Array.from({ length: count }, (_, index) => linkTo(index));
const text = (count: number) => links(count).join(' ');
const gone = { success: false, qualities: [], code: 'post.gone' };

const card = (index: number) =>
  page.getByRole('listitem', { name: linkTo(index).replace('https://www.', ''), exact: true });

const status = (message: string) => page.getByRole('status').filter({ hasText: message });

/** Each link gets its own response. */
async function renderLinks(bodies: object[]) {
  const downloader = await renderDownloader();
  for (const [index, body] of bodies.entries()) {
    await commands.stubResponses(extraction, [{ body }], linkTo(index));
  }
  return downloader;
}

test('one of five links fails, and one sum unlocks the others', async () => {
  const files = recordSavedFiles();
  const downloader = await renderLinks([
    buildExtractResponse([buildQuality({ url: '/media/one' })]),
    buildExtractResponse([buildPhoto()]),
    gone,
    buildExtractResponse([buildQuality({ type: 'gif', displayName: 'GIF 1', url: '/media/four' })]),
    buildCarousel(5),
  ]);
  await downloader.extract(`Look: ${text(5)} nice`);
  await expect
    .element(downloader.toast('Media found!'))
    .toMatchTextContent('Found 8 media item(s) - complete verification to download');
  await expect.element(page.getByRole('heading', { name: '5 links' })).toHaveFocus();
  await expect.element(status('Links loaded: 4 of 5. 1 link couldn’t be loaded.')).toBeVisible();
  const list = page.getByRole('list', { name: '5 links' });
  expect(list.element().children).toHaveLength(5);
  await expect.element(card(2).getByRole('heading', { name: 'Unable to process URL' })).toBeVisible();
  await expect.element(card(2).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(page.getByRole('region', { name: 'Security verification' }).elements()).toHaveLength(1);
  expect(downloader.downloads.elements()).toEqual([]);
  await expectAccessible();

  await downloader.locked.first().click({ force: true });
  await expect.element(downloader.toast('Verification required')).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  await downloader.verify();
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Download 8', exact: true })).toHaveFocus();
  expect(downloader.locked.elements()).toEqual([]);
  expect(downloader.downloads.elements()).toHaveLength(8);
  for (const index of [0, 3]) {
    await card(index)
      .getByRole('button', { name: /^Download / })
      .click();
  }
  await expect.poll(() => files.length).toBe(2);
  const paths = (await commands.listRequests())
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/media/one', '/media/four']));

  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.element(downloader.field).toHaveFocus();
});

test('several links fit on a phone and are accessible', async () => {
  await page.viewport(390, 844);
  const downloader = await renderLinks([buildCarousel(2), gone]);
  await downloader.extract(text(2));
  await expect.element(status('Links loaded: 1 of 2. 1 link couldn’t be loaded.')).toBeVisible();
  await expectAccessible();
});

test('a failed link can be retried, and the focus moves to its heading', async () => {
  const downloader = await renderLinks([buildExtractResponse()]);
  await commands.stubResponses(
    extraction,
    [
      { status: 500, body: { error: 'Not now.' } },
      { body: buildExtractResponse([buildPhoto()]), isPending: true },
    ],
    linkTo(1),
  );
  await downloader.extract(text(2));
  await expect.element(card(1).getByText('Not now.')).toBeVisible();
  await card(1).getByRole('button', { name: 'Try again' }).click();
  await expect.element(card(1).getByText('Looking for media in this post…')).toBeVisible();
  await expect.element(card(1).getByRole('heading', { level: 3 })).toHaveFocus();
  await commands.releaseResponses();
  await expect.element(card(1).getByRole('heading', { name: 'Image 1' })).toBeVisible();
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  expect((await listExtractions()).length).toBe(3);
});

test('two links are extracted at once, and the others wait', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse(), isPending: true }]);
  await downloader.extract(text(4));
  await expect.element(card(1).getByText('Looking for media in this post…')).toBeVisible();
  await expect.element(card(2).getByText('Queued')).toBeVisible();
  expect(page.getByText('Queued').elements()).toHaveLength(2);
  await expect.poll(async () => (await listExtractions()).length).toBe(2);
  await expect.element(status('Links loaded: 0 of 4.')).toBeVisible();
  await commands.releaseResponses();
  await expect.element(status('Links loaded: 4 of 4.')).toBeVisible();
});

test('a rate limit shows a countdown, and all links are extracted after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const limited = { status: 429, headers: { 'retry-after': '3000' }, body: { error: 'Too much.' } };
  const downloader = await renderDownloader([limited, limited, { body: buildExtractResponse() }]);
  await downloader.extract(text(4));
  await expect
    .element(status('Loading is paused and will continue automatically in a moment.'))
    .toBeVisible();
  // Both rate-limited links are back in the queue.
  await expect.poll(() => page.getByText('Queued').elements().length).toBe(4);
  const countdown = page.getByText(/^Continuing in [\d,]+ seconds$/);
  const readCountdown = () => Number(countdown.element().textContent.replace(/\D/g, ''));
  const before = readCountdown();
  expect(before).toBeGreaterThan(2900);
  expect(countdown.element().getAttribute('aria-hidden')).toBe('true');
  expect(page.getByRole('heading', { name: 'Unable to process URL' }).elements()).toEqual([]);
  vi.advanceTimersByTime(1_000_000);
  await expect.poll(readCountdown).toBeLessThan(2001);
  expect((await listExtractions()).length).toBe(2);
  vi.advanceTimersByTime(2_100_000);
  await expect.element(status('Links loaded: 4 of 4.')).toBeVisible();
  await expect.element(countdown).not.toBeInTheDocument();
  expect((await listExtractions()).length).toBe(6);
});

test('a pause because Threads is busy does not blame the visitor', async () => {
  const busy = { success: false, qualities: [], code: 'upstream.busy', retryAfter: 3000 };
  const downloader = await renderDownloader([{ body: busy }]);
  await downloader.extract(text(2));
  await expect
    .element(status('Loading is paused and will continue automatically in a moment.'))
    .toHaveTextContent(
      'Links loaded: 0 of 2. Loading is paused and will continue automatically in a moment.',
    );
});

test('links that lead to no post are named', async () => {
  await page.viewport(390, 844);
  const downloader = await renderLinks([buildExtractResponse(), buildExtractResponse([buildPhoto()])]);
  const foreign = ['https://www.example.org/story?u=1', 'https://www.threads.com/@maker'];
  await downloader.extract(
    `${foreign[0]} ${text(2)} ${foreign.join(' ')} https://l.threads.com/?u=${linkTo(0)}`,
  );
  await expect.element(page.getByText('2 links don’t lead to a Threads post:')).toBeVisible();
  const expectNames = async () => {
    for (const link of ['example.org/story?u=1', 'threads.com/@maker'])
      await expect.element(page.getByText(link, { exact: true })).toBeInViewport();
  };
  await expectNames();
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  await expectAccessible();
  await page.viewport(1280, 800);
  await expectNames();
});

test('more than twenty links are extracted in batches of twenty', async () => {
  const downloader = await renderDownloader([{ body: gone }]);
  await downloader.extract(`${text(23)} ${linkTo(0)}`);
  await expect
    .element(
      page.getByText(
        'Your text contains 23 links. The first 20 are shown here. You can load the rest below the list.',
      ),
    )
    .toBeVisible();
  await expect.element(status('Links loaded: 0 of 20. 20 links couldn’t be loaded.')).toBeVisible();
  const listRequestedUrls = async () =>
    (await listExtractions()).map((body) => (body as { url: string }).url).sort();
  expect(await listRequestedUrls()).toEqual(links(20));
  expect(page.getByRole('list', { name: '20 links' }).element().children).toHaveLength(20);
  await expect.element(page.getByRole('region', { name: 'Security verification' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Load 3 more links' }).click();
  await expect.element(status('Links loaded: 0 of 3. 3 links couldn’t be loaded.')).toBeVisible();
  expect(await listRequestedUrls()).toEqual(links(23));
  await expect.element(page.getByRole('button', { name: /^Load \d+ more/ })).not.toBeInTheDocument();
});

test('the twenty-first link is extracted as a single link', async () => {
  const downloader = await renderDownloader([{ body: gone }]);
  await downloader.extract(text(21));
  await page.getByRole('button', { name: 'Load 1 more link', exact: true }).click();
  await expect.element(downloader.problem).toBeVisible();
  await expect.element(downloader.field).toHaveValue(linkTo(20));
});

test('several posts are renewed one at a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const downloader = await renderLinks([1, 2].map(() => buildExtractResponse([buildPhoto()])));
  await downloader.extract(text(2));
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  const renewed = buildExtractResponse([buildPhoto({ thumbnailUrl: '/media/renewed-still' })]);
  await commands.stubResponses(extraction, [{ body: renewed, isPending: true }]);
  vi.advanceTimersByTime(14 * 60_000);
  await expect.poll(async () => (await listExtractions()).length).toBe(3);
  await commands.releaseResponses();
  await expect.poll(() => document.querySelectorAll('img[src="/media/renewed-still"]').length).toBe(2);
  expect((await listExtractions()).length).toBe(4);
});

test('each post has its own proof of work and token', async () => {
  const files = recordSavedFiles();
  const downloader = await renderLinks([
    buildExtractResponse([buildQuality({ url: '/media/one' })], {
      proof: buildProofOfWorkChallenge('question-1', 'post-1'),
    }),
    buildExtractResponse([buildQuality({ url: '/media/two' })], {
      proof: buildProofOfWorkChallenge('question-2', 'post-2'),
    }),
  ]);
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'first' } }], 'question-1');
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], 'question-2');
  await downloader.extract(text(2));
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  await downloader.verify();
  for (const index of [0, 1])
    await card(index)
      .getByRole('button', { name: /^Download / })
      .click();
  await expect.poll(() => files.length).toBe(2);
  const paths = (await commands.listRequests())
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/media/one?pass=first', '/media/two?pass=second']));
});

test('a rejected proof locks only its own post', async () => {
  const downloader = await renderLinks([
    buildExtractResponse([buildQuality()], { proof: buildProofOfWorkChallenge('question-1', 'post-1') }),
    buildExtractResponse([buildPhoto()], { proof: buildProofOfWorkChallenge('question-2', 'post-2') }),
  ]);
  await commands.stubResponses(
    proofRedemption,
    [{ body: { success: false, code: 'proof.invalid' } }],
    'question-1',
  );
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], 'question-2');
  await downloader.extract(text(2));
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  await downloader.verify();
  await expect.element(card(0).getByText('The calculation failed.')).toBeVisible();
  await expect.element(card(0).getByRole('button', { name: /^Verify First/ })).toBeVisible();
  await expect.element(card(1).getByRole('button', { name: /^Download Image 1/ })).toBeVisible();

  const fresh = buildExtractResponse([buildQuality({ url: '/media/again' })], {
    proof: buildProofOfWorkChallenge('question-3', 'post-1'),
  });
  await commands.stubResponses(extraction, [{ body: fresh }], linkTo(0));
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'third' } }], 'question-3');
  await card(0).getByRole('button', { name: 'Try again' }).click();
  await expect.element(card(0).getByRole('button', { name: /^Download Video 1/ })).toBeVisible();
});

test('a post in a batch shows its thread in its own card', async () => {
  const post = buildPost({ url: linkTo(1), thread: { more: 1 } });
  const downloader = await renderLinks([
    buildExtractResponse([buildPhoto()]),
    buildExtractResponse([buildQuality()], { post }),
  ]);
  const posts = [1, 2].map((index) => ({
    code: `DAbcdefgh1${index}`,
    url: linkTo(index),
    text: '',
    publishedAt: post.publishedAt,
  }));
  const qualities = posts.map(({ code, url }, index) =>
    buildQuality({
      itemId: `item-${index + 1}`,
      index: index + 1,
      source: { kind: 'own', username: 'maker', post: { code, url, place: index + 1, of: 2 } },
    }),
  );
  const expandedThread = buildExtractResponse(qualities, { post: { ...post, thread: { posts } } });
  await downloader.extract(text(2));
  await expect.element(status('Links loaded: 2 of 2.')).toBeVisible();
  await downloader.verify();
  await commands.stubResponses(extraction, [{ body: expandedThread }], '"thread":true');
  await card(1).getByRole('button', { name: 'Show the whole thread' }).click();
  await expect.element(card(1).getByText('Showing the author’s thread: 2 files.')).toBeVisible();
  expect(page.getByRole('list', { name: '2 links' }).element().children).toHaveLength(2);
  expect(downloader.locked.elements()).toEqual([]);
  expect(downloader.names.elements()).toHaveLength(3);
});
