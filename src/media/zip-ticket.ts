import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type FilenameTemplate, parseFilenameTemplate } from '#filenames/template.ts';
import type { Sealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type MediaError, maxZipFiles, resumeGraceMs, ticketLifetimeMs, zipPath } from './contract.ts';
import type { AuthorizesToken } from './file-ticket.ts';

const ticketSchema = z.strictObject({
  post: z.string(),
  items: z.array(z.string()),
  thread: z.literal(true).exactOptional(),
  expiresAt: z.number(),
});

/** Together with `maxZipFiles`, keeps the token below its maximum length. */
const maxPostUrlLength = 300;

export interface ZipRequest {
  postUrl: string;
  isThread: boolean;
  count: number;
  /** Indexes in the extract response, from 1, ascending. */
  selection: { index: number; shortId: string }[];
  template: FilenameTemplate | null;
  resumeOnly?: true;
}

export interface ZipTickets {
  issue(postUrl: string, itemIds: readonly string[], isThread: boolean): string | null;
  /** `path`: after `/media/zip/`. `isResume`: the caller checks the validator once the ZIP is laid out. */
  open(path: string, isForBytes: boolean, isResume?: boolean): Result<ZipRequest, MediaError>;
}

/** 48 bits distinguish the items of one post; full ids or URLs would make the token too long. */
export function shortId(itemId: string): string {
  return createHash('sha256').update(itemId).digest('base64url').slice(0, 8);
}

export function createZipTickets(options: {
  sealer: Sealer;
  now: () => number;
  authorizesToken: AuthorizesToken | null;
}): ZipTickets {
  const { sealer, now, authorizesToken } = options;
  return {
    issue(postUrl, itemIds, isThread) {
      if (itemIds.length < 2 || itemIds.length > maxZipFiles) return null;
      if (postUrl.length > maxPostUrlLength) return null;
      const items = itemIds.map(shortId);
      const sealed = { post: postUrl, items, ...(isThread && { thread: true }) };
      return `${zipPath}${sealer.seal({ ...sealed, expiresAt: now() + ticketLifetimeMs })}`;
    },
    open(path, isForBytes, isResume = false) {
      const [token = '', query = ''] = path.split(/\?(.*)/s, 2);
      const opened = sealer.open(token);
      const parsed = opened.ok ? ticketSchema.safeParse(opened.value) : null;
      if (!parsed?.success) return fail({ code: 'ticket.invalid' });
      const { post: postUrl, items, thread, expiresAt } = parsed.data;
      const isExpired = expiresAt <= now();
      if (isExpired && !(isResume && now() < expiresAt + resumeGraceMs))
        return fail({ code: 'ticket.expired' });
      // A second '?' means that parameters were appended wrongly.
      if (query.includes('?')) return fail({ code: 'archive.unfit' });
      const params = new URLSearchParams(query);
      const proofToken = params.get('pass');
      const isLocked = authorizesToken !== null && isForBytes && !authorizesToken(proofToken, postUrl);
      if (isLocked && !(isResume && authorizesToken(proofToken, postUrl, resumeGraceMs)))
        return fail({ code: 'ticket.locked' });
      const indexes = parseSelection(params, items.length);
      if (!indexes) return fail({ code: 'archive.unfit' });
      const name = params.get('name');
      const template = name ? parseFilenameTemplate(name) : null;
      if (template?.ok === false) return fail({ code: 'archive.unfit', cause: template.error });
      const selection = indexes.map((index) => ({ index, shortId: items[index - 1] ?? '' }));
      return ok({
        postUrl,
        isThread: thread === true,
        count: items.length,
        selection,
        template: template?.value ?? null,
        ...((isExpired || isLocked) && { resumeOnly: true }),
      });
    },
  };
}

function parseSelection(params: URLSearchParams, count: number): number[] | null {
  const values = [...params.getAll('items').flatMap((list) => list.split(',')), ...params.getAll('item')];
  const selection = values.filter((value) => value !== '');
  if (selection.length === 0) return Array.from({ length: count }, (_, index) => index + 1);
  if (!selection.every((value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= count)) return null;
  return [...new Set(selection.map(Number))].sort((a, b) => a - b);
}
