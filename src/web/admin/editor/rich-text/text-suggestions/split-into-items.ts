import type { Fragment } from '@tiptap/pm/model';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { plainLine, type SelectedLine } from './tagged-text.ts';

const listSeparator = /(?<!\s)\s*[;；]\s*/g;
/** Not the commas in numbers. */
const wordSeparator =
  /(?<!\s)\s*(?:(?<!\d),|,(?!\d)|[，、])\s*(?:(?:and|or|y|e|o|et|ou|und|oder|和|và|dan|และ)\s+)?/gu;

/**
 * The items of a list by rule: the lines of the selection, or else the parts of its one line at line breaks,
 * semicolons, sentences or commas. Formatting stays.
 */
export function splitIntoItems(lines: readonly SelectedLine[], locale: Locale): Fragment[] {
  const [only, ...more] = lines;
  if (!only || more.length > 0) return lines.map(({ content }) => content);
  const { content } = only;
  // Objects take one position each, as characters do.
  const text = content.textBetween(0, content.size, '', (node) =>
    node.type.name === 'hardBreak' ? '\n' : '\ufffc',
  );
  const ways = [
    splitAt(text, /\n/g),
    splitAt(text, listSeparator),
    splitSentences(text, locale),
    splitAt(text, wordSeparator),
  ];
  const parts = ways.find(({ length }) => length > 1) ?? [[0, text.length]];
  return parts.map(([from, to]) => content.cut(from, to)).filter((part) => plainLine(part).trim() !== '');
}

type Part = readonly [from: number, to: number];

function splitAt(text: string, separator: RegExp): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(separator)) {
    parts.push([at, match.index]);
    at = match.index + match[0].length;
  }
  return trimParts(text, [...parts, [at, text.length]]);
}

function splitSentences(text: string, locale: Locale): Part[] {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'sentence' });
  const parts = [...segmenter.segment(text)].map(
    ({ index, segment }): Part => [index, index + segment.length],
  );
  return trimParts(text, parts);
}

function trimParts(text: string, parts: readonly Part[]): Part[] {
  return parts
    .map(([from, to]): Part => {
      const part = text.slice(from, to);
      const start = from + part.length - part.trimStart().length;
      return [start, start + part.trim().length];
    })
    .filter(([from, to]) => to > from);
}
