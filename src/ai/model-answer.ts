import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  agreementPattern,
  alternativePattern,
  codeLabelPattern,
  countPattern,
  headingPattern,
  labelPattern,
  notePattern,
  offerPattern,
  offerStartPattern,
  preamblePattern,
  preambleStartPattern,
  rolePattern,
  trailingCountPattern,
  trailingNotePattern,
  weakLabelPattern,
} from './answer/chatter-patterns.ts';
import { createRefusalFinder } from './answer/find-refusal.ts';
import { describeMaterial, describeOriginal, sentenceStart } from './answer/own-parts.ts';
import { removeThoughts } from './answer/remove-thoughts.ts';
import { beginsLinesWithQuotes, beginsOpenQuote, stripQuotes } from './answer/strip-quotes.ts';
import { createTextComparison, selectFirstItem } from './answer/text-shape.ts';
import { createTranslationComparison } from './answer/translation-shape.ts';
import { createUnwrapper } from './answer/unwrap.ts';
import type { ModelErrorCode } from './contract.ts';

type AnswerErrorCode = Extract<ModelErrorCode, 'model.refused' | 'model.malformed'>;

export interface AnswerReader {
  /** Without thoughts, preamble, label, closing offer, translator's note and added quotation marks. */
  read(output: string): Result<string, AnswerErrorCode>;
  /** Of an output that is still being written. Empty while its beginning may be a preamble or a refusal. */
  readPartial(soFar: string): string;
  /** JSON or text. */
  removeThoughts(output: string): string;
  /** Reads every string of a JSON value. */
  readStrings(value: unknown): Result<unknown, AnswerErrorCode>;
}

interface AnswerOptions {
  /** The source is the original of a block, not the material of a prompt. */
  isTranslation?: boolean;
  /** The answer is one paragraph in this language. */
  paragraphIn?: Locale | undefined;
}

/**
 * The only place that turns the output of a model into an answer. What the source says itself is not removed: a
 * text may begin with "I'm sorry", quote a refusal or have a label.
 */
