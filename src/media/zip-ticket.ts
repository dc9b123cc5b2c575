import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type FilenameTemplate, parseFilenameTemplate } from '#filenames/template.ts';
import type { Sealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type MediaError, maxZipFiles, resumeGraceMs, ticketLifetimeMs, zipPath } from './contract.ts';
import type { AuthorizesToken } from './tickets/file-ticket.ts';

const ticketSchema = z.strictObject({
  post: z.string(),
  items: z.array(z.string()),
  thread: z.literal(true).exactOptional(),
  expiresAt: z.number(),
});

/** With this limit and `maxZipFiles`, the token stays below its maximum length. */
const maxPostUrlLength = 300;

export interface ZipRequest {
  postUrl: string;
  isThread: boolean;
  count: number;
  /** Indexes in the extract response, from 1, ascending, with the `shortId` of each item. */
  selection: { index: number; shortId: string }[];
  template: FilenameTemplate | null;
  /** The ticket or proof token has expired: only a resume with a matching validator is allowed. */
  resumeOnly?: true;
}

export interface ZipTickets {
  /** Returns the URL, or null if the post has fewer than two items or exceeds a limit. */
  issue(postUrl: string, itemIds: readonly string[], isThread: boolean): string | null;
  /**
   * `path` is the part of the URL after `/media/zip/`. `isForBytes` may require a proof token. `isResume`:
   * `parseIfRange` found a validator; the caller checks it once the ZIP is laid out.
   */
  open(path: string, isForBytes: boolean, isResume?: boolean): Result<ZipRequest, MediaError>;
}

/** 48 bits distinguish the items of one post. Sealing 20 file URLs would make the token too long. */
export function shortId(itemId: string): string {
  return createHash('sha256').update(itemId).digest('base64url').slice(0, 8);
}

export function createZipTickets(options: {
  sealer: Sealer;
  now: () => number;
  /** null if no proof token is required. */
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
      // A second '?' means that a selection or name was appended wrongly. Don't ignore it silently.
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

/** From `items=1,3` or `item=1&item=3`; all items if neither is present, null if an item does not exist. */
function parseSelection(params: URLSearchParams, count: number): number[] | null {
  const values = [...params.getAll('items').flatMap((list) => list.split(',')), ...params.getAll('item')];
  const selection = values.filter((name) => name !== '');
  if (selection.length === 0) return Array.from({ length: count }, (_, index) => index + 1);
  if (!selection.every((name) => /^[1-9]\d{0,2}$/.test(name) && Number(name) <= count)) return null;
  return [...new Set(selection.map(Number))].sort((a, b) => a - b);
}
