import { expect, onTestFinished, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildCarousel, buildExtractResponse, buildPost } from '../fixtures/build-response.ts';
import { extraction, renderDownloader } from '../fixtures/render-downloader.tsx';
import { settingsStore } from '../settings/settings-store.ts';
import { visitVerification } from '../verification/visit-verification.ts';

const codes = ['DAbcdefgh11', 'DAbcdefgh12', 'DAbcdefgh13', 'DAbcdefgh14'];
const linkTo = (code: string) => `https://www.threads.com/@maker/post/${code}`;
const postOf = (index: number) =>
  buildPost({ code: codes[index] ?? '', url: linkTo(codes[index] ?? ''), text: `Words ${index + 1}` });

const video = (index: number, url: string, bytes: number | null = null) =>
  buildExtractResponse([buildQuality({ url, bytes })], { post: postOf(index) });
const hidden = { success: false, qualities: [], code: 'post.private' };

const broken = '/media/broken';

async function renderBatch(bodies: object[], isVerified = true) {
  if (isVerified) visitVerification.remember();
  const downloader = await renderDownloader();
  await commands.stubResponses(`GET ${broken}`, [{ status: 404, body: { code: 'media.gone' } }]);
  const links = codes.slice(0, bodies.length).map(linkTo);
  for (const [index, body] of bodies.entries())
    await commands.stubResponses(extraction, [{ body }], links[index]);
  await downloader.extract(links.join(' '));
  await expect.element(downloader.toast('Media found!')).toBeVisible();
  return downloader;
}

/** The ZIPs that the page saves, read by another program. */
function recordZips() {
  const zips: Promise<{ name: string; files: Map<string, string> }>[] = [];
  const readSavedZip = async ({ href, download: name }: HTMLAnchorElement) => {
    const bytes = new Uint8Array(await (await fetch(href)).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return { name, files: new Map(await commands.readZip(base64)) };
  };
  const record = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.hidden) return;
    event.preventDefault();
    zips.push(readSavedZip(event.target));
  };
  document.addEventListener('click', record);
  onTestFinished(() => document.removeEventListener('click', record));
  return zips;
}

const button = (count: number) => page.getByRole('button', { name: `Download ${count}`, exact: true });
const cancel = page.getByRole('button', { name: 'Cancel ZIP download' });
const unsaved = page.getByRole('group').filter({ hasText: 'n’t saved' });

test('one ZIP has a folder for each post, and the page says what is missing and why', async () => {
  const zips = recordZips();
  const carousel = buildCarousel(2, { post: postOf(2) });
  const [, second] = carousel.qualities;
  if (second) second.url = broken;
  const downloader = await renderBatch([video(0, '/media/one'), hidden, carousel]);
  await expect.element(unsaved).not.toBeInTheDocument();
  await button(3).click();
  await expect.element(downloader.toast('Download complete!')).toMatchTextContent('2 files - ZIP saved');
  const [zip] = await Promise.all(zips);
  expect(zip?.name).toBe('threads-posts.zip');
  expect([...(zip?.files.keys() ?? [])]).toEqual([
    'maker_DAbcdefgh11/maker_DAbcdefgh11.mp4',
    'maker_DAbcdefgh11/post.txt',
    'maker_DAbcdefgh11/post.md',
    'maker_DAbcdefgh11/post.html',
    'maker_DAbcdefgh13/maker_DAbcdefgh13_01.mp4',
    'maker_DAbcdefgh13/post.txt',
    'maker_DAbcdefgh13/post.md',
    'maker_DAbcdefgh13/post.html',
  ]);
  expect(zip?.files.get('maker_DAbcdefgh11/maker_DAbcdefgh11.mp4')).toBe('the file');
  expect(zip?.files.get('maker_DAbcdefgh11/post.txt')).toContain('Words 1');
  expect(zip?.files.get('maker_DAbcdefgh13/post.html')).toContain('src="maker_DAbcdefgh13_01.mp4"');
  await expect.element(unsaved.getByText('2 items weren’t saved:')).toBeVisible();
  await expect
    .element(unsaved.getByRole('listitem').first())
    .toMatchTextContent(/^threads\.com\/@maker\/post\/DAbcdefgh12: .*private/);
  await expect
    .element(unsaved.getByRole('listitem').last())
    .toMatchTextContent(/^maker_DAbcdefgh13: Video 2: ./);
  await expectAccessible();
});

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])(
  'on a %s, a link that still waits is counted, and the page says that the ZIP lacks it',
  async (_, ...size) => {
    await page.viewport(...size);
    const zips = recordZips();
    visitVerification.remember();
    const downloader = await renderDownloader([{ body: video(0, '/media/one') }]);
    const [link, waitingLink] = [linkTo('DAbcdefgh11'), linkTo('DAbcdefgh12')];
    await commands.stubResponses(
      extraction,
      [{ body: video(1, '/media/two'), isPending: true }],
      waitingLink,
    );
    await downloader.extract(`${link} ${waitingLink}`);
    await expect.element(button(1)).toBeVisible();
    const waiting = page.getByText('1 link is still waiting', { exact: true });
    await expect.element(waiting).toBeInViewport();
    await button(1).click();
    const missing = unsaved.getByRole('listitem');
    await expect
      .element(missing)
      .toHaveTextContent('threads.com/@maker/post/DAbcdefgh12: This link hadn’t been loaded yet.');
    await commands.releaseResponses();
    await expect.element(button(2)).toBeVisible();
    await expect.element(waiting).not.toBeInTheDocument();
    await expect.element(missing).toBeVisible();
    await button(2).click();
    await expect.poll(() => zips.length).toBe(2);
    await expect.element(unsaved).not.toBeInTheDocument();
    const [first, second] = await Promise.all(zips);
    expect([first?.files.size, second?.files.size]).toEqual([4, 8]);
  },
);

