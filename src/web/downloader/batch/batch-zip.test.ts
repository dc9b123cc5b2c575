import { expect, test } from 'vitest';
import type { DownloadFileOptions, DownloadResult } from '../save/download-file.ts';
import type { DownloadJob } from '../save/download-job.ts';
import { type BatchZipPost, collectBatchZip } from './batch-zip.ts';

const publishedAt = new Date('2026-10-02T07:30:00.000Z');

const buildJob = (name: string): DownloadJob => ({
  key: name,
  name,
  format: 'JPG',
  url: `/media/${name}`,
  browserUrl: '',
  bytes: null,
  isPhoto: true,
  renewUrl: async () => null,
  fileName: () => '',
});

function buildPost(folder: string, names: string[], bytes: number | null = null): BatchZipPost {
  return {
    folder,
    publishedAt,
    files: names.map((name) => ({ name, bytes, job: buildJob(name) })),
    documents: (savedNames) => [
      { name: 'post.txt', content: savedNames.map((name) => name ?? '-').join(' ') },
    ],
  };
}

const saved = (content: string, format: string | null = null): DownloadResult => ({
  ok: true,
  value: { blob: new Blob([content]), format },
});

const failed: DownloadResult = { ok: false, error: { code: 'no_data' } };

function collect(
  posts: BatchZipPost[],
  respond: (name: string, onProgress: DownloadFileOptions['onProgress']) => Promise<DownloadResult>,
  { signal = new AbortController().signal, concurrency = 2 } = {},
) {
  const progress: [number, number | null][] = [];
  const zip = collectBatchZip(posts, {
    signal,
    concurrency,
    download: (job, onProgress) => respond(job.name, onProgress),
    onProgress: (received, total) => progress.push([received, total]),
  });
  return { zip, progress };
}

test('each post has a folder with its files and its words, dated by the post', async () => {
  const posts = [buildPost('a', ['a_01', 'a_02']), buildPost('b', ['b'])];
  const { entries, failures, savedCounts } = await collect(posts, async (name) => saved(name, 'WEBP')).zip;
  expect(entries.map(({ name }) => name)).toEqual([
    'a/a_01.webp',
    'a/a_02.webp',
    'a/post.txt',
    'b/b.webp',
    'b/post.txt',
  ]);
  expect(await new Response(entries[3]?.input).text()).toBe('b');
  for (const { lastModified } of entries) expect(lastModified).toBe(publishedAt);
  expect(failures).toEqual([]);
  expect(savedCounts).toEqual([2, 1]);
});

test('a file that fails is reported, and the others and all words stay', async () => {
  const posts = [buildPost('a', ['a_01', 'a_02']), buildPost('b', ['b'])];
  const { zip } = collect(posts, async (name) => (name === 'a_02' ? saved(name) : failed));
  const { entries, failures, savedCounts } = await zip;
  expect(entries.map(({ name }) => name)).toEqual(['a/a_02.jpg', 'a/post.txt', 'b/post.txt']);
  expect(entries.map(({ input }) => input).slice(1)).toEqual(['- a_02.jpg', '-']);
  expect(failures.map(({ folder, job, error }) => [folder, job.name, error.code])).toEqual([
    ['a', 'a_01', 'no_data'],
    ['b', 'b', 'no_data'],
  ]);
  expect(savedCounts).toEqual([1, 0]);
});

test('folders that differ only by case, or not at all, stay apart', async () => {
  const posts = ['DAb', 'dab', 'DAb', 'DAb-2'].map((folder) => buildPost(folder, []));
  const { entries } = await collect(posts, async () => failed).zip;
  expect(entries.map(({ name }) => name)).toEqual([
    'DAb/post.txt',
    'dab-2/post.txt',
    'DAb-3/post.txt',
    'DAb-2-2/post.txt',
  ]);
});

test('the total is known once every size is, and does not count a file that failed', async () => {
  const posts = [buildPost('a', ['a'], 10), buildPost('b', ['b'])];
  const { zip, progress } = collect(
    posts,
    async (name, onProgress) => {
      onProgress(5, null);
      if (name === 'a') return failed;
      onProgress(20, 20);
      return saved(name);
    },
    { concurrency: 1 },
  );
  await zip;
  expect(progress).toEqual([
    [5, null],
    [0, null],
    [5, null],
    [20, 20],
  ]);
});

test('only a few files are downloaded at once', async () => {
  let open = 0;
  let most = 0;
  const names = Array.from({ length: 9 }, (_, index) => `a_${index}`);
  await collect([buildPost('a', names)], async (name) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return saved(name);
  }).zip;
  expect(most).toBe(2);
});

test('no file is started after the download was cancelled', async () => {
  const controller = new AbortController();
  const started: string[] = [];
  const { zip } = collect(
    [buildPost('a', ['a_01', 'a_02'])],
    async (name) => {
      started.push(name);
      controller.abort();
      return { ok: false, error: { code: 'cancelled' } };
    },
    { signal: controller.signal, concurrency: 1 },
  );
  expect((await zip).failures.map(({ error }) => error.code)).toEqual(['cancelled', 'cancelled']);
  expect(started).toEqual(['a_01']);
});
