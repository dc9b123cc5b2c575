import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildQuality } from './build-quality.ts';
import {
  buildAnswer,
  buildCarousel,
  buildPhoto,
  buildPost,
  buildProofOffer,
} from './fixtures/build-answer.ts';
import {
  extraction,
  listExtractions,
  proofRedemption,
  recordSavedFiles,
  renderDownloader,
} from './fixtures/render-downloader.tsx';

const linkTo = (index: number) => `https://www.threads.com/@maker/post/DAbcdefgh${index + 10}`;
const links = (count: number) => Array.from({ length: count }, (_, index) => linkTo(index));
const text = (count: number) => links(count).join(' ');
const gone = { success: false, qualities: [], code: 'post.gone' };

const card = (index: number) =>
  page.getByRole('listitem', { name: linkTo(index).replace('https://www.', ''), exact: true });
const status = (words: string) => page.getByRole('status').filter({ hasText: words });

/** Each link has its own answer. */
async function renderLinks(bodies: object[]) {
  const downloader = await renderDownloader();
  for (const [index, body] of bodies.entries()) {
    await commands.stubResponses(extraction, [{ body }], linkTo(index));
  }
  return downloader;
}

test('five links are read, one fails alone, and one sum opens the others', async () => {
  const files = recordSavedFiles();
  const downloader = await renderLinks([
    buildAnswer([buildQuality({ url: '/media/one' })]),
    buildAnswer([buildPhoto()]),
    gone,
    buildAnswer([buildQuality({ type: 'gif', displayName: 'GIF 1', url: '/media/four' })]),
    buildCarousel(5),
  ]);
  await downloader.extract(`Look: ${text(5)} nice`);
  await expect
    .element(downloader.toast('Media found!'))
    .toMatchTextContent('Found 8 media item(s) - complete verification to download');
  await expect.element(page.getByRole('heading', { name: '5 links' })).toHaveFocus();
  await expect.element(status('4 of 5 read. 1 could not be read.')).toBeVisible();
  const list = page.getByRole('list', { name: '5 links' });
  expect(list.element().children).toHaveLength(5);
  await expect.element(card(2).getByRole('heading', { name: 'Unable to process URL' })).toBeVisible();
  await expect.element(card(2).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Security verification' }).elements()).toHaveLength(1);
  await expect
    .element(page.getByText('One small sum keeps robots out. It opens every download on this page.'))
    .toBeVisible();
  expect(downloader.downloads.elements()).toEqual([]);
  await expectAccessible();

  await downloader.locked.first().click({ force: true });
  await expect.element(downloader.toast('Verification required')).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  await downloader.verify();
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
  await expect.element(list).toHaveFocus();
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

test('several links fit a phone', async () => {
  await page.viewport(390, 844);
  const downloader = await renderLinks([buildCarousel(2), gone]);
  await downloader.extract(text(2));
  await expect.element(status('1 of 2 read. 1 could not be read.')).toBeVisible();
  await expectAccessible();
});

test('a link that failed is tried again by itself, and the focus stays with it', async () => {
  const downloader = await renderLinks([buildAnswer()]);
  await commands.stubResponses(
    extraction,
    [
      { status: 500, body: { error: 'Not now.' } },
      { body: buildAnswer([buildPhoto()]), isHeld: true },
    ],
    linkTo(1),
  );
  await downloader.extract(text(2));
  await expect.element(card(1).getByText('Not now.')).toBeVisible();
  await card(1).getByRole('button', { name: 'Try again' }).click();
  await expect.element(card(1).getByText('Looking for its media...')).toBeVisible();
  await expect.element(card(1).getByRole('heading', { level: 3 })).toHaveFocus();
  await commands.releaseResponses();
  await expect.element(card(1).getByRole('heading', { name: 'Image 1' })).toBeVisible();
  await expect.element(status('2 of 2 read.')).toBeVisible();
  expect((await listExtractions()).length).toBe(3);
});

test('two links are read at once, and the others wait their turn', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer(), isHeld: true }]);
  await downloader.extract(text(4));
  await expect.element(card(1).getByText('Looking for its media...')).toBeVisible();
  await expect.element(card(2).getByText('Waiting its turn')).toBeVisible();
  expect(page.getByText('Waiting its turn').elements()).toHaveLength(2);
  await expect.poll(async () => (await listExtractions()).length).toBe(2);
  await expect.element(status('0 of 4 read.')).toBeVisible();
  await commands.releaseResponses();
  await expect.element(status('4 of 4 read.')).toBeVisible();
});

test('a limit is waited out, with the seconds that are left, and all links are read in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const limited = { status: 429, headers: { 'retry-after': '3000' }, body: { error: 'Too much.' } };
  const downloader = await renderDownloader([limited, limited, { body: buildAnswer() }]);
  await downloader.extract(text(4));
  await expect.element(status('That was a lot at once. It continues by itself in a moment.')).toBeVisible();
  // Both refused links are back in the queue.
  await expect.poll(() => page.getByText('Waiting its turn').elements().length).toBe(4);
  const rest = page.getByText(/^Continuing in [\d,]+ seconds$/);
  const readRest = () => Number(rest.element().textContent.replace(/\D/g, ''));
  const before = readRest();
  expect(before).toBeGreaterThan(2900);
  expect(rest.element().getAttribute('aria-hidden')).toBe('true');
  expect(page.getByRole('heading', { name: 'Unable to process URL' }).elements()).toEqual([]);
  vi.advanceTimersByTime(1_000_000);
  await expect.poll(readRest).toBeLessThan(2001);
  expect((await listExtractions()).length).toBe(2);
  vi.advanceTimersByTime(2_100_000);
  await expect.element(status('4 of 4 read.')).toBeVisible();
  await expect.element(rest).not.toBeInTheDocument();
  expect((await listExtractions()).length).toBe(6);
});