export function createAnswerReader(
  source: string,
  { isTranslation = false, paragraphIn }: AnswerOptions = {},
): AnswerReader {
  const refusals = createRefusalFinder(source, isTranslation);
  const own = isTranslation ? describeOriginal(source) : describeMaterial(source);
  const shape = isTranslation
    ? createTranslationComparison(source)
    : createTextComparison(source, paragraphIn ?? null);
  const unwrap = createUnwrapper(source);
  const hasQuotes = beginsLinesWithQuotes(source);
  const unquote = (text: string) => unwrap(hasQuotes ? text : stripQuotes(text));

  function read(output: string): Result<string, AnswerErrorCode> {
    const text = removeEnd(removeStart(removeThoughts(removeInvisible(output), source)));
    if (refusals.isRefusal(text)) return fail('model.refused');
    return isEmpty(text) || shape.isForeign(text) ? fail('model.malformed') : ok(text);
  }

  /** Signs only, or everything in brackets, unlike the source. */
  function isEmpty(text: string): boolean {
    const hasWords = /[\p{L}\p{N}]/u;
    if (text === '' || (hasWords.test(source) && !hasWords.test(text))) return true;
    return /^[[{].*[\]}]$/s.test(text) && !source.includes(text.charAt(0));
  }

  function removeInvisible(text: string): string {
    return text.replace(invisible, (sign) => (source.includes(sign) ? sign : ''));
  }

  function readPartial(soFar: string): string {
    const text = removeStart(removeThoughts(removeInvisible(soFar), source));
    const lastStart = findLastStart(text);
    const last = text.slice(lastStart);
    if (lastStart === 0 && (preambleStartPattern.test(text) || refusals.mayBecomeRefusal(text))) return '';
    if (refusals.isRefusal(text) || (!hasQuotes && beginsOpenQuote(text))) return '';
    if (/^[[{`*_]/.test(text) && !source.includes(text.charAt(0))) return '';
    // May be the first of several answers.
    if (paragraphIn && /^(?:\d{1,2}[.)]|[-•–])/.test(text)) return '';
    const complete = text.slice(0, lastStart).trimEnd();
    const isEnding =
      unquote(complete) !== complete ||
      offerStartPattern.test(last) ||
      notePattern.test(last) ||
      /^\s*[([（]/.test(last);
    return removeEnd(isEnding || refusals.mayBecomeRefusal(last) ? complete : text);
  }

  function readStrings(value: unknown): Result<unknown, AnswerErrorCode> {
    let isRefused = false;
    const texts: string[] = [];
    const visit = (entry: unknown, depth: number): unknown => {
      if (typeof entry === 'string') {
        const answer = read(entry);
        isRefused ||= !answer.ok && answer.error === 'model.refused';
        if (answer.ok) texts.push(answer.value);
        return answer.ok ? answer.value : '';
      }
      if (typeof entry !== 'object' || entry === null) return entry;
      if (depth === maxDepth) return null;
      if (Array.isArray(entry)) return entry.map((item) => visit(item, depth + 1));
      return Object.fromEntries(Object.entries(entry).map(([name, item]) => [name, visit(item, depth + 1)]));
    };
    const answers = visit(value, 0);
    if (isRefused) return fail('model.refused');
    return shape.isInOtherLanguage(texts.join('\n')) ? fail('model.malformed') : ok(answers);
  }

  function removeStart(output: string): string {
    let text = unwrap(paragraphIn ? selectFirstItem(output.trim(), source) : output.trim());
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const before = text;
      for (const pattern of startPatterns) {
        const start = pattern.exec(text)?.[0];
        if (start !== undefined && !own.hasStart(text, start)) text = text.slice(start.length);
      }
      text = text.slice(shape.findAddedStart(text)?.length ?? 0);
      text = unquote(text);
      if (text === before) break;
    }
    return text;
  }

  function removeEnd(output: string): string {
    let text = removeAdditions(own.hasNote() ? output : removeNotes(output));
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const start = findLastStart(text);
      const last = text.slice(start);
      if (start === 0 || !offerPattern.test(last) || own.hasOffer(text, last)) break;
      text = text.slice(0, start).replace(trailingRule, '').trimEnd();
    }
    return unquote(shape.removeAddedEnd(text).trim());
  }

  /** Another answer, or a count of characters, from its line to the end. */
  function removeAdditions(text: string): string {
    const isAdded = (rest: string) =>
      [alternativePattern, countPattern, rolePattern].some((pattern) => {
        const start = pattern.exec(rest)?.[0];
        return start !== undefined && !own.hasStart(rest, start);
      });
    const addition = [...text.matchAll(sentenceStart)].find(({ index, 0: gap }) => {
      const rest = text.slice(index + gap.length);
      return (isTranslation || /[\r\n]/.test(gap)) && isAdded(rest);
    });
    return addition ? text.slice(0, addition.index).replace(trailingRule, '').trimEnd() : text;
  }

  return { read, readPartial, removeThoughts: (output) => removeThoughts(output, source), readStrings };
}

/** Not those that join letters or emoji. */
const invisible = /[\u00ad\u200b\u2060\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d](?=\p{Script=Latin})/gu;
const startPatterns = [
  rolePattern,
  preamblePattern,
  agreementPattern,
  labelPattern,
  weakLabelPattern,
  codeLabelPattern,
  headingPattern,
];
const maxPasses = 3;
/** Of the JSON that a prompt asks for, and more. */
const maxDepth = 6;

/** Between an answer and what follows it. */
const trailingRule = /\n[-*_]{3,}\s*$/;

function findLastStart(text: string): number {
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(sentenceStart)) start = index + gap.length;
  return start;
}

/** From a line or the last sentence that begins as a note, to the end. */
function removeNotes(text: string): string {
  const trimmed = text.replace(trailingNotePattern, '').replace(trailingCountPattern, '');
  const starts = [...trimmed.matchAll(sentenceStart)];
  const note = starts.find(({ index, 0: gap }, at) => {
    const isLine = /[\r\n]/.test(gap) || at === starts.length - 1;
    return isLine && notePattern.test(trimmed.slice(index + gap.length));
  });
  return (note ? trimmed.slice(0, note.index).replace(trailingRule, '') : trimmed).trimEnd();
}
