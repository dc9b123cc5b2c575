import { createHash } from 'node:crypto';
import { z } from 'zod';
import { typeOfDefaultFilename } from '#filenames/filename.ts';
import { type FilenameTemplate, parseFilenameTemplate } from '#filenames/template.ts';
import type { Sealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaItem, MediaType, Rendition, ThreadsPost } from '#threads/contract.ts';
import {
  type Conversion,
  conversions,
  type IssueTicket,
  type MediaError,
  maxZipFiles,
  mediaPath,
  resumeGraceMs,
  type Ticket,
  ticketLifetimeMs,
  zipPath,
} from './contract.ts';
import { limitMetadata, toFileMetadata } from './file-metadata.ts';
import type { EntityTagger } from './range.ts';
import type { ValidateMediaUrl } from './upstream-client.ts';

const ticketSchema = z.strictObject({
  url: z.string(),
  name: z.string(),
  format: z.string(),
  purpose: z.enum(['attachment', 'inline']),
  conversions: z.array(z.enum(conversions)).exactOptional(),
  metadata: z
    .strictObject({
      author: z.string(),
      link: z.string(),
      date: z.string().exactOptional(),
      alt: z.string().exactOptional(),
    })
    .exactOptional(),
  expiresAt: z.number(),
  item: z.strictObject({
    postUrl: z.string(),
    thread: z.literal(true).exactOptional(),
    itemId: z.string(),
    format: z.string(),
    part: z.enum(['file', 'thumbnail']),
  }),
}) satisfies z.ZodType<Ticket>;

export interface ValidTicket extends Ticket {
  /** null for tickets without a default name. */
  type: MediaType | null;
  /** The conversion in the URL. */
  as?: Conversion;
  /** Expired: only a resume with a matching validator is allowed. */
  resumeOnly?: true;
}

/** `path`: after `/media/`. `isForBytes` may require a proof token; a file's name and length never do. */
export type OpenTicket = (
  path: string,
  isForBytes?: boolean,
  validator?: string | null,
) => Result<ValidTicket, MediaError>;

export type AuthorizesToken = (proofToken: string | null, postUrl: string, graceMs?: number) => boolean;

/** Checks the host on every use, because the allowlist may have become shorter. */
export function createTicketOpener(options: {
  sealer: Sealer;
  validateUrl: ValidateMediaUrl;
  tagger: Pick<EntityTagger, 'matchesUrl'>;
  now: () => number;
  /** null: file URLs work without a proof of work. */
  proofCheck(): AuthorizesToken | null;
}): OpenTicket {
  return (path, isForBytes = true, validator = null) => {
    const authorizes = options.proofCheck();
    const parts = parseTicketUrl(path);
    if (!parts || (parts.pass !== null && !authorizes)) return fail({ code: 'ticket.invalid' });
    const { token, pass: proofToken, as, name } = parts;
    const opened = options.sealer.open(token);
    if (!opened.ok) return fail({ code: 'ticket.invalid' });
    const parsed = ticketSchema.safeParse(opened.value);
    if (!parsed.success) return fail({ code: 'ticket.invalid', cause: parsed.error });
    const { url, expiresAt, item } = parsed.data;
    const isHostAllowed = options.validateUrl(url) !== null;
    // Only a client that received this file knows the start of its validator.
    const isResume =
      validator !== null &&
      as === null &&
      item.part === 'file' &&
      isHostAllowed &&
      options.tagger.matchesUrl(url, validator);
    const isExpired = expiresAt <= options.now();
    if (isExpired && !(isResume && options.now() < expiresAt + resumeGraceMs))
      return fail({ code: 'ticket.expired' });
    if (!isHostAllowed) return fail({ code: 'ticket.invalid', cause: 'host' });
    // Thumbnails need no proof token. The file itself does, even inline.
    const isLocked =
      authorizes !== null && isForBytes && item.part === 'file' && !authorizes(proofToken, item.postUrl);
    if (isLocked && !(isResume && authorizes(proofToken, item.postUrl, resumeGraceMs)))
      return fail({ code: 'ticket.locked' });
    if (as !== null && !parsed.data.conversions?.includes(as))
      return fail({ code: 'conversion.unavailable' });
    return ok({
      ...parsed.data,
      // The name in the URL replaces the one that says the type.
      type: typeOfDefaultFilename(parsed.data.name),
      ...(name !== null && { name }),
      ...(as !== null && { as }),
      ...((isExpired || isLocked) && { resumeOnly: true }),
    });
  };
}

