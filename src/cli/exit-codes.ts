import type { MediaError } from '#media/contract.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';

/** Scripts rely on these: a number never changes its meaning. */
export const exitCodes = {
  ok: 0,
  usage: 2,
  link: 3,
  post: 4,
  nothing: 5,
  threads: 6,
  media: 7,
  disk: 8,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type DiskErrorCode =
  | 'disk.exists'
  | 'disk.folder'
  | 'disk.no_folder'
  | 'disk.full'
  | 'disk.refused'
  | 'disk.failed';

export interface CliError {
  code:
    | ExtractionErrorCode
    | MediaError['code']
    | DiskErrorCode
    | 'zip.failed'
    | 'out.several'
    | 'interrupted';
  retryAfterSeconds?: number;
  /** For disk errors. */
  path?: string;
}

const exitByCode: Partial<Record<CliError['code'], ExitCode>> = {
  interrupted: exitCodes.interrupted,
  'out.several': exitCodes.usage,
  'post.gone': exitCodes.post,
  'post.private': exitCodes.post,
  'post.restricted': exitCodes.post,
  'post.no_media': exitCodes.nothing,
  'post.media_elsewhere': exitCodes.nothing,
};

const exitByKind: Record<string, ExitCode> = {
  link: exitCodes.link,
  upstream: exitCodes.threads,
  disk: exitCodes.disk,
};

export function exitCodeOf({ code }: CliError): ExitCode {
  return exitByCode[code] ?? exitByKind[code.split('.')[0] ?? ''] ?? exitCodes.media;
}
