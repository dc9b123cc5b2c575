import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExtractResponse } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { renderWithoutScripts } from '#test/support/components/render-without-scripts.tsx';
import { Downloader } from './downloader.tsx';
import type { ExtractionFormResult } from './extraction-form-action.ts';
import {
  buildCarousel,
  buildExtractResponse,
  buildPhoto,
  buildPost,
  buildProofOfWorkChallenge,
  buildThread,
  postUrl,
} from './fixtures/build-response.ts';
import { downloaderScreen, stubMedia } from './fixtures/render-downloader.tsx';
import './results-chunk.ts';

const unsolved = { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false };

async function renderFormResult(response: ExtractResponse, overrides: Partial<ExtractionFormResult> = {}) {
  await stubMedia();
  const { qualities, post = null, zipUrl } = response;
  const formResult: ExtractionFormResult = {
    link: postUrl,
    extraction: { ok: true, value: { qualities, post, ...(zipUrl && { zipUrl }) } },
    isVerified: false,
    otherLinks: [],
    verification: unsolved,
    ...overrides,
  };
  await renderWithoutScripts(<Downloader problem={null} formResult={formResult} initialLink={null} />);
  return downloaderScreen();
}

const solved = { isVerified: true, verification: null };

/** Method, target and fields of the form that a button submits. */
function readSubmission(name: string): { method: string; target: string; fields: Record<string, string> } {
  const button = page.getByRole('button', { name, exact: true }).element() as HTMLButtonElement;
  const form = button.form as HTMLFormElement;
  const fields = [...new FormData(form, button)].map(([field, value]) => [field, String(value)]);
  return {
    method: form.method,
    target: form.getAttribute('action') ?? '',
    fields: Object.fromEntries(fields),
  };
}

test('the link is submitted as a plain form', async () => {
  await renderWithoutScripts(<Downloader problem={null} formResult={null} initialLink={null} />);
  const downloader = downloaderScreen();
  await downloader.field.fill(postUrl);
  expect(readSubmission('Get Media Now - Free')).toEqual({
    method: 'post',
    target: '/#downloader',
    fields: { link: postUrl, intent: 'extract' },
  });
  await expect
    .element(page.getByRole('button', { name: 'Get Media Now - Free' }))
    .not.toHaveAttribute('aria-disabled');
});

test('the sum is submitted with its token and the link', async () => {
  const downloader = await renderFormResult(buildExtractResponse());
  await expect.element(downloader.found).toBeVisible();
  await expect.element(downloader.sum).toHaveTextContent('What is 3 + 4?');
  await downloader.answer.fill('7');
  const fields = { link: postUrl, token: 'sealed', answer: '7' };
  expect(readSubmission('Verify')).toEqual({
    method: 'post',
    target: '/#verification',
    fields: { ...fields, intent: 'verify' },
  });
  expect(readSubmission('New question').fields).toEqual({ ...fields, intent: 'refresh' });
  expect(page.getByRole('link', { name: /^Download / }).elements()).toEqual([]);
});

test('a wrong sum shows an error on the next page', async () => {
  const downloader = await renderFormResult(buildExtractResponse(), {
    verification: { ...unsolved, isWrong: true },
  });
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'That’s not the right answer.' }))
    .toBeVisible();
  await expect.element(downloader.answer).toBeInvalid();
});

test('after verification every file and conversion is a link', async () => {
  const photo = buildPhoto({ conversions: ['jpg'] });
  const downloader = await renderFormResult(buildExtractResponse([photo]), solved);
  await expect.element(downloader.ready).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Download Image 1 WEBP' }))
    .toHaveAttribute('href', photo.url);
  await page.getByText('Other formats Image 1 WEBP').click();
  await expect
    .element(page.getByRole('link', { name: 'JPG Image 1' }))
    .toHaveAttribute('href', `${photo.url}?as=jpg`);
});

test('a thumbnail is shown, but opens nothing', async () => {
  await renderFormResult(buildExtractResponse([buildPhoto()]));
  await expect.element(page.getByRole('button', { name: 'Show Image 1' })).toBeDisabled();
  expect(document.querySelector('#downloader li img')?.getAttribute('src')).toBe('/media/item-1-still');
});

test('every item is on the page, without filters', async () => {
  await renderFormResult(buildCarousel(30));
  expect(downloaderScreen().names.elements()).toHaveLength(30);
  expect(page.getByRole('group').elements()).toEqual([]);
});

test('the checkboxes belong to a plain form for the ZIP', async () => {
  await renderFormResult(buildCarousel(3), solved);
  const boxes = page.getByRole('checkbox');
  expect(boxes.elements()).toHaveLength(3);
  await boxes.nth(1).click();
  const form = page.getByRole('form', { name: 'ZIP download' }).element() as HTMLFormElement;
  expect([form.method, form.getAttribute('action')]).toEqual(['get', '/media/zip/sealed']);
  expect(new FormData(form).getAll('item')).toEqual(['1', '3']);
  await expect.element(page.getByRole('button', { name: 'Download selected' })).toBeVisible();
  for (const name of ['Select all', 'Select none'])
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
});

