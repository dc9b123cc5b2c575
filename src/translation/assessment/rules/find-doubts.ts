import { parseBlockTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { BlockDoubt } from '../../assessment-contract.ts';
import type { TranslationBlock } from '../../blocks/block.ts';
import { findLostNegation } from './find-negation.ts';
import { findOmission } from './find-omission.ts';
import { findQuotations, findUntranslated } from './find-untranslated.ts';

/** Of language models or of translating this text. */
const taskPattern =
  /language model|sprachmodell|modelo de (?:lenguaje|linguagem)|modèle de langage|modello (?:linguistico|di linguaggio)|语言模型|mô hình ngôn ngữ|model bahasa|โมเดลภาษา|(?:translate|traducir|traduzir|traduire|tradurre|menerjemahkan) (?:this|est[ea]|ce|cette|quest[oa]|(?:teks|permintaan) ini)|(?:diesen text|diese anfrage) (?:nicht )?übersetzen|翻译(?:这|此|该)|dịch (?:văn bản|nội dung|đoạn) này|แปล(?:ข้อความ|เนื้อหา)/u;
const speaksOfTranslating = (text: string) => taskPattern.test(text.toLowerCase());

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
  if (Math.max(plainSource.length, plainText.length) > maxCharacters) return [];
  const quotations = findQuotations(plainSource)
    .slice(0, maxSameParts)
    .filter((quotation) => plainText.includes(quotation));
  const same = [...block.keep, ...listUnchangedTags(block.text, text), ...quotations].slice(0, maxSameParts);
  const source = blankOut(plainSource, same);
  const translation = blankOut(plainText, same);
  const doubts: BlockDoubt[] = [];
  if (speaksOfTranslating(plainText) && !speaksOfTranslating(plainSource))
    doubts.push({ kind: 'refusal', source: null, translation: null, found_by: 'rule' });
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

/** The rules split and search both texts several times, which would stop the server for longer ones. */
const maxCharacters = 20_000;
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
