import results from '#i18n/messages/results/en.json' with { type: 'json' };
import server from '#i18n/messages/server/en.json' with { type: 'json' };
import { createTranslator, type MessageKey, type Messages } from '#i18n/translator.ts';
import type { MediaError, MediaErrorCode } from '#media/contract.ts';
import type { LockHolder } from '#platform/storage/folder-lock.ts';
import type { ExtractionErrorCode, ThreadsPost, WithheldPart } from '#threads/contract.ts';

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
  path?: string;
}

const exitByCode: Partial<Record<CliError['code'], ExitCode>> = {
  interrupted: exitCodes.interrupted,
  'out.several': exitCodes.usage,
  'post.gone': exitCodes.post,
  'post.private': exitCodes.post,
  'post.restricted': exitCodes.post,
  'post.sign_in': exitCodes.post,
  'post.expired': exitCodes.post,
  'post.no_media': exitCodes.nothing,
  'post.media_elsewhere': exitCodes.nothing,
};

const exitByKind: Record<string, ExitCode> = {
  link: exitCodes.link,
  upstream: exitCodes.threads,
  disk: exitCodes.disk,
};

export function toExitCode({ code }: CliError): ExitCode {
  return exitByCode[code] ?? exitByKind[code.split('.')[0] ?? ''] ?? exitCodes.media;
}

/** Every `error.` message is in one of the two. */
const t = createTranslator('en', { ...results, ...server } as Messages);

/** Codes without a message on the site, or whose message mentions its page. */
const cliMessages = {
  interrupted: 'Interrupted.',
  'link.empty': 'There’s no link in this. Enter the link to a Threads post.',
  'ticket.locked': 'This file requires a proof of work.',
  'media.gone': 'This file is no longer on Threads.',
  'media.range': 'Threads sent the wrong part of the file. Run the command again.',
  'media.too_large': 'This file is larger than Threads announced, so it wasn’t saved.',
  'media.busy': 'Threads isn’t sending this file right now. Run the command again in a minute.',
  'zip.failed':
    'The ZIP couldn’t be completed because a file in the post was incomplete. Run the command again.',
  'archive.too_large': 'These files are too large for one ZIP. Run the command without --zip.',
  'out.several':
    'This post has several files, but -o - can write only one. Add --zip, or choose a folder with -o.',
  'disk.exists':
    'A different file with this name already exists. Use --force to replace it, or choose another folder with -o.',
  'disk.folder':
    'A folder with this name already exists. Choose other names with --name, or another folder with -o.',
  'disk.no_folder': 'This isn’t a folder, and a folder can’t be created here. Choose another one with -o.',
  'disk.full': 'The disk is full. Free some space, then run the command again.',
  'disk.refused': 'Files can’t be written here. Choose another folder with -o.',
  'disk.failed': 'The file couldn’t be written. Check the disk, or choose another folder with -o.',
} as const satisfies Partial<Record<CliError['code'], string>>;

type SiteErrorCode = Exclude<ExtractionErrorCode | MediaErrorCode, keyof typeof cliMessages>;

export function formatCliError({ code, retryAfterSeconds }: CliError): string {
  if (code in cliMessages) return cliMessages[code as keyof typeof cliMessages];
  if (code === 'upstream.busy' && retryAfterSeconds !== undefined)
    return t('error.upstream.busy_for', { count: Math.max(1, Math.ceil(retryAfterSeconds)) });
  return t(`error.${code as SiteErrorCode}` satisfies MessageKey);
}

export function formatOutcome(failure: CliError, part: string | undefined): string {
  const partNotice = part === undefined ? '' : ` The partial download is in ${part}.`;
  const pathPrefix = failure.path === undefined || failure.path === part ? '' : `${failure.path}: `;
  return failure.code === 'interrupted'
    ? partNotice.trim() || 'Interrupted.'
    : `${pathPrefix}${formatCliError(failure)}${partNotice}`;
}

export const incompleteMessage = ({ thread }: ThreadsPost) =>
  t(thread && 'posts' in thread ? 'thread.incomplete' : 'post.incomplete');
const withheldMessages = {
  text: 'post.withheld_text',
  gif: 'post.withheld_gif',
} as const satisfies Record<WithheldPart, MessageKey>;

export const withheldMessage = (part: WithheldPart) => t(withheldMessages[part]);

/** `pid` is 0 if another run has just locked the folder. */
export function formatWaiting({ pid, host }: LockHolder): string {
  const name = pid === 0 ? '' : ` (process ${pid} on ${host})`;
  return `Another run${name} is saving into this folder. Waiting until it ends. Press Ctrl+C to cancel.`;
}

/** Control characters could move the cursor of a terminal or change its colors. */
export function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}