test('the whole thread is requested by a form', async () => {
  await renderFormResult(
    buildExtractResponse([buildQuality()], { post: buildPost({ thread: { more: 2 } }) }),
  );
  expect(readSubmission('Show the whole thread')).toEqual({
    method: 'post',
    target: '/#downloader',
    fields: { link: postUrl, thread: 'whole', intent: 'extract' },
  });
});

test('the verification form of a thread requests the thread again', async () => {
  await renderFormResult(buildThread(2));
  await expect.element(page.getByText('Showing the author’s thread: 2 files.')).toBeVisible();
  expect(readSubmission('Verify').fields).toMatchObject({ link: postUrl, thread: 'whole', token: 'sealed' });
});

test.each([
  [1, 'Only the first link was loaded. Your text contains 1 more link:'],
  [2, 'Only the first link was loaded. Your text contains 2 more links:'],
])('%i further links of a text each link to the form', async (count, name) => {
  const otherLinks = Array.from({ length: count }, (_, index) => `${postUrl}${index}`);
  await renderFormResult(buildExtractResponse(), { otherLinks });
  const links = page.getByRole('region', { name }).getByRole('link');
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(
    otherLinks.map((link) => `/?url=${encodeURIComponent(link)}#downloader`),
  );
  expect(links.elements()[0]?.textContent).toBe(otherLinks[0]?.replace('https://www.', ''));
});

test('a failed extraction shows its error and keeps the link', async () => {
  const extraction = { ok: false, error: { text: 'It is gone.', post: null } } as const;
  const downloader = await renderFormResult(buildExtractResponse(), { extraction, verification: null });
  await expect.element(downloader.problem).toMatchTextContent('It is gone.');
  await expect.element(downloader.field).toHaveValue(postUrl);
});

test.each([false, true])(
  'a required proof of work is explained and locks every file (sum solved: %s)',
  async (isVerified) => {
    const proof = buildProofOfWorkChallenge();
    const downloader = await renderFormResult(buildExtractResponse([buildPhoto()]), {
      isVerified,
      verification: { ...unsolved, proof },
    });
    await expect.element(page.getByText(proof.words.scripts)).toBeVisible();
    expect(page.getByRole('link', { name: /^Download / }).elements()).toEqual([]);
    await expect.element(downloader.ready).not.toBeInTheDocument();
    expect(downloader.answer.elements()).toHaveLength(isVerified ? 0 : 1);
  },
);

test('controls that need JavaScript are absent', async () => {
  await renderFormResult(buildExtractResponse());
  for (const name of ['Copy text', 'Copy link', 'Settings']) {
    expect(page.getByRole('button', { name }).elements(), name).toEqual([]);
  }
  await expect.element(page.getByRole('link', { name: 'Save as TXT' })).toBeVisible();
  expect(readSubmission('Download Another')).toMatchObject({ method: 'get', target: '/#downloader' });
});

test('a post with only words can be read, saved and expanded', async () => {
  const post = buildPost({ thread: { more: 2 } });
  const extraction = { ok: false, error: { text: 'No media.', post, isWordsOnly: true } } as const;
  const downloader = await renderFormResult(buildExtractResponse(), { extraction, verification: null });
  await expect.element(downloader.field).toHaveValue(postUrl);
  const card = page.getByRole('region', { name: 'No media.' });
  await expect.element(card.getByText('Words of the post')).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Save as TXT' }))
    .toHaveAttribute('href', expect.stringMatching(/^data:text\/plain;charset=utf-8,Maker/));
  expect(readSubmission('Show the whole thread').fields).toEqual({
    link: postUrl,
    thread: 'whole',
    intent: 'extract',
  });
  expect(page.getByRole('button', { name: 'Copy text' }).elements()).toEqual([]);
});

test('hidden words and media are covered, and can be shown', async () => {
  const formatting = [{ start: 9, end: 17, styles: ['spoiler' as const] }];
  const hidden = buildPhoto({ isSpoiler: true, alt: 'A twist' });
  await renderFormResult(buildExtractResponse([hidden], { post: buildPost({ formatting }) }));
  const words = page.getByText('the post', { exact: true });
  const image = page.getByRole('listitem').getByRole('button', { name: /Image 1$/, includeHidden: true });
  await expect.element(words).not.toBeVisible();
  await expect.element(image).not.toBeVisible();
  page.getByRole('checkbox', { name: 'Show hidden text' }).element().closest('label')?.click();
  await expect.element(words).toBeVisible();
  await page.getByText('Show Image 1 (hidden by the author)').click();
  await expect.element(image).toBeVisible();
});
