import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Locale } from '#i18n/locales.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { searchTermLimits } from '../contract.ts';

export interface TermCount {
  day: string;
  locale: Locale;
  term: string;
  searches: number;
}

interface CountedTerm extends TermCount {
  /** HMACs, which differ per term. Null once there were enough of them. */
  clients: Set<string> | null;
  written: number;
}

/** Counts in memory. Only terms that several clients search for leave it. */
export function createSearchTermCounter() {
  const counted = new LRUCache<string, CountedTerm>({ max: searchTermLimits.counted });
  /** New terms of today, per client. */
  const additions = new LRUCache<string, number>({ max: searchTermLimits.clients });
  let today = { day: '', key: randomBytes(32) };
  let stored = { day: '', terms: 0 };

  /** Forgets the clients of earlier days. */
  function startDay(day: string): void {
    if (day === today.day) return;
    today = { day, key: randomBytes(32) };
    additions.clear();
    for (const [key, entry] of [...counted]) if (entry.clients && entry.day !== day) counted.delete(key);
  }

  const hash = (...parts: string[]) =>
    createHmac('sha256', today.key).update(parts.join('\0')).digest('base64url').slice(0, 16);

  function createEntry(day: string, locale: Locale, term: string, client: string): CountedTerm | null {
    const hashed = hash(client);
    const added = additions.get(hashed) ?? 0;
    if (added >= searchTermLimits.newPerClient) return null;
    additions.set(hashed, added + 1);
    return { day, locale, term, searches: 0, clients: new Set(), written: 0 };
  }

  return {
    startDay,
    add(day: string, search: { locale: Locale; text: string; client: string }): void {
      const { locale, text, client } = search;
      const term = normalizeSearchTerm(text);
      if (term === null) return;
      startDay(day);
      const key = `${day} ${locale} ${term}`;
      const entry = counted.get(key) ?? createEntry(day, locale, term, client);
      if (!entry) return;
      entry.searches += 1;
      entry.clients?.add(hash(client, locale, term));
      if (entry.clients?.size === searchTermLimits.minClients) entry.clients = null;
      counted.set(key, entry);
    },
    /** What may be stored and isn't yet. Call `markWritten` once it is. */
    listUnwritten(): TermCount[] {
      const frequent = [...counted.values()].filter(
        ({ clients, searches, written }) => clients === null && searches > written,
      );
      const rows: TermCount[] = [];
      let { day: storedDay, terms } = stored;
      for (const { day, locale, term, searches, written } of frequent) {
        if (day !== storedDay) [storedDay, terms] = [day, 0];
        if (written === 0 && terms >= searchTermLimits.storedPerDay) continue;
        if (written === 0) terms += 1;
        rows.push({ day, locale, term, searches: searches - written });
      }
      return rows;
    },
    markWritten(rows: readonly TermCount[]): void {
      for (const { day, locale, term, searches } of rows) {
        const entry = counted.peek(`${day} ${locale} ${term}`);
        if (day !== stored.day) stored = { day, terms: 0 };
        if (!entry || entry.written === 0) stored.terms += 1;
        if (entry) entry.written += searches;
      }
    },
  };
}

/** Email addresses, handles, URLs, IP addresses, paths and names of files. */
const address = /[@/\\:_#]|\S\.\S|www\./;
/** A telephone number, an id or a date. A year or a resolution is shorter. */
const longNumber = /\p{N}(?:[\s().,+-]*\p{N}){5,}/u;
/** A word of this length with digits, or with capitals inside, may be the code of a post or a token. */
const minCodeLength = 9;

/** The form in which a search is counted; null if it may be about a person or a link. */
export function normalizeSearchTerm(text: string): string | null {
  const line = normalizeLine(text).normalize('NFKC');
  if (address.test(line) || longNumber.test(line) || hasCode(line)) return null;
  const term = line.toLowerCase();
  const length = Array.from(term).length;
  if (length < 2 || length > searchTermLimits.characters) return null;
  return /\p{L}/u.test(term) ? term : null;
}

function hasCode(line: string): boolean {
  return line
    .split(' ')
    .filter((word) => word.length >= minCodeLength)
    .some((word) => /\d/.test(word) || /\p{Lu}/u.test(word.replace(/^\P{Ll}+/u, '')));
}
