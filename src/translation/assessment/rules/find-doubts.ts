import { parseBlockTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { BlockDoubt } from '../../assessment-contract.ts';
import type { TranslationBlock } from '../../blocks/block.ts';
import { findLostNegation } from './find-negation.ts';
import { findOmission } from './find-omission.ts';
import { findQuotations, findUntranslated } from './find-untranslated.ts';

interface DoubtOptions {
  from: Locale;
  to: Locale;
}

/** What rules see in a translation that passed the checks of form. */
export function findDoubts(
  block: Pick<TranslationBlock, 'text' | 'keep'>,
  text: string,
  { from, to }: DoubtOptions,
): BlockDoubt[] {
  const [plainSource, plainText] = [plainBlockText(block.text), plainBlockText(text)];
  const quotations = findQuotations(plainSource).filter((quotation) => plainText.includes(quotation));
  const same = [...block.keep, ...listUnchangedTags(block.text, text), ...quotations].slice(0, maxSameParts);
  const source = blankOut(plainSource, same);
  const translation = blankOut(plainText, same);
  const doubts: BlockDoubt[] = [];
  const untranslated = findUntranslated(translation, to, source, from);
  if (untranslated)
    doubts.push({ kind: 'language', source: null, translation: untranslated, found_by: 'rule' });
  const omission = findOmission(translation, to, source, from);
  if (omission) doubts.push({ kind: omission, source: null, translation: null, found_by: 'rule' });
  const negation = findLostNegation(translation, to, source, from);
  if (negation) {
    const [sourceSpan, span] = [negation.source, negation.translation].map(
      (sentence) => sentence && { start: sentence.start, end: sentence.end },
    );
    doubts.push({ kind: 'meaning', source: sourceSpan ?? null, translation: span ?? null, found_by: 'rule' });
  }
  return doubts;
}

/** Each is searched for in both texts. */
const maxSameParts = 200;

/** Code, and titles and names in italics. */
function listUnchangedTags(source: string, text: string): string[] {
  const tags = parseBlockTags(text);
  return [...(parseBlockTags(source) ?? [])].flatMap(([number, { plainText }]) =>
    tags?.get(number)?.plainText === plainText ? [plainText] : [],
  );
}

/** Every other character stays where it is. */
function blankOut(text: string, parts: readonly string[]): string {
  return parts
    .filter((part) => part.trim() !== '')
    .reduce((remaining, part) => remaining.replaceAll(part, ' '.repeat(part.length)), text);
}
