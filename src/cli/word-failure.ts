import en from '#i18n/messages/en.json' with { type: 'json' };
import { createTranslator, type MessageKey } from '#i18n/translate.ts';
import type { MediaErrorCode } from '#media/contract.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';
import type { Failure } from './exit-codes.ts';

const t = createTranslator('en', en);

/** Sentences of the site that speak of its page are worded for a terminal. */
const ownWords = {
  interrupted: 'Interrupted.',
  'link.empty': 'There is no link in this. Give the link to a Threads post.',
  'ticket.locked': 'This file asks for a proof.',
  'media.gone': 'Threads no longer holds this file.',
  'media.range': 'Threads gave another part of the file than was asked for. Run the command again.',
  'media.too_large': 'This file is larger than Threads said it would be, so it was not kept.',
  'media.busy': 'Threads is not giving this file right now. Run the command again in a minute.',
  'zip.failed':
    'The ZIP could not be finished: a file of the post did not come whole. Run the command again.',
  'archive.too_large': 'These files are too large for one ZIP. Leave --zip out.',
  'out.several': 'This post has several files, and -o - writes one: give --zip too, or a folder.',
  'disk.exists': 'There is another file of this name. Give --force to replace it, or another folder with -o.',
  'disk.folder': 'There is a folder of this name. Choose other names with --name, or another folder with -o.',
  'disk.no_folder': 'This is not a folder, and none can be made there. Choose another with -o.',
  'disk.full': 'The disk is full. Run the command again when there is room.',
  'disk.refused': 'Nothing may be written here. Choose another folder with -o.',
  'disk.failed': 'This could not be written.',
} as const satisfies Partial<Record<Failure['code'], string>>;

type Worded = Exclude<ExtractionErrorCode | MediaErrorCode, keyof typeof ownWords>;

/** What happened, in English, without the link or path it happened to. */
export function wordFailure({ code, retryAfterSeconds }: Failure): string {
  if (code in ownWords) return ownWords[code as keyof typeof ownWords];
  if (code === 'upstream.busy' && retryAfterSeconds !== undefined)
    return t('error.upstream.busy_for', { count: Math.max(1, Math.ceil(retryAfterSeconds)) });
  return t(`error.${code as Worded}` satisfies MessageKey);
}

/** The same with the path concerned, and with where the beginning of the file, or ZIP, is kept. */
export function wordOutcome(failure: Failure, part: string | undefined): string {
  const kept = part === undefined ? '' : ` What has arrived is kept in ${part}.`;
  const place = failure.path === undefined || failure.path === part ? '' : `${failure.path}: `;
  return failure.code === 'interrupted'
    ? kept.trim() || 'Interrupted.'
    : `${place}${wordFailure(failure)}${kept}`;
}

export function wordIncomplete(): string {
  return t('post.incomplete');
}

/** Without what would move a terminal's cursor or change its colours. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}
