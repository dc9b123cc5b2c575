import { getWordSegmenter } from '#i18n/formats.ts';
import type { Locale } from '#i18n/locales.ts';
import { createEventLoopYield } from '#platform/limits/event-loop.ts';
import { type BlogReader, searchLengthMax } from './contract.ts';

/** A published post that a phrase of a text could link to. */
export interface LinkTarget {
  id: string;
  title: string;
  slug: string;
  /** As it is in the text. */
  phrase: string;
}

const searchesMax = 12;
const postsPerSearch = 10;
const linksMax = 6;
/** In characters. A shorter word says too little by itself to be searched or linked. */
const wordLengthMin = 4;
const singleWordLengthMin = 6;
const phraseLengthMin = 7;
/** In scripts whose words are shorter. */
const denseScript = /[\p{sc=Han}\p{sc=Thai}]/u;

interface Word {
  folded: string;
  from: number;
  to: number;
}

interface Candidate extends LinkTarget {
  from: number;
  to: number;
}

/**
 * Phrases of a text that are in the title of a published post of that language, longest first. Each post and
 * each part of the text comes once. A phrase is within one line.
 */
export async function findLinkTargets(
  reader: Pick<BlogReader, 'listPosts'>,
  { locale, text, postId }: { locale: Locale; text: string; postId: string | null },
): Promise<LinkTarget[]> {
  const lines = text.split('\n');
  const words = new Set(lines.flatMap((line) => splitWords(locale, line).map(({ folded }) => folded)));
  const searched = [...words]
    .filter((word) => countLetters(word) >= wordLengthMin)
    .toSorted((a, b) => countLetters(b) - countLetters(a))
    .slice(0, searchesMax);
  const posts = new Map<string, { id: string; title: string; slug: string; titleWords: Word[] }>();
  for (const search of searched) {
    const found = await reader.listPosts({
      locale,
      page: 1,
      pageSize: postsPerSearch,
      search: search.slice(0, searchLengthMax),
      category: '',
      tag: '',
    });
    for (const { id, title, slug } of found.posts) {
      if (id !== postId && !posts.has(id))
        posts.set(id, { id, title, slug, titleWords: splitWords(locale, title) });
    }
  }
  const candidates: Candidate[] = [];
  const yieldToEventLoop = createEventLoopYield();
  let offset = 0;
  for (const line of lines) {
    await yieldToEventLoop();
    const lineWords = splitWords(locale, line);
    for (const { titleWords, ...post } of posts.values()) {
      const match = findSharedPhrase(lineWords, titleWords);
      if (!match) continue;
      const { from, to } = match;
      candidates.push({ ...post, phrase: line.slice(from, to), from: offset + from, to: offset + to });
    }
    offset += line.length + 1;
  }
  return selectTargets(candidates);
}

function selectTargets(candidates: readonly Candidate[]): LinkTarget[] {
  const selected: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.phrase.length - a.phrase.length)) {
    const isFree = selected.every(
      ({ id, from, to }) => id !== candidate.id && (candidate.to <= from || candidate.from >= to),
    );
    if (isFree) selected.push(candidate);
  }
  return selected.slice(0, linksMax).map(({ id, title, slug, phrase }) => ({ id, title, slug, phrase }));
}

function splitWords(locale: Locale, text: string): Word[] {
  return Array.from(getWordSegmenter(locale).segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      folded: segment.normalize('NFC').toLowerCase(),
      from: index,
      to: index + segment.length,
    }));
}

/** The longest run of words of the text that is in the title too, without short words at its ends. */
function findSharedPhrase(
  text: readonly Word[],
  title: readonly Word[],
): { from: number; to: number } | null {
  let best: Word[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let at = 0; at < title.length; at += 1) {
      let length = 0;
      while (title[at + length] && title[at + length]?.folded === text[start + length]?.folded) length += 1;
      const run = trimShortWords(text.slice(start, start + length));
      if (isSpecific(run) && countAll(run) > countAll(best)) best = run;
    }
  }
  const [first, last] = [best[0], best.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

function trimShortWords(run: readonly Word[]): Word[] {
  const isLong = ({ folded }: Word) => countLetters(folded) > 2;
  return run.slice(Math.max(0, run.findIndex(isLong)), run.findLastIndex(isLong) + 1);
}

function isSpecific(run: readonly Word[]): boolean {
  const hasLongWord = run.some(({ folded }) => countLetters(folded) >= wordLengthMin);
  return hasLongWord && countAll(run) >= (run.length > 1 ? phraseLengthMin : singleWordLengthMin);
}

/** A Chinese character or a Thai letter counts for two. */
function countLetters(word: string): number {
  return denseScript.test(word) ? 2 * word.length : word.length;
}

const countAll = (run: readonly Word[]) => run.reduce((sum, { folded }) => sum + countLetters(folded), 0);
