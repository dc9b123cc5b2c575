import { and, asc, eq } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { post, redirect } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { decodeUriComponent } from '#platform/decode-uri.ts';
import type { RedirectTarget } from './contract.ts';
import type { CountCache } from './reading/count-cache.ts';

interface FormerAddress {
  path: string;
  query: string;
}

const lengthMax = 500;
/** The addresses of WordPress without permalinks. */
const idQuery = /^(?:p|page_id)=\d{1,18}$/;

/**
 * The form that redirects are stored and looked up in: decoded, in lower case, without a trailing slash. Null for
 * anything but a path of this site, with no query but `?p=123` or `?page_id=123`.
 */
export function parseFormerAddress(address: string): FormerAddress | null {
  if (!address.startsWith('/') || address.length > 4 * lengthMax) return null;
  const [encodedPath = '', search = ''] = address.split('#', 1)[0]?.split('?', 2) ?? [];
  const query = search.split('&').find((part) => idQuery.test(part)) ?? '';
  const decoded = decodeUriComponent(encodedPath);
  if (decoded === null || /[\p{Cc}\p{Cs}\ufffd]/u.test(decoded)) return null;
  const segments = decoded.split(/[/\\]/).filter((segment) => segment !== '');
  // The canonical path of an English page has no prefix.
  if (segments[0]?.toLowerCase() === 'en') segments.shift();
  const path = `/${segments.join('/')}`.normalize('NFC').toLowerCase();
  if (path.length > lengthMax || (path === '/' && query === '')) return null;
  return { path, query };
}

/** As it is exported. */
export function formatFormerAddress({ path, query }: FormerAddress): string {
  return path.split('/').map(encodeURIComponent).join('/') + (query === '' ? '' : `?${query}`);
}

/** Most sites have none, and their unknown paths then need no query. */
export async function hasRedirects(queries: Queries, cache: CountCache): Promise<boolean> {
  const { isAny } = await cache.getOrCount(null, ['redirects'], async () => {
    const rows = await queries.select({ postId: redirect.postId }).from(redirect).limit(1);
    return { isAny: rows.length > 0 };
  });
  return isAny;
}

/** Published posts only. */
export async function findRedirect(queries: Queries, address: string): Promise<RedirectTarget | null> {
  const former = parseFormerAddress(address);
  if (!former) return null;
  const [found] = await queries
    .select({ kind: post.kind, locale: post.locale, slug: post.slug })
    .from(redirect)
    .innerJoin(post, eq(post.id, redirect.postId))
    .where(
      and(eq(redirect.path, former.path), eq(redirect.query, former.query), eq(post.status, 'published')),
    );
  return found ? { ...found, locale: found.locale as Locale } : null;
}

/** Returns those that lead to the post now. The others lead to another post, or aren't addresses. */
export async function addRedirects(
  database: Pick<Database, 'transaction'>,
  postId: string,
  addresses: readonly string[],
): Promise<string[]> {
  return database.transaction(async (queries) => {
    await lockUntilCommit(queries, 'blogWrites');
    const added: string[] = [];
    for (const address of addresses) {
      const former = parseFormerAddress(address);
      if (!former) continue;
      await queries
        .insert(redirect)
        .values({ ...former, postId })
        .onConflictDoNothing();
      const row = await findRow(queries, former);
      if (row?.postId === postId) added.push(address);
    }
    return added;
  });
}

/** Those that `addRedirects` would return. */
export async function listFreeAddresses(
  queries: Queries,
  postId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const free: string[] = [];
  for (const address of addresses) {
    const former = parseFormerAddress(address);
    if (!former) continue;
    const row = await findRow(queries, former);
    if (!row || row.postId === postId) free.push(address);
  }
  return free;
}

export async function listRedirects(queries: Queries, postId: string): Promise<string[]> {
  const rows = await queries
    .select()
    .from(redirect)
    .where(eq(redirect.postId, postId))
    .orderBy(asc(redirect.path), asc(redirect.query));
  return rows.map(formatFormerAddress);
}

async function findRow(queries: Queries, { path, query }: FormerAddress) {
  const [row] = await queries
    .select({ postId: redirect.postId })
    .from(redirect)
    .where(and(eq(redirect.path, path), eq(redirect.query, query)));
  return row;
}