test('the files have the chosen style of names, and the posts of the ZIP are remembered', async () => {
  const zips = recordZips();
  settingsStore.updateSettings({ template: '{date}_{user}_{text}', history: true });
  await renderBatch([video(0, '/media/one'), video(1, broken)]);
  await button(2).click();
  await expect.poll(() => zips.length).toBe(1);
  const [zip] = await Promise.all(zips);
  expect([...(zip?.files.keys() ?? [])]).toContain('maker_DAbcdefgh11/2026-10-02_maker_Words 1.mp4');
  expect(settingsStore.getState().posts.map(({ url }) => url)).toEqual([linkTo('DAbcdefgh11')]);
});

test('the words of a post without media are in the ZIP, and it does not count as failed', async () => {
  const zips = recordZips();
  const words = { success: false, qualities: [], code: 'post.no_media', post: postOf(1) };
  await renderBatch([video(0, '/media/one'), words]);
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Links loaded: 2 of 2\.$/ }))
    .toBeVisible();
  await button(1).click();
  await expect.poll(() => zips.length).toBe(1);
  const [zip] = await Promise.all(zips);
  expect(zip?.files.get('maker_DAbcdefgh12/post.txt')).toContain('Words 2');
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('before the sum, the button asks for it', async () => {
  const downloader = await renderBatch([video(0, '/media/one'), video(1, '/media/two')], false);
  await page.getByRole('button', { name: 'Verify First', exact: true }).click({ force: true });
  await expect.element(downloader.toast('Verification required')).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  await downloader.verify();
  await expect.element(button(2)).toBeEnabled();
});

test('a sum that was solved in this visit unlocks the ZIP at once', async () => {
  const downloader = await renderBatch([video(0, '/media/one'), video(1, '/media/two')]);
  await expect.element(button(2)).toBeVisible();
  await expect
    .element(downloader.toast('Media found!'))
    .toMatchTextContent('Found 2 media item(s), ready to download');
  await expect.element(downloader.answer).not.toBeInTheDocument();
});

test('a cancelled ZIP saves nothing, and the focus returns to the button', async () => {
  const zips = recordZips();
  await renderBatch([video(0, '/media/one'), video(1, '/media/slow')]);
  await commands.stubResponses('GET /media/slow', [{ body: 'late', isPending: true }]);
  await button(2).click();
  await expect.element(page.getByRole('progressbar', { name: 'ZIP download' })).toBeVisible();
  await expect.element(cancel).toHaveFocus();
  await cancel.click();
  await expect.element(button(2)).toHaveFocus();
  await commands.releaseResponses();
  expect(zips).toEqual([]);
});

test('without a single file there is no ZIP', async () => {
  const zips = recordZips();
  const downloader = await renderBatch([video(0, broken), video(1, broken)]);
  await button(2).click();
  await expect.element(downloader.toast('Download failed')).toBeVisible();
  await expect.element(unsaved.getByText('2 items weren’t saved:')).toBeVisible();
  expect(zips).toEqual([]);
});

test('files that are too large together are not downloaded', async () => {
  await renderBatch([video(0, '/media/one', 700_000_000), video(1, '/media/two', 700_000_000)]);
  await button(2).click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'These files are over 1 GB' }))
    .toBeVisible();
  const requests = await commands.listRequests();
  expect(requests.filter(({ method, path }) => method === 'GET' && /one|two/.test(path))).toEqual([]);
});
