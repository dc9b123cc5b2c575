import type { WriteStream } from 'node:tty';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import { type CliError, formatCliError } from './errors.ts';

export interface ProgressLine {
  show(label: string, bytes: number, totalBytes: number | null): void;
  clear(): void;
}

export const noProgress: ProgressLine = { show: () => undefined, clear: () => undefined };

const barCells = 20;
const minIntervalMs = 100;

export function createProgressLine(
  stream: Pick<WriteStream, 'write' | 'columns'>,
  now: () => number,
): ProgressLine {
  let lastShownAt = 0;
  let isVisible = false;
  return {
    show(label, bytes, totalBytes) {
      const isDone = bytes === totalBytes;
      if (now() - lastShownAt < minIntervalMs && !isDone) return;
      lastShownAt = now();
      isVisible = true;
      // A wrapped line cannot be erased. Some terminals report 0 columns.
      const width = (stream.columns || 80) - 1;
      const lines = formatProgressVariants(label, bytes, totalBytes);
      const line = lines.find(({ length }) => length <= width) ?? lines.at(-1)?.slice(0, width) ?? '';
      stream.write(`\r\u001b[K${line}`);
    },
    clear() {
      if (isVisible) stream.write('\r\u001b[K');
      isVisible = false;
    },
  };
}

function formatProgressVariants(label: string, bytes: number, totalBytes: number | null): string[] {
  if (totalBytes === null) return [`${label}  ${formatBytes(bytes)}`];
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const bar = '#'.repeat(filled) + '-'.repeat(barCells - filled);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  const amount = `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return [
    `${label}  [${bar}] ${percent} %  ${amount}`,
    `${label}  [${bar}] ${percent} %`,
    `${label}  ${percent} %`,
  ];
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export interface FileReport {
  path: string | null;
  outcome: 'saved' | 'kept' | 'failed';
  bytes: number | null;
  item: MediaItem;
  rendition: Rendition;
  failure?: CliError;
  part?: string;
}

export interface LinkReport {
  link: string;
  post?: ThreadsPost;
  files: FileReport[];
  zip?: string;
  part?: string;
  failure?: CliError;
}

/** Scripts rely on the format: add fields, but never change or remove one. */
export function formatJsonReport(results: readonly LinkReport[]): string {
  return `${JSON.stringify({ results: results.map(describeResult) }, null, 2)}\n`;
}

function describeResult({ link, post, files, zip, failure }: LinkReport) {
  const { items, ...postWithoutItems } = post ?? { items: [] };
  return {
    link,
    ok: failure === undefined,
    ...(post && { post: postWithoutItems }),
    ...(zip !== undefined && { zip }),
    files: files.map(describeFile),
    ...(failure && { error: describeFailure(failure) }),
  };
}

function describeFile({ path, outcome, bytes, item, rendition, failure }: FileReport) {
  return {
    path,
    outcome,
    type: item.type,
    format: rendition.format,
    bytes,
    width: rendition.width,
    height: rendition.height,
    durationSeconds: item.durationSeconds,
    hasAudio: item.hasAudio,
    alt: item.alt,
    ...(item.isSpoiler && { isSpoiler: item.isSpoiler }),
    source: item.source,
    ...(failure && { error: describeFailure(failure) }),
  };
}

function describeFailure(failure: CliError) {
  const { code, retryAfterSeconds } = failure;
  return {
    code,
    message: formatCliError(failure),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
