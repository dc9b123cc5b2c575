import { type Locale, locales } from '#i18n/locales.ts';
import { refusalPhrases } from './refusal-phrases.ts';

/** Lower case, Latin letters without marks, apostrophes removed, other punctuation as spaces. */
export function foldPhrase(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\p{Cf}'’‘ʼ`´]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const sentenceEnd = /(?<=[.!?:…。！？：])\s+|(?<=[。！？：])|[\r\n]+/u;

function foldSentences(text: string): string[] {
  return text
    .split(sentenceEnd)
    .map(foldPhrase)
    .filter((sentence) => sentence !== '');
}

/** Words between the parts of a refusal, in characters. */
const gap = '.{0,80}?';
/** Chinese and Thai don't separate words by spaces. */
const isSpaced = (locale: string) => locale !== 'zh' && locale !== 'th';

const omitsSubject: readonly Locale[] = ['zh', 'vi', 'id', 'th'];

const languages = locales.map((locale) => {
  const { apology, iCannot, unfinished, cannot, act, object, self, others } = refusalPhrases[locale];
  const word = (pattern: string) => (isSpaced(locale) ? `\\b(?:${pattern})\\b` : `(?:${pattern})`);
  // Thai has no sign at the end of a sentence.
  const start = isSpaced(locale) ? '^(?:\\S{1,20} ){0,3}?' : '(?:^| )';
  const apologyStart = isSpaced(locale) ? '^(?:\\S{1,20} )?' : start;
  const refusing = omitsSubject.includes(locale) ? `${iCannot}|${cannot}` : iCannot;
  return {
    apology: new RegExp(`^(?:\\S{1,20} )?${word(apology)}`, 'u'),
    refusal: new RegExp(`${apologyStart}${word(apology)}${gap}${word(refusing)}${gap}${word(act)}`, 'u'),
    bareRefusal: new RegExp(`${start}${word(iCannot)}${gap}${word(act)}`, 'u'),
    apologyStart: new RegExp(`^${word(apology)}`, 'u'),
    apologyAnywhere: new RegExp(word(apology), 'u'),
    firstPerson: new RegExp(`^(?:\\S{1,20} ){0,2}?${word(unfinished ?? iCannot)}`, 'u'),
    object: new RegExp(word(object), 'u'),
    self: new RegExp(`${start}(?:${self})`, 'u'),
    others: new RegExp(`${start}(?:${word(apology)} )?(?:${others})`, 'u'),
    inability: new RegExp(word(cannot), 'u'),
    actOrApology: new RegExp(word(`${act}|${apology}`), 'u'),
    othersAnywhere: new RegExp(others, 'u'),
  };
});

/** A sentence of this length says all that matters at its beginning. */
const sentenceLength = 240;

function isRefusing(sentence: string): boolean {
  const start = sentence.slice(0, sentenceLength);
  return languages.some(
    (language) =>
      language.refusal.test(start) ||
      (language.bareRefusal.test(start) && language.object.test(start)) ||
      language.self.test(start) ||
      language.others.test(start),
  );
}

const quotationStart = /[:："“„«»「『]/u;
const aiPattern =
  /\b(?:ai|ki|ia|chatgpt)\b|language model|sprachmodell|model\w+ (?:de|di|lingu)|modele (?:de|lingu)|artificial|artificiel|artificiale|kunstliche intelligenz|人工智能|人工智慧|模型|tri tue nhan tao|mo hinh ngon ngu|kecerdasan buatan|model bahasa|ปัญญาประดิษฐ์|โมเดลภาษา/u;

/** Such as "This is not possible." */
const shortSentence = 60;

/** In a block to translate, "can't" and "help" are enough: its translation may say it as a refusal. */
function speaksOfRefusing(source: string, isTranslated: boolean): boolean {
  const sentences = source.split(quotationStart).flatMap(foldSentences);
  if (sentences.some(isRefusing)) return true;
  const isAbout = (sentence: string) =>
    languages.some(
      (language) =>
        (language.inability.test(sentence) &&
          (sentence.length <= shortSentence || language.actOrApology.test(sentence))) ||
        language.othersAnywhere.test(sentence),
    );
  return isTranslated && (aiPattern.test(foldPhrase(source)) || sentences.some(isAbout));
}

/** "Unfortunately" is no apology. */
const regret =
  /^(?:unfortunately|regrettably|lamentablemente|desafortunadamente|infelizmente|malheureusement|leider|bedauerlicherweise|purtroppo|sayangnya|(?:that )?tiec la|น่าเสียดาย|遗憾)/u;
const otherApologies = /\b(?:excuse|forgive|oops|whoops|regret|sad(?:ly)?|pity)\b|哎呀/u;

/** A translation with a sentence that begins with an apology, although its source has none. */
function isAddedApology(translation: string, source: string): boolean {
  const isApology = (sentence: string) =>
    !regret.test(sentence) && languages.some(({ apologyStart }) => apologyStart.test(sentence));
  if (!foldSentences(translation).some(isApology)) return false;
  const folded = foldPhrase(source);
  const isExclaiming = /^[^\p{L}]*\p{L}{1,10}\s?[!！]/u.test(source);
  return (
    !isExclaiming &&
    !otherApologies.test(folded) &&
    !languages.some(({ apologyAnywhere }) => apologyAnywhere.test(folded))
  );
}

/** Recognizes refusals in all ten languages, unless the source itself is one or quotes one. */
export function createRefusalFinder(source: string, isTranslated: boolean) {
  let isQuoting: boolean | null = null;
  return {
    isRefusal(text: string): boolean {
      const isApologizing = isTranslated && isAddedApology(text, source);
      if (!isApologizing && !foldSentences(text).some(isRefusing)) return false;
      isQuoting ??= speaksOfRefusing(source, isTranslated);
      return !isQuoting;
    },
    /** The end of the first sentence decides. */
    mayBecomeRefusal(start: string): boolean {
      const folded = foldPhrase(start).slice(0, sentenceLength);
      return languages.some(
        (language) =>
          language.apology.test(folded) || language.firstPerson.test(folded) || language.self.test(folded),
      );
    },
  };
}
