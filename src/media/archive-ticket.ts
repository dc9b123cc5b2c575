import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type NameTemplate, readTemplate } from '#names/read-template.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Sealer } from '#platform/sealed-token.ts';
import {
  archiveFilesLimit,
  archivePath,
  type MediaError,
  resumeGraceMs,
  ticketLifetimeMs,
} from './contract.ts';
import type { AdmitPass } from './open-ticket.ts';

const ticketShape = z.strictObject({
  post: z.string(),
  items: z.array(z.string()),
  thread: z.literal(true).exactOptional(),
  expiresAt: z.number(),
});

/** With it, and with so many items, the token stays under its limit whatever the ids are. */
const maxPostUrlLength = 300;

/** What an address of a ZIP asks for. */
export interface AskedArchive {
  postUrl: string;
  /** The items are those of the whole thread around the post. */
  isThread: boolean;
  /** Items of the answer it came with. */
  count: number;
  /** Places in that answer, from 1, in order; with the marks of their ids (`markOf`). */
  chosen: { index: number; mark: string }[];
  /** How its files are called; null for the usual names. */
  template: NameTemplate | null;
  /** The address, or its pass, is over: good for the rest of a ZIP whose validator is brought, and for nothing else. */
  onlyRest?: true;
}

export interface ArchiveTickets {
  /** The address, or null where there are not several items. */
  issue(postUrl: string, itemIds: readonly string[], isThread: boolean): string | null;
  /**
   * `address` is what follows `/media/zip/`. `forBytes`: to give the files, which may need a pass. `isRest`: the request
   * is one of `readResume`; whether its validator is right is seen when the ZIP is laid out.
   */
  open(address: string, forBytes: boolean, isRest?: boolean): Result<AskedArchive, MediaError>;
}

/** A short name of an item: 48 bits tell the items of one post apart, and 20 addresses of files would be too long to seal. */
export function markOf(itemId: string): string {
  return createHash('sha256').update(itemId).digest('base64url').slice(0, 8);
}

export function createArchiveTickets(options: {
  sealer: Sealer;
  now: () => number;
  /** null: no pass is asked for. */
  admits: AdmitPass | null;
}): ArchiveTickets {
  const { sealer, now, admits } = options;
  return {
    issue(postUrl, itemIds, isThread) {
      if (itemIds.length < 2 || itemIds.length > archiveFilesLimit) return null;
      if (postUrl.length > maxPostUrlLength) return null;
      const items = itemIds.map(markOf);
      const sealed = { post: postUrl, items, ...(isThread && { thread: true }) };
      return `${archivePath}${sealer.seal({ ...sealed, expiresAt: now() + ticketLifetimeMs })}`;
    },
    open(address, forBytes, isRest = false) {
      const [token = '', query = ''] = address.split(/\?(.*)/s, 2);
      const opened = sealer.open(token);
      const shaped = opened.ok ? ticketShape.safeParse(opened.value) : null;
      if (!shaped?.success) return fail({ code: 'ticket.invalid' });
      const { post: postUrl, items, thread, expiresAt } = shaped.data;
      const isOver = expiresAt <= now();
      if (isOver && !(isRest && now() < expiresAt + resumeGraceMs)) return fail({ code: 'ticket.expired' });
      // Somebody's choice, or name, put behind a pass with the wrong mark: not to be left out unsaid.
      if (query.includes('?')) return fail({ code: 'archive.unfit' });
      const asked = new URLSearchParams(query);
      const pass = asked.get('pass');
      const isLocked = admits !== null && forBytes && !admits(pass, postUrl);
      if (isLocked && !(isRest && admits(pass, postUrl, resumeGraceMs)))
        return fail({ code: 'ticket.locked' });
      const indexes = readChoice(asked, items.length);
      if (!indexes) return fail({ code: 'archive.unfit' });
      const name = asked.get('name');
      const template = name ? readTemplate(name) : null;
      if (template?.ok === false) return fail({ code: 'archive.unfit', cause: template.error });
      const chosen = indexes.map((index) => ({ index, mark: items[index - 1] ?? '' }));
      return ok({
        postUrl,
        isThread: thread === true,
        count: items.length,
        chosen,
        template: template?.value ?? null,
        ...((isOver || isLocked) && { onlyRest: true }),
      });
    },
  };
}

/** `items=1,3` of a link, `item=1&item=3` of a form; all where neither says anything. null where there is no such item. */
function readChoice(asked: URLSearchParams, count: number): number[] | null {
  const named = [...asked.getAll('items').flatMap((list) => list.split(',')), ...asked.getAll('item')];
  const chosen = named.filter((name) => name !== '');
  if (chosen.length === 0) return Array.from({ length: count }, (_, place) => place + 1);
  if (!chosen.every((name) => /^[1-9]\d{0,2}$/.test(name) && Number(name) <= count)) return null;
  return [...new Set(chosen.map(Number))].sort((one, other) => one - other);
}
