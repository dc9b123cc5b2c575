import { sumSizes } from '../media/group-media.ts';
import type { DownloadError, DownloadFileOptions, DownloadResult } from '../save/download-file.ts';
import type { DownloadJob } from '../save/download-job.ts';

export interface BatchZipFile {
  job: DownloadJob;
  /** Unique in its post, without extension. */
  name: string;
  /** null if unknown. */
  bytes: number | null;
}

export interface BatchZipPost {
  folder: string;
  files: readonly BatchZipFile[];
  /** The words, with the names of the saved files beside them; null for a file that failed. */
  documents(savedNames: readonly (string | null)[]): { name: string; content: string }[];
  /** The date of its files. */
  publishedAt: Date;
}

export interface BatchZipFailure {
  folder: string;
  job: DownloadJob;
  error: DownloadError;
}

interface BatchZipDeps {
  download(job: DownloadJob, onProgress: DownloadFileOptions['onProgress']): Promise<DownloadResult>;
  concurrency: number;
  signal: AbortSignal;
  /** Bytes of all files together; `total` is null until it is known. */
  onProgress(received: number, total: number | null): void;
}

export interface BatchZip {
  entries: { name: string; input: Blob | string; lastModified: Date }[];
  failures: BatchZipFailure[];
  /** For each post, how many of its files were downloaded. */
  savedCounts: number[];
}

/** Downloads the files of several posts into one folder per post. A file that fails does not stop the others. */
export async function collectBatchZip(posts: readonly BatchZipPost[], deps: BatchZipDeps): Promise<BatchZip> {
  const folders = uniqueFolders(posts.map(({ folder }) => folder));
  const tasks = posts.flatMap(({ files }, post) => files.map((file) => ({ post, file })));
  const sizes = tasks.map(({ file }) => ({ received: 0, total: file.bytes }));
  const results: (DownloadResult | undefined)[] = tasks.map(() => undefined);

  function reportProgress(): void {
    const received = sizes.reduce((sum, size) => sum + size.received, 0);
    deps.onProgress(received, sumSizes(sizes.map(({ total }) => total)));
  }

  const queue = tasks.entries();
  async function runWorker(): Promise<void> {
    for (const [index, { file }] of queue) {
      if (deps.signal.aborted) return;
      const result = await deps.download(file.job, (received, total) => {
        sizes[index] = { received, total: total ?? file.bytes };
        reportProgress();
      });
      results[index] = result;
      if (result.ok) continue;
      sizes[index] = { received: 0, total: 0 };
      reportProgress();
    }
  }
  await Promise.all(Array.from({ length: deps.concurrency }, runWorker));

  const zip: BatchZip = { entries: [], failures: [], savedCounts: [] };
  for (const [index, post] of posts.entries()) {
    const folder = folders[index] ?? post.folder;
    const lastModified = post.publishedAt;
    const savedNames = tasks.flatMap((task, taskIndex) => {
      if (task.post !== index) return [];
      const { job, name } = task.file;
      const result = results[taskIndex];
      if (!result?.ok) {
        zip.failures.push({ folder, job, error: result?.error ?? { code: 'cancelled' } });
        return [null];
      }
      const { blob, format } = result.value;
      const fileName = `${name}.${(format ?? job.format).toLowerCase()}`;
      zip.entries.push({ name: `${folder}/${fileName}`, input: blob, lastModified });
      return [fileName];
    });
    zip.savedCounts.push(savedNames.filter((name) => name !== null).length);
    for (const { name, content } of post.documents(savedNames))
      zip.entries.push({ name: `${folder}/${name}`, input: content, lastModified });
  }
  return zip;
}

/** The same post may come from two links, and codes may differ only by case. */
function uniqueFolders(folders: readonly string[]): string[] {
  const used = new Set<string>();
  return folders.map((folder) => {
    let unique = folder;
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${folder}-${count}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}
