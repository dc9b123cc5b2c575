import type { Locale } from '#i18n/locales.ts';

export interface PromptBlock {
  id: string;
  text: string;
  keep?: string[];
  most?: number | null;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Replaces words with words of the language, of about the same length. Tags, `keep` terms, numbers and
 * punctuation stay, and a "not" becomes one. Deterministic.
 */
export function translateText({ text, keep = [], most }: PromptBlock, to: Locale): string {
  const keepPatterns = [...keep].sort((a, b) => b.length - a.length).map(escapePattern);
  const fixed = new RegExp(['<\\/?\\d+\\/?>', '&\\w+;', ...keepPatterns].join('|'), 'gu');
  let translated = '';
  let at = 0;
  for (const match of text.matchAll(fixed)) {
    translated += replaceWords(text.slice(at, match.index), to, translated) + match[0];
    at = match.index + match[0].length;
  }
  translated += replaceWords(text.slice(at), to, translated);
  return truncate(translated, most ?? Number.POSITIVE_INFINITY);
}

function replaceWords(text: string, to: Locale, before: string): string {
  let out = '';
  let remainingLength = 0;
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || !/\p{L}/u.test(segment) || /\p{N}/u.test(segment)) {
      out += segment === ' ' && withoutGaps.has(to) && /\p{L}$/u.test(out) ? '' : segment;
      continue;
    }
    remainingLength += estimateLength(segment, to);
    if (isNegation(segment, text)) {
      if (/\p{L}$/u.test(out) && !withoutGaps.has(to)) out += ' ';
      out += isSentenceStart(before + out) ? toCapital(negations[to]) : negations[to];
      remainingLength -= negations[to].length;
      continue;
    }
    if (remainingLength < 0) continue;
    if (isGapless(segment) && /\p{L}$/u.test(out) && !withoutGaps.has(to)) out += ' ';
    const list = targetWords[to];
    const word = list[hashWord(segment.toLowerCase()) % list.length] ?? '';
    out += isSentenceStart(before + out) ? toCapital(word) : word;
    remainingLength -= word.length;
  }
  // Even a very short text gets at least one word.
  return /\p{L}/u.test(text) && !/\p{L}/u.test(out) ? (targetWords[to][0] ?? '') + out : out;
}

const isSentenceStart = (before: string) =>
  /[.!?…]["”’»)]*\s+$/.test(before.slice(-40).replace(/<\/?\d+\/?>/g, ''));
const toCapital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Estimated length of the word in the target language. */
function estimateLength(word: string, to: Locale): number {
  const latinLength = /\p{Script=Han}/u.test(word) ? word.length * 3 : word.length;
  return (to === 'zh' ? latinLength / 3 : latinLength) + (isGapless(word) ? 0 : 0.5);
}

function isGapless(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Thai}]/u.test(word);
}

/** Cuts at a word boundary if possible. */
function truncate(text: string, most: number): string {
  if ([...text].length <= most) return text;
  const prefix = [...text].slice(0, most).join('');
  const gap = prefix.lastIndexOf(' ');
  return gap > most / 2 ? prefix.slice(0, gap) : prefix;
}

function hashWord(word: string): number {
  let sum = 7;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Common words come first, so that language detection recognizes the translations. */
const targetWords: Record<Locale, readonly string[]> = {
  en: splitWords(
    'the of and with this that from you your when there which picture video people water garden morning',
  ),
  es: splitWords(
    'el los las del una con para pero como más cuando también desde imagen vídeo gente jardín mañana hacia',
  ),
  pt: splitWords(
    'o os as do da uma com aos para mas quando também você muito isso imagem vídeo pessoas jardim manhã',
  ),
  fr: splitWords(
    'le les des du une avec pour dans qui plus mais sont cette nous image vidéo gens jardin matin toujours',
  ),
  de: splitWords(
    'der die das und mit oder auch eine wird dass aber noch wenn Bild Video Leute Garten Morgen immer',
  ),
  it: splitWords(
    'il gli della che una con per alla sono anche più questo quando immagine video gente giardino mattina',
  ),
  zh: splitWords('我们 可以 这个 图片 视频 朋友 早上 花园 一起 时候 非常 喜欢 打开 保存 文件 大家'),
  vi: splitWords('và của được ở những trong với này để người đã bạn cũng nhiều hình ảnh vườn sáng nước'),
  id: splitWords(
    'yang dan dengan untuk atau ini dari dalam akan pada juga karena bisa gambar video orang taman pagi',
  ),
  th: splitWords('และ ของ ที่ ใน ได้ เป็น ภาพ วิดีโอ ผู้คน สวน เช้า น้ำ เรา มาก กับ ให้ นี้ แล้ว'),
};

/** Languages that are written without spaces between words. */
const withoutGaps: ReadonlySet<Locale> = new Set(['zh', 'th']);

function splitWords(words: string): string[] {
  return words.split(' ');
}

const negations: Record<Locale, string> = {
  en: 'not',
  es: 'no',
  pt: 'não',
  fr: 'pas',
  de: 'nicht',
  it: 'non',
  zh: '不',
  vi: 'không',
  id: 'tidak',
  th: 'ไม่',
};
const negationPattern =
  /^(?:not?|cannot|never|nobody|nothing|none|nowhere|neither|nor|\p{L}+n['’]t|nunca|jamás|nadie|ningun[oa]|nada|não|nenhum[ao]?s?|ninguém|pas|jamais|rien|aucune?|nul|n['’].+|ni|tampoco|tampouco|nicht|kein\p{L}*|nie|niemals|niemand\p{L}*|nichts|nirgends|weder|non|mai|nessun[oa]?|niente|nulla|né|.*[不没未别].*|không|chưa|chẳng|đừng|tidak|tak|bukan|jangan|belum|(?:ไม่|อย่า(?!ง)).*)$/iu;
/** "In the" in Portuguese. */
const isContraction = (word: string, text: string) =>
  /^no$/i.test(word) && /[ãõ]|(?<!\p{L})(?:uma?|em|você|ordem)(?!\p{L})/iu.test(text);
const isNegation = (word: string, text: string) => negationPattern.test(word) && !isContraction(word, text);
