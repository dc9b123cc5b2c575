import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { labelPattern, placeholderPattern, speaksOfTask, speaksOfTranslating } from './chatter-patterns.ts';
import { countMatches } from './own-parts.ts';

const itemStart = /^\s*(?:\d{1,2}[.)]|[-*•–]|[a-c]\))\s+/;
const colonHead = /^[^:：\n.!?。！？]{1,60}[:：]\s*(?=\S)/u;
const bracketHead = /^\[([^[\]\n]{1,40})\]\s*[:：\-–]?\s*(?=\S)/;
/** What only a model says about what it was given or writes. */
const materialName =
  /\b(?:excerpt|(?:provided|given) (?:text|content|material|title)|(?:text|content|material) provided|extracto|(?:texto|contenido) proporcionado|excerto|(?:texto|conteúdo) fornecido|(?:texte|contenu) fourni|(?:bereitgestellt|angegeben|vorliegend)\w* (?:text|inhalt)\w*|(?:testo|contenuto) fornito|văn bản được cung cấp|teks yang (?:di)?berikan|character limit)\b|所?提供的(?:文本|内容|文章)|ข้อความที่(?:ให้มา|ระบุ)/giu;
const errorLabel = /^(?:error|fehler|erreur|errore|erro|错误|lỗi|kesalahan|ข้อผิดพลาด)(?: \d{3})?\s?[:：]/iu;

/** Its words stay, see `clean-output.ts`. */
const markdownLink = /\[[^[\]]*\] ?\([^()]*\)/g;

/** Too few words for the detection of a language. */
const unspaced = /[\p{Script=Han}\p{Script=Thai}]/gu;

/** Of several answers in a list, the first. */
export function selectFirstItem(text: string, source: string): string {
  const items = text.split('\n').filter((line) => itemStart.test(line));
  const [first] = items;
  if (items.length < 2 || first === undefined || source.includes(first.trim())) return text;
  return first.replace(itemStart, '').trim();
}

/** For answers that are no translations: `locale` if the answer is one paragraph in this language. */
export function createTextComparison(source: string, locale: Locale | null) {
  const lowercase = source.toLowerCase();
  const isOwn = (found: string) => lowercase.includes(found.toLowerCase());
  const isAboutTranslating = speaksOfTranslating(source);
  const sourceLanguage = locale && detectLanguage(source);

  function isInOtherLanguage(text: string): boolean {
    if (locale === null) return false;
    const unspacedLetters = countMatches(text, unspaced);
    const isUnspaced = unspacedLetters > countMatches(text, /\p{Script=Latin}/gu);
    if (isUnspaced && locale !== 'zh' && locale !== 'th' && countMatches(source, unspaced) === 0) return true;
    const language = detectLanguage(text);
    return language !== null && language !== locale && language !== sourceLanguage;
  }

  /** Several parts, or remarks about the task. */
  function isNoParagraph(text: string): boolean {
    const hasLabel = text
      .split('\n')
      .slice(1)
      .some((line) => labelPattern.test(line) && !isOwn(line.trim()));
    return (
      hasLabel ||
      /\n\s*\n/.test(text) ||
      (text.replace(markdownLink, '').includes('[') && !source.includes('[')) ||
      (text.match(materialName)?.some((name) => !isOwn(name)) ?? false)
    );
  }

  return {
    isInOtherLanguage,
    /** "[Excerpt] ", "La traducción es: " */
    findAddedStart(text: string): string | null {
      const bracket = bracketHead.exec(text);
      if (bracket?.[1] !== undefined && speaksOfTask(bracket[1]) && !source.includes('[')) return bracket[0];
      const head = colonHead.exec(text)?.[0];
      return head !== undefined && !isAboutTranslating && speaksOfTranslating(head) ? head : null;
    },
    removeAddedEnd: (text: string) => text,
    isForeign(text: string): boolean {
      return (
        (placeholderPattern.test(text) && !isOwn(text)) ||
        (/[[{]"/.test(text) && !/[[{]"/.test(source)) ||
        (errorLabel.test(text) && !isOwn(errorLabel.exec(text)?.[0] ?? '')) ||
        (locale !== null && isNoParagraph(text)) ||
        isInOtherLanguage(text)
      );
    },
  };
}
