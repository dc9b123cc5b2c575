import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import type { CliError } from './exit-codes.ts';
import { formatCliError } from './word-failure.ts';

export interface FileReport {
  /** Relative if the output folder is. */
  path: string | null;
  outcome: 'saved' | 'kept' | 'failed';
  bytes: number | null;
  item: MediaItem;
  rendition: Rendition;
  failure?: CliError;
  /** Path of the part file. */
  part?: string;
}

export interface LinkReport {
  link: string;
  post?: ThreadsPost;
  files: FileReport[];
  zip?: string;
  /** Path of the ZIP's part file. */
  part?: string;
  failure?: CliError;
}

/** The document of `--json`. Fields may be added, but never changed or removed. */
export function formatJsonReport(results: readonly LinkReport[]): string {
  return `${JSON.stringify({ results: results.map(describeResult) }, null, 2)}\n`;
}

function describeResult({ link, post, files, zip, failure }: LinkReport) {
  const { items: _, ...about } = post ?? { items: [] };
  return {
    ...{ link, ok: failure === undefined },
    ...(post && { post: about }),
    ...(zip !== undefined && { zip }),
    files: files.map(describeFile),
    ...(failure && { error: describeFailure(failure) }),
  };
}

function describeFile({ path, outcome, bytes, item, rendition, failure }: FileReport) {
  return {
    ...{ path, outcome, type: item.type, format: rendition.format, bytes },
    ...{ width: rendition.width, height: rendition.height, durationSeconds: item.durationSeconds },
    ...{ hasAudio: item.hasAudio, alt: item.alt, source: item.source },
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
