import {
  headingPattern,
  languageLabelPattern,
  noteLabelPattern,
  noteWordPattern,
  speaksOfTask,
  weakLabelPattern,
} from './chatter-patterns.ts';
import { foldPhrase } from './find-refusal.ts';

/** What an answer may begin or end with, because its source does. */
export interface OwnParts {
  hasStart(text: string, start: string): boolean;
  hasOffer(text: string, offer: string): boolean;
  hasNote(): boolean;
}

export const sentenceStart =
  /(?<=[.!?…。！？]["'”’»)*_]{0,2})\s+(?=\S)|(?<=[。！？])(?=\S)|[\r\n]+\s*(?=\S)/gu;

export const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export function describeMaterial(source: string): OwnParts {
  const folded = foldPhrase(source);
  const lowercase = source.toLowerCase();
  const lines = new Set(lowercase.split('\n').map((line) => line.trim()));
  return {
    hasStart(text, start) {
      const own = start.trim().toLowerCase();
      if (headingPattern.test(start)) return lines.has(own);
      // "Result: the team won" is a sentence.
      if (weakLabelPattern.test(start) && /^\p{Ll}/u.test(text.slice(start.length))) return true;
      // A text about Spanish may well begin with "Spanish:".
      return (
        lowercase.includes(own) || (languageLabelPattern.test(start) && folded.includes(foldPhrase(start)))
      );
    },
    hasOffer: (_text, offer) => folded.includes(foldPhrase(offer)),
    hasNote: () => noteLabelPattern.test(source),
  };
}

/** The beginning of "Result – the team won", which may become a label. */
const sourceHead = /^[^–—:：,.!?，。！？]{1,60}?(?=\s[–—-]\s|[,.!?:：，。！？])/u;

/** A translation has no more colons, exclamation marks and sentences than its original, unless something was added. */
export function describeOriginal(source: string): OwnParts {
  const head = sourceHead.exec(source)?.[0] ?? '';
  const hasOwnHead = speaksOfTask(head) || weakLabelPattern.test(`${head}:`);
  const hasNoMore = (text: string, pattern: RegExp) =>
    countMatches(text, pattern) <= countMatches(source, pattern);
  const hasNoMoreSentences = (text: string) =>
    countMatches(text.trim(), sentenceStart) <=
    countMatches(source, /\p{Script=Thai}/u.test(source) ? /\s+/g : sentenceStart);
  return {
    hasStart: (text, start) =>
      /[:：][*_\s]*$/u.test(start) ? hasOwnHead || hasNoMore(text, /[:：]/gu) : hasNoMoreSentences(text),
    hasOffer: hasNoMoreSentences,
    hasNote: () => noteWordPattern.test(source),
  };
}
