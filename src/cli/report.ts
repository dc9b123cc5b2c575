import type { MediaItem, Post, Rendition } from '#threads/contract.ts';
import type { Failure } from './exit-codes.ts';
import { wordFailure } from './word-failure.ts';

/** What became of one file. */
export interface SavedFile {
  /** As it was written: relative to where the command ran, where the folder was given so. */
  path: string | null;
  outcome: 'saved' | 'kept' | 'failed';
  bytes: number | null;
  item: MediaItem;
  rendition: Rendition;
  failure?: Failure;
  /** Where its beginning is kept. */
  part?: string;
}

/** What became of one link. */
export interface LinkResult {
  link: string;
  post?: Post;
  files: SavedFile[];
  /** Path of the ZIP. */
  zip?: string;
  /** Where the beginning of a ZIP that broke off is kept. */
  part?: string;
  failure?: Failure;
}

/** The document of `--json`. Its fields are only ever added to. */
export function writeReport(results: readonly LinkResult[]): string {
  return `${JSON.stringify({ results: results.map(describe) }, null, 2)}\n`;
}

function describe({ link, post, files, zip, failure }: LinkResult) {
  const { items: _, ...about } = post ?? { items: [] };
  return {
    ...{ link, ok: failure === undefined },
    ...(post && { post: about }),
    ...(zip !== undefined && { zip }),
    files: files.map(describeFile),
    ...(failure && { error: describeFailure(failure) }),
  };
}

function describeFile({ path, outcome, bytes, item, rendition, failure }: SavedFile) {
  return {
    ...{ path, outcome, type: item.type, format: rendition.format, bytes },
    ...{ width: rendition.width, height: rendition.height, durationSeconds: item.durationSeconds },
    ...{ hasAudio: item.hasAudio, alt: item.alt, source: item.source },
    ...(failure && { error: describeFailure(failure) }),
  };
}

function describeFailure(failure: Failure) {
  const { code, retryAfterSeconds } = failure;
  return {
    code,
    message: wordFailure(failure),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
