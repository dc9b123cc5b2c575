import {
  agreementCommaPattern,
  placeholderPattern,
  speaksOfAgreeing,
  speaksOfTask,
  speaksOfTranslating,
} from './chatter-patterns.ts';
import { countMatches, sentenceStart } from './own-parts.ts';

/** Human translations have no more of them than their originals: none of 185,000 that were compared. */
const neverAdded = [/[[【〔]/gu, /[=→⇒|]/gu, /[\r\n]+/gu, /\s\/\s/gu, /(?:…|\.\.\.)$/gu];
const listMarker = /^(?:[-*•–>]|#{1,6}|\d{1,2}[.)])\s+/;
/** Of a title or another phrase, the translation is one too. */
const separators = /[.!?…:;,()"“”„«»。！？：；，、（）「」\n\p{Script=Thai}]|\s[–—-]\s/u;
/** The lookbehind keeps it linear: only the start of a run of spaces is tried. */
const spaceBeforeTag = /(?<!\s)\s+(?=<\d+\/>)/g;
const breakAfterTag = /(?<=<\d+\/>)[ \t]*[\r\n]+/g;

const bracketHead = /^[[(（【]([^[\]()（）【】\n]{1,40})[\])）】]\s*[:：\-–]?\s*(?=[^\s.。])/u;
/** Up to a colon or a quotation mark. */
const colonHead = /^([^:：\n"“«„「『.!?。！？()（）[\]]{1,60})(?:[:：]\s*|(?=["“«„「『]))/u;
const trailingRemark =
  /\s?(?:\(([^()]{1,600})\)|（([^（）]{1,600})）|\[([^[\]]{1,600})\]|【([^【】]{1,600})】)[.。]?$/u;
const quotes = /["“”„«»「」『』]/u;
const quotedWhole = /^["“„«「『][^"“”„«»「」『』]*["“”»」』][.。]?$/u;

/**
 * Compares a translation with its original: what translators never add is no part of it. A list of phrases would
 * always lack one.
 */
export function createTranslationComparison(source: string) {
  const hasMore = (text: string, pattern: RegExp) =>
    countMatches(text, pattern) > countMatches(source, pattern);
  const isAboutTask = speaksOfTask(source) || ambiguousWords.test(source);
  const isSentence =
    (source.split(/\s+/).length > 3 && source.length > 25) ||
    /[\p{Script=Han}\p{Script=Thai}]{12}/u.test(source);
  const isPhrase = source.length <= 80 && !separators.test(source.trim().replace(/[?!？！]$/u, ''));
  const asksNothing = !/[?？吗呢\p{Script=Thai}]/u.test(source);

  return {
    /** Each block is checked in `translation/blocks/check-block.ts`. */
    isInOtherLanguage: () => false,
    /** "[Spanish] ", "La traducción es: " */
    findAddedStart(text: string): string | null {
      const marker = listMarker.exec(text)?.[0];
      if (marker !== undefined && !listMarker.test(source)) return marker;
      const agreement = agreementCommaPattern.exec(text)?.[0];
      if (agreement !== undefined && !speaksOfAgreeing(source)) return agreement;
      const bracket = bracketHead.exec(text)?.[0];
      if (bracket !== undefined && !/^[[(（【]/.test(source)) return bracket;
      const head = colonHead.exec(text);
      if (!head?.[1] || isAboutTask || !speaksOfTask(head[1])) return null;
      return hasMore(text, /[:："“«„「『]/gu) ? head[0] : null;
    },
    /** "(literally: …)" */
    removeAddedEnd(text: string): string {
      const remark = trailingRemark.exec(text);
      if (remark && hasMore(text, /[(（[【]/gu)) {
        const inner = remark.slice(1).find((part) => part !== undefined) ?? '';
        const isSentence = /[.!?。！？]\s*$/u.test(text.slice(0, remark.index));
        const isRemark =
          isSentence ||
          /[:：[【=]/.test(remark[0]) ||
          (!isAboutTask && (isPhrase ? speaksOfTask : speaksOfTranslating)(inner));
        if (isRemark && remark.index > 0) return text.slice(0, remark.index).trimEnd();
      }
      const last = [...text.matchAll(sentenceStart)].at(-1);
      const isAddedQuestion = last && asksNothing && /[?？]$/.test(text) && hasMore(text, sentenceStart);
      return isAddedQuestion ? text.slice(0, last.index).trimEnd() : text;
    },
    /** Two translations, a placeholder or a remark. */
    isForeign(output: string): boolean {
      const text = output
        .replace(spaceBeforeTag, (space) => (/[\r\n]/.test(space) ? ' ' : space))
        .replace(breakAfterTag, ' ');
      return (
        neverAdded.some((pattern) => hasMore(text, pattern)) ||
        (/^[(（]/.test(text) && !/^[(（]/.test(source)) ||
        isTwice(text) ||
        (isCapital(text) && !isCapital(source)) ||
        (quotedWhole.test(text) && !quotes.test(source)) ||
        (isPhrase && (/[:：]\s*\S/.test(text) || countMatches(text, sentenceStart) > 0)) ||
        (isPhrase && asksNothing && /[?？]/.test(text)) ||
        (!isAboutTask && speaksOfTranslating(text)) ||
        (isSentence && placeholderPattern.test(text))
      );
    },
  };
}

/** "To translate", and much else. */
const ambiguousWords = /(?<!\p{L})dịch(?!\p{L})|แปล/iu;

/** Not "again and again". */
const minRepeatedWords = 3;

function isTwice(text: string): boolean {
  const half = text.slice(0, Math.ceil(text.length / 2)).trim();
  if (half !== text.slice(Math.floor(text.length / 2)).trim()) return false;
  const isUnspaced = /[\p{Script=Han}\p{Script=Thai}]{6}/u.test(half);
  return isUnspaced || new Set(half.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)).size >= minRepeatedWords;
}

const isCapital = (text: string) =>
  /^(?=.*\p{Lu}{3})\P{Ll}*$/u.test(text) && countMatches(text, /\p{Lu}/gu) >= 12;