test('of more than twenty links the first twenty are read, and one press reads the next', async () => {
  const downloader = await renderDownloader([{ body: gone }]);
  await downloader.extract(`${text(23)} ${linkTo(0)}`);
  await expect
    .element(
      page.getByText('This text holds 23 links. Here are the first 20; go on with the others below them.'),
    )
    .toBeVisible();
  await expect.element(status('0 of 20 read. 20 could not be read.')).toBeVisible();
  const asked = async () => (await listExtractions()).map((body) => (body as { url: string }).url).sort();
  expect(await asked()).toEqual(links(20));
  expect(page.getByRole('list', { name: '20 links' }).element().children).toHaveLength(20);
  await expect.element(page.getByRole('heading', { name: 'Security verification' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Read the next 3 links' }).click();
  await expect.element(status('0 of 3 read. 3 could not be read.')).toBeVisible();
  expect(await asked()).toEqual(links(23));
  await expect.element(page.getByRole('button', { name: /^Read the next/ })).not.toBeInTheDocument();
});

test('one link more than twenty is read alone', async () => {
  const downloader = await renderDownloader([{ body: gone }]);
  await downloader.extract(text(21));
  await page.getByRole('button', { name: 'Read the next 1 link', exact: true }).click();
  await expect.element(downloader.problem).toBeVisible();
  await expect.element(downloader.field).toHaveValue(linkTo(20));
});

test('several posts are renewed one after the other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const downloader = await renderLinks([buildAnswer(), buildAnswer([buildPhoto()])]);
  await downloader.extract(text(2));
  await expect.element(status('2 of 2 read.')).toBeVisible();
  const renewed = buildAnswer([buildPhoto({ thumbnailUrl: '/media/renewed-still' })]);
  await commands.stubResponses(extraction, [{ body: renewed, isHeld: true }]);
  vi.advanceTimersByTime(14 * 60_000);
  await expect.poll(async () => (await listExtractions()).length).toBe(3);
  await commands.releaseResponses();
  await expect
    .poll(() => card(1).element().querySelector('img')?.getAttribute('src'))
    .toBe('/media/renewed-still');
  expect((await listExtractions()).length).toBe(4);
});

test('the browser works for each post by itself, and its files are opened by its own pass', async () => {
  const files = recordSavedFiles();
  const downloader = await renderLinks([
    buildAnswer([buildQuality({ url: '/media/one' })], { proof: buildProofOffer('question-1', 'post-1') }),
    buildAnswer([buildQuality({ url: '/media/two' })], { proof: buildProofOffer('question-2', 'post-2') }),
  ]);
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'first' } }], 'question-1');
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], 'question-2');
  await downloader.extract(text(2));
  await expect.element(status('2 of 2 read.')).toBeVisible();
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

test('where the work for one post is not taken, its card says so, and the other one opens', async () => {
  const downloader = await renderLinks([
    buildAnswer([buildQuality()], { proof: buildProofOffer('question-1', 'post-1') }),
    buildAnswer([buildPhoto()], { proof: buildProofOffer('question-2', 'post-2') }),
  ]);
  await commands.stubResponses(
    proofRedemption,
    [{ body: { success: false, code: 'proof.invalid' } }],
    'question-1',
  );
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], 'question-2');
  await downloader.extract(text(2));
  await expect.element(status('2 of 2 read.')).toBeVisible();
  await downloader.verify();
  await expect.element(card(0).getByText('The calculation could not be finished.')).toBeVisible();
  await expect.element(card(0).getByRole('button', { name: /^Verify First/ })).toBeVisible();
  await expect.element(card(1).getByRole('button', { name: /^Download Image 1/ })).toBeVisible();

  const fresh = buildAnswer([buildQuality({ url: '/media/again' })], {
    proof: buildProofOffer('question-3', 'post-1'),
  });
  await commands.stubResponses(extraction, [{ body: fresh }], linkTo(0));
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'third' } }], 'question-3');
  await card(0).getByRole('button', { name: 'Try the calculation again' }).click();
  await expect.element(card(0).getByRole('button', { name: /^Download Video 1/ })).toBeVisible();
});

test('one of several links shows its thread in its own card', async () => {
  const post = buildPost({ url: linkTo(1), thread: { more: 1 } });
  const downloader = await renderLinks([
    buildAnswer([buildPhoto()]),
    buildAnswer([buildQuality()], { post }),
  ]);
  const posts = [1, 2].map((place) => ({
    code: `DAbcdefgh1${place}`,
    url: linkTo(place),
    text: '',
    publishedAt: post.publishedAt,
  }));
  const whole = buildCarousel(2, { post: { ...post, thread: { posts } } });
  await downloader.extract(text(2));
  await expect.element(status('2 of 2 read.')).toBeVisible();
  await downloader.verify();
  await commands.stubResponses(extraction, [{ body: whole }], '"thread":true');
  await card(1).getByRole('button', { name: 'Show the whole thread' }).click();
  await expect.element(card(1).getByText('Showing the author’s thread: 2 files.')).toBeVisible();
  expect(page.getByRole('list', { name: '2 links' }).element().children).toHaveLength(2);
  expect(downloader.locked.elements()).toEqual([]);
  expect(downloader.downloads.elements()).toHaveLength(3);
});