// CDN URLs have 400 to 1,100 characters. These limits, and `maxZipFiles`, keep tokens below their maximum length.
const maxUrlLength = 2_000;
const maxItemIdLength = 128;
const maxPostUrlLength = 300;

export function createTicketIssuer(options: {
  sealer: Sealer;
  validateUrl: ValidateMediaUrl;
  now: () => number;
}): IssueTicket {
  return ({ url, name, format, purpose, item, conversions, metadata }) => {
    const target = options.validateUrl(url);
    const isBounded =
      url.length <= maxUrlLength &&
      item.itemId.length <= maxItemIdLength &&
      item.postUrl.length <= maxPostUrlLength;
    if (!target || !isBounded || target.url.href.length > maxUrlLength) return null;
    const expiresAt = options.now() + ticketLifetimeMs;
    const limited = metadata && limitMetadata(metadata, url.length);
    const ticket: Ticket = {
      url,
      name,
      format,
      purpose,
      item,
      expiresAt,
      ...(conversions && { conversions }),
      ...(limited && { metadata: limited }),
    };
    return `${mediaPath}${options.sealer.seal(ticket)}`;
  };
}

interface TicketUrl {
  token: string;
  pass: string | null;
  as: Conversion | null;
  /** Chosen by the client, not sanitized yet. */
  name: string | null;
}

const patterns = {
  pass: /^[\w-]+$/,
  as: new RegExp(`^(?:${conversions.join('|')})$`),
  name: /^[^&]*$/,
};

export function parseTicketUrl(path: string): TicketUrl | null {
  const queryIndex = path.indexOf('?');
  if (queryIndex < 0) return { token: path, pass: null, as: null, name: null };
  const values: Record<keyof typeof patterns, string | null> = { pass: null, as: null, name: null };
  for (const part of path.slice(queryIndex + 1).split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2);
    if (!isKnown(name) || values[name] !== null || !patterns[name].test(value)) return null;
    values[name] = value;
  }
  const as = conversions.find((conversion) => conversion === values.as) ?? null;
  // Invalid UTF-8 is replaced, not rejected.
  const name = new URLSearchParams(`name=${values.name ?? ''}`).get('name') || null;
  return { token: path.slice(0, queryIndex), pass: values.pass, as, name };
}

function isKnown(name: string): name is keyof typeof patterns {
  return Object.hasOwn(patterns, name);
}

export function createUnsealedTicket(post: ThreadsPost, item: MediaItem, { url, format }: Rendition): Ticket {
  return {
    url,
    name: '',
    format,
    purpose: 'attachment',
    expiresAt: 0,
    item: {
      postUrl: post.url,
      itemId: item.id,
      format,
      part: 'file',
      ...(item.source.post && { thread: true }),
    },
    metadata: toFileMetadata(post, item),
  };
}

const zipTicketSchema = z.strictObject({
  post: z.string(),
  items: z.array(z.string()),
  thread: z.literal(true).exactOptional(),
  expiresAt: z.number(),
});

export interface ZipRequest {
  postUrl: string;
  isThread: boolean;
  count: number;
  /** Indexes in the extract response, from 1, ascending. */
  selection: { index: number; shortId: string }[];
  template: FilenameTemplate | null;
  resumeOnly?: true;
}

export type ZipTickets = ReturnType<typeof createZipTickets>;

/** 48 bits distinguish the items of one post; full ids or URLs would make the token too long. */
export function shortId(itemId: string): string {
  return createHash('sha256').update(itemId).digest('base64url').slice(0, 8);
}

export function createZipTickets(options: {
  sealer: Sealer;
  now: () => number;
  proofCheck(): AuthorizesToken | null;
}) {
  const { sealer, now, proofCheck } = options;
  return {
    issue(postUrl: string, itemIds: readonly string[], isThread: boolean): string | null {
      if (itemIds.length < 2 || itemIds.length > maxZipFiles) return null;
      if (postUrl.length > maxPostUrlLength) return null;
      const items = itemIds.map(shortId);
      const sealed = { post: postUrl, items, ...(isThread && { thread: true }) };
      return `${zipPath}${sealer.seal({ ...sealed, expiresAt: now() + ticketLifetimeMs })}`;
    },
    /** `path`: after `/media/zip/`. `isResume`: the caller checks the validator once the ZIP is laid out. */
    open(path: string, isForBytes: boolean, isResume = false): Result<ZipRequest, MediaError> {
      const authorizesToken = proofCheck();
      const [token = '', query = ''] = path.split(/\?(.*)/s, 2);
      const opened = sealer.open(token);
      const parsed = opened.ok ? zipTicketSchema.safeParse(opened.value) : null;
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
