import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildExtractResponse, buildPost, buildThread, postUrl } from '../fixtures/build-response.ts';
import { mediaRegion, renderDownloader, renderFound } from '../fixtures/render-downloader.tsx';
import { visitVerification } from '../verification/visit-verification.ts';

const viewports = [
  ['phone', 390, 844],
  ['desktop', 1280, 800],
] as const;

/** A thread of four posts, with one photo in the second. */
function buildReading(overrides: { text?: string; dates?: string[] } = {}) {
  const { text = 'Words', dates = [] } = overrides;
  const posts = [1, 2, 3, 4].map((place) => ({
    code: `DAbcdefgh0${place}`,
    url: `https://www.threads.com/@maker/post/DAbcdefgh0${place}`,
    text: `${text} ${place}`,
    publishedAt: dates[place - 1] ?? '2026-10-02T07:30:00.000Z',
  }));
  const source = {
    kind: 'own',
    username: 'maker',
    post: { code: 'DAbcdefgh02', url: postUrl, place: 2, of: 4 },
  } as const;
  const photo = { type: 'image', displayName: 'Image 1', source, alt: 'Two boats' } as const;
  const qualities = ['WEBP', 'JPG'].map((format) =>
    buildQuality({ ...photo, format, thumbnailUrl: '/media/item-1-still' }),
  );
  return buildExtractResponse(qualities, { post: buildPost({ thread: { posts } }) });
}

const rect = (element: Element | null) => {
  if (!element) throw new Error('the element is missing');
  return element.getBoundingClientRect();
};
const words = (text: string) => page.getByRole('blockquote').filter({ hasText: text });

const cases = (['en', 'de', 'th'] as const).flatMap((locale) =>
  viewports.map(([device, ...size]) => [device, locale, ...size] as const),
);

test.each(cases)(
  'on a %s in %s, the first screen of a thread shows words, with media below them',
  async (_, locale, ...size) => {
    await page.viewport(...size);
    document.documentElement.lang = locale;
    await renderDownloader([{ body: buildThread(4) }], { locale });
    await page.getByRole('textbox').fill(postUrl);
    await userEvent.keyboard('{Enter}');
    const first = words('Words 1');
    await expect.element(first).toBeInViewport({ ratio: 1 });
    const media = document.querySelectorAll('#downloader section li button');
    expect(media).toHaveLength(4);
    expect(rect(first.element()).bottom).toBeLessThanOrEqual(rect(media[0] ?? null).top);
    expect(rect(media[0] ?? null).bottom).toBeLessThanOrEqual(rect(words('Words 2').element()).top);
    await expectAccessible();
  },
);

test.each(viewports)('on a %s, the files of a thread are saved in the viewer', async (_, ...size) => {
  await page.viewport(...size);
  visitVerification.remember();
  const downloader = await renderDownloader([{ body: buildReading() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.ready).toBeVisible();
  expect(downloader.media.getByRole('button', { name: /^Download/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Show Image 1' }).click();
  const viewer = page.getByRole('dialog', { name: 'Image 1' });
  await expect.element(viewer.getByRole('button', { name: 'Download Image 1 WEBP' })).toBeVisible();
  await viewer.getByText(/^Details/).click();
  await expect.element(viewer.getByRole('button', { name: 'Download Image 1 JPG' })).toBeVisible();
});

test('the description of a picture is marked, and no part of the words', async () => {
  await renderFound(buildReading());
  await expect.element(mediaRegion.getByText('Description: Two boats', { exact: true })).toBeVisible();
  expect(words('Words 2').element().textContent).toBe('Words 2');
});

test('a date is shown once for all posts of a day', async () => {
  const [day, next] = ['2026-10-02T07:30:00.000Z', '2026-10-05T09:00:00.000Z'];
  await renderFound(buildReading({ dates: [day, day, next, next] as string[] }));
  expect(page.getByText('October 2, 2026').elements()).toHaveLength(1);
  expect(page.getByText('October 5, 2026').elements()).toHaveLength(1);
  const change = rect(page.getByText('October 5, 2026').element());
  expect(change.top).toBeGreaterThan(rect(words('Words 2').element()).top);
  expect(change.top).toBeLessThan(rect(words('Words 3').element()).top);
});

test('links in the words can be followed, and nothing else becomes a link', async () => {
  const text = 'See https://example.org/a_b?c=1. javascript:alert(1) <a href="https://example.net">';
  await renderFound(buildReading({ text }));
  const links = words('See').first().getByRole('link');
  expect(words('See').first().element().textContent).toBe(`${text} 1`);
  expect(links.elements().map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['https://example.org/a_b?c=1', 'noreferrer nofollow'],
    ['https://example.net', 'noreferrer nofollow'],
  ]);
});

test('print shows words, pictures and their descriptions, and no controls', async () => {
  await renderFound(buildReading());
  await commands.emulateMedia({ media: 'print' });
  try {
    await expect.element(words('Words 4')).toBeVisible();
    await expect.element(page.getByText('Description: Two boats', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy all text' })).not.toBeInTheDocument();
    expect(rect(words('Words 2').element()).bottom).toBeLessThanOrEqual(
      rect(mediaRegion.element().querySelector('img')).top,
    );
  } finally {
    await commands.emulateMedia({ media: null });
  }
});

test('missing posts of a thread are named where they lie', async () => {
  const reading = buildReading();
  const { post } = reading;
  const thread = post.thread && 'posts' in post.thread ? post.thread : { posts: [] };
  const gaps = [
    { after: 0, count: true as const, reason: 'missing' as const },
    { after: 1, count: 1, reason: 'unavailable' as const },
    { after: 4, count: 2, reason: 'missing' as const },
  ];
  await renderFound({ ...reading, post: { ...post, incomplete: true, thread: { ...thread, gaps } } });
  const notices = [
    'Posts are missing here. Threads didn’t send them.',
    '1 post here isn’t available on Threads. It may have been deleted.',
    '2 posts are missing here. Threads didn’t send them.',
  ].map((text) => page.getByText(text));
  const [start, middle, end] = notices.map((notice) => rect(notice.element()).top);
  const tops = [1, 2, 4].map((place) => rect(words(`Words ${place}`).element()).top);
  expect([start, tops[0], middle, tops[1], tops[2], end]).toEqual(
    [start, tops[0], middle, tops[1], tops[2], end].toSorted((a, b) => (a ?? 0) - (b ?? 0)),
  );
  await expect.element(page.getByRole('heading', { name: 'Post 3 of 7' })).toBeVisible();
  expect(page.getByText(/may be missing/).elements()).toEqual([]);
});

test('a thread that could not be read as a whole says so once', async () => {
  const { post, ...reading } = buildReading();
  await renderFound({ ...reading, post: { ...post, incomplete: true } });
  const notices = page.getByText(/may be missing/).elements();
  expect(notices.map(({ textContent }) => textContent)).toEqual([
    'We couldn’t read this whole thread, so parts of it may be missing.',
  ]);
});
