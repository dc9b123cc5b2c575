import { fail, ok, type Result } from '#platform/result.ts';
import {
  agreementPattern,
  codeLabelPattern,
  headingPattern,
  labelPattern,
  languageLabelPattern,
  noteLabelPattern,
  notePattern,
  noteWordPattern,
  offerPattern,
  offerStartPattern,
  preamblePattern,
  preambleStartPattern,
  trailingCountPattern,
  trailingNotePattern,
} from './answer/chatter-phrases.ts';
import { createRefusalFinder, foldPhrase } from './answer/find-refusal.ts';
import { removeThoughts } from './answer/remove-thoughts.ts';
import { beginsLinesWithQuotes, beginsOpenQuote, stripQuotes } from './answer/strip-quotes.ts';
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

/**
 * The only place that turns the output of a model into an answer. What the source says itself is not removed: a
 * text may begin with "I'm sorry", quote a refusal or have a label.
 */
export function createAnswerReader(source: string, kind: 'text' | 'translation' = 'text'): AnswerReader {
  const refusals = createRefusalFinder(source, kind === 'translation');
  const own = kind === 'translation' ? describeOriginal(source) : describeMaterial(source);
  const hasQuotes = beginsLinesWithQuotes(source);
  const unquote = (text: string) => (hasQuotes ? text : stripQuotes(text));

  function read(output: string): Result<string, AnswerErrorCode> {
    const text = removeEnd(removeStart(removeThoughts(output, source)));
    if (refusals.isRefusal(text)) return fail('model.refused');
    return text === '' ? fail('model.malformed') : ok(text);
  }

  function readPartial(soFar: string): string {
    const text = removeStart(removeThoughts(soFar, source));
    const lastStart = findLastStart(text);
    const last = text.slice(lastStart);
    if (lastStart === 0 && (preambleStartPattern.test(text) || refusals.mayBecomeRefusal(text))) return '';
    if (refusals.isRefusal(text) || (!hasQuotes && beginsOpenQuote(text))) return '';
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
    const visit = (entry: unknown, depth: number): unknown => {
      if (typeof entry === 'string') {
        const answer = read(entry);
        isRefused ||= !answer.ok && answer.error === 'model.refused';
        return answer.ok ? answer.value : '';
      }
      if (typeof entry !== 'object' || entry === null) return entry;
      if (depth === maxDepth) return null;
      if (Array.isArray(entry)) return entry.map((item) => visit(item, depth + 1));
      return Object.fromEntries(Object.entries(entry).map(([name, item]) => [name, visit(item, depth + 1)]));
    };
    const answers = visit(value, 0);
    return isRefused ? fail('model.refused') : ok(answers);
  }

  function removeStart(output: string): string {
    let text = unfence(output.trim());
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const before = text;
      for (const pattern of startPatterns) {
        const start = pattern.exec(text)?.[0];
        if (start !== undefined && !own.hasStart(text, start)) text = text.slice(start.length);
      }
      text = unquote(text);
      if (text === before) break;
    }
    return text;
  }

  function removeEnd(output: string): string {
    let text = own.hasNote() ? output : removeNotes(output);
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const start = findLastStart(text);
      const last = text.slice(start);
      if (start === 0 || !offerPattern.test(last) || own.hasOffer(text, last)) break;
      text = text.slice(0, start).replace(trailingRule, '').trimEnd();
    }
    return unquote(text.trim());
  }

  return { read, readPartial, removeThoughts: (output) => removeThoughts(output, source), readStrings };
}

const startPatterns = [preamblePattern, agreementPattern, labelPattern, codeLabelPattern, headingPattern];
const maxPasses = 3;
/** Of the JSON that a prompt asks for, and more. */
const maxDepth = 6;

const codeFence = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?```$/i;
const answerTag = /^<answer>([\s\S]*)<\/answer>$/i;
const unfence = (text: string) => (codeFence.exec(text) ?? answerTag.exec(text))?.[1]?.trim() ?? text;

/** What an answer may begin or end with, because its source does. */
interface OwnParts {
  hasStart(text: string, start: string): boolean;
  hasOffer(text: string, offer: string): boolean;
  hasNote(): boolean;
}

function describeMaterial(source: string): OwnParts {
  const folded = foldPhrase(source);
  const lowercase = source.toLowerCase();
  return {
    // A text about Spanish may well begin with "Spanish:".
    hasStart: (_text, start) =>
      lowercase.includes(start.trim().toLowerCase()) ||
      (languageLabelPattern.test(start) && folded.includes(foldPhrase(start))),
    hasOffer: (_text, offer) => folded.includes(foldPhrase(offer)),
    hasNote: () => noteLabelPattern.test(source),
  };
}

/** A translation has no more colons, exclamation marks and sentences than its original, unless something was added. */
function describeOriginal(source: string): OwnParts {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const hasNoMore = (text: string, pattern: RegExp) => count(text, pattern) <= count(source, pattern);
  return {
    hasStart: (text, start) =>
      /[:：][*_\s]*$/u.test(start) ? hasNoMore(text, /[:：]/gu) : hasNoMore(text.trim(), sentenceStart),
    hasOffer: (text) => hasNoMore(text.trim(), sentenceStart),
    hasNote: () => noteWordPattern.test(source),
  };
}

const sentenceStart = /(?<=[.!?…。！？]["'”’»)*_]{0,2})\s+(?=\S)|(?<=[。！？])(?=\S)|[\r\n]+\s*(?=\S)/gu;

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
