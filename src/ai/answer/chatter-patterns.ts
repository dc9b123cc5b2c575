import { locales, localeTags } from '#i18n/locales.ts';
import { chatterPhrases } from './chatter-phrases.ts';
import { labelPhrases } from './label-phrases.ts';

const escapeRegex = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const languageNames = locales.flatMap((shownIn) => {
  const names = new Intl.DisplayNames(localeTags[shownIn], { type: 'language' });
  return locales.flatMap((locale) => [names.of(locale), names.of(localeTags[locale])]);
});
const languageName = [...new Set(languageNames)]
  .flatMap((name) => (name ? [escapeRegex(name)] : []))
  .sort((a, b) => b.length - a.length)
  .join('|');

const all = locales.map((locale) => chatterPhrases[locale]);
const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;
const agreeing = oneOf(all.map((language) => language.agreeing));
const presenting = oneOf(all.map((language) => language.presenting));
const product = oneOf(all.map((language) => language.product));
const note = oneOf(all.map((language) => language.note));
const labels = locales.map((locale) => labelPhrases[locale]);
const alternativeName = `${oneOf(labels.map(({ alternative }) => alternative))}(?: ?(?:[1-9]|[a-c](?!\\p{L})|one|two|uno|dos|eins|zwei|一|二))?`;
const labelName = oneOf([...labels.map(({ label }) => label), alternativeName]);
const orName = oneOf(labels.map(({ or }) => or));
const countName = oneOf(labels.map(({ count }) => count));
const translating = oneOf(labels.map((language) => language.translating));
const offers = all.flatMap((language) => language.offers);
const decoration = '[*_#>¡¿\\s]{0,6}';
const wordEnd = '(?![\\p{L}\\p{M}])';

/** "Sure! Here is the excerpt:", "How about this:" */
export const preamblePattern = new RegExp(
  `^${decoration}(?:${agreeing}[\\s,.!，。！]{1,4})?${presenting}(?:[^\\n:：]{0,40}?(?:${product}|(?<![\\p{L}\\p{M}])(?:${labelName}|one|mine|this|uno|una|un|uma|um|eins|einer)${wordEnd})(?! (?:that|which|who|que|qui|che|yang)\\b)[^\\n:：]{0,30}[:：]${decoration}|(?:[\\p{L}'’]{0,6}| (?:qui|quo|sie|es|er|it|ella|elle|la|lui|ini|nó|đây))[:：]${decoration}|[^\\n:：]{0,80}[:：]${decoration}\\n\\s*)`,
  'iu',
);
/** "Sure!" */
export const agreementPattern = new RegExp(
  `^${decoration}${agreeing}(?:\\s?!\\s+|！\\s*|[.。,，]?[ \\t]*\\n+\\s*)`,
  'iu',
);
/** "Claro, ", "แน่นอนครับ ": also the beginning of a sentence, if the original agrees too. */
export const agreementCommaPattern = new RegExp(
  `^${decoration}(?:(?:sure|certainly|of course|absolutely|claro|por supuesto|desde luego|con gusto|com certeza|com prazer|bien sûr|certainement|avec plaisir|volontiers|gerne|natürlich|selbstverständlich|certo|certamente|volentieri|好的|没问题|vâng|dạ|tentu|baiklah)[,，] ?|(?:ได้|แน่นอน|ยินดี|โอเค)(?:เลย)?(?:ครับ|ค่ะ|คะ) )`,
  'iu',
);
const agreeingAnywhere = new RegExp(
  `(?<![\\p{L}\\p{M}])${agreeing}${wordEnd}|当然|แน่นอน|^(?:yes|well|right|good|fine|all right|sí|bueno|bien|vale|sim|bem|oui|bon|eh bien|ja|gut|also|nun|sì|bene|allora|是|好|对|ừ|ya|nah|ใช่)`,
  'iu',
);
export const speaksOfAgreeing = (text: string) => agreeingAnywhere.test(text);
const inLanguage = `(?:(?:in|en|em|auf|dalam|bằng|versión en|version|versione|the|el|le|das) )?(?:${languageName})`;
const remark = '(?:[ \\t]?[(（][^()（）\\n]{1,30}[)）])?[*_]{0,3}';
/** "**Excerpt:**", "Spanish:", "In Spanish:", "Translation (German):", "Final answer:" */
export const labelPattern = new RegExp(
  `^${decoration}(?:${inLanguage}|(?:final )?answer|output|assistant|(?:(?:the|your|suggested|short|${languageName}) ){0,2}?${product}(?: ${languageName}| (?:al|ao|en|in|ins|into|to|em|auf|ke|dalam|sang|bahasa|tiếng) \\p{L}{1,20})?)${remark}[ \\t]?[:：]${decoration}`,
  'iu',
);
/** "Result:", "Option 1:", "**Text**:". An ordinary word in front of a colon, so what follows matters too. */
export const weakLabelPattern = new RegExp(
  `^${decoration}(?:(?:the|my|your|best|first|one|another) )?${labelName}${remark}[ \\t]?[:：]${decoration}`,
  'iu',
);
/** A first line that only names what was asked for. */
export const headingPattern = new RegExp(
  `^(?:#{1,6} ?|[*_]{1,3})?(?:${languageName}|${product}|${labelName})${remark}[ \\t]*\\n\\s*`,
  'iu',
);
/** Begins another answer on a line of its own. */
export const alternativePattern = new RegExp(
  `^${decoration}(?:${orName}[*_]{0,3}\\s?[:：,，…]?\\s*(?:\\n|$)|(?:${orName} )?${alternativeName}${remark}[ \\t]?(?:[:：.]|\\n|$))`,
  'iu',
);
/** "Character count: 42", "Length: about 42" */
export const countPattern = new RegExp(
  `^${decoration}[(（[]?${decoration}${countName}[*_]{0,3}\\s?[:：][*_\\s]{0,4}[~≈\\p{L}\\s]{0,12}\\d`,
  'iu',
);
/** "ES:", "[es-MX]" */
export const codeLabelPattern = new RegExp(
  `^(?:(?:${locales.join('|').toUpperCase()}|${locales.join('|')}|(?:${locales.join('|')})[-_]\\p{L}{2,4})[:：]|[(\\[【](?:${locales.join('|')})(?:[-_]\\p{L}{2,4})?[)\\]】][:：]?)\\s*`,
  'u',
);
export const languageLabelPattern = new RegExp(
  `^${decoration}(?:${languageName})[*_]{0,3}[ \\t]?[:：]`,
  'iu',
);
/** Also within Chinese and Thai, which don't separate words. */
const translatingPattern = new RegExp(
  `(?<![\\p{L}\\p{M}])${translating}|${labelPhrases.zh.translating}|${labelPhrases.th.translating}`,
  'iu',
);
const taskPattern = new RegExp(`(?<![\\p{L}\\p{M}])(?:${languageName}|${product}|${note})${wordEnd}`, 'iu');
export const speaksOfTranslating = (text: string) => translatingPattern.test(text);
/** Whether the text names what was asked for: a translation, a language, an excerpt. */
export const speaksOfTask = (text: string) => speaksOfTranslating(text) || taskPattern.test(text);
/** Nothing but the name of what was asked for, such as "Your excerpt here". */
export const placeholderPattern = new RegExp(
  `^[^\\p{L}]*(?:(?:(?:insert|write|add|your|the|no|tu|su|seu|sua|votre|ton|ta|dein|deine|ihr|ihre|tuo|tua|你的|您的|sin|el|la|le|der|die|das|il|un|una|une|ein|eine|kein|keine|pas de|nessun|nessuna|sem|tidak ada|không có|无|暂无|ไม่มี)[ '’]?){0,2}(?:${product}|${labelName})(?: (?:goes )?(?:here|text|aquí|aqui|ici|hier|qui|ở đây|di sini)){0,2}|todo|tbd|n/?a|none|null|undefined|empty|string|placeholder|lorem ipsum .*|x{3,})[^\\p{L}]*$`,
  'iu',
);
export const offerPattern = new RegExp(
  `^${decoration}${oneOf(offers.map(([start, rest]) => (rest ? `${start}.{0,200}?${rest}` : start)))}`,
  'iu',
);
export const offerStartPattern = new RegExp(`^${decoration}${oneOf(offers.map(([start]) => start))}`, 'iu');
/** In front of an answer, while it is written. */
export const preambleStartPattern = new RegExp(
  `^${decoration}(?:${agreeing}${wordEnd}|${presenting}|(?:${languageName}|${product})[*_]{0,3}[ \\t]?[:：(（])`,
  'iu',
);
export const notePattern = new RegExp(`^${decoration}[(（[]?${decoration}${note}[*_]{0,3}\\s?[:：]`, 'iu');
const unit =
  '(?:characters?|chars|words?|zeichen|wörter|caracteres|palabras|palavras|caractères|signes|mots|caratteri|parole|个?字符?|个?字|ký tự|từ|karakter|kata|ตัวอักษร|คำ)';
/** "(42 characters)", "[42/280]" */
export const trailingCountPattern = new RegExp(
  `\\s?[(（[]\\s?~?\\d{1,4}(?: ?/ ?\\d{1,4}| ?${unit})(?: (?:max|total|maximum))?\\s?[\\])）][.。]?$|\\n[^\\S\\n]*~?\\d{1,4} ?${unit}[.。]?$`,
  'iu',
);
/** The name of one side of the conversation, on a line of its own or in front of one. */
export const rolePattern = /^\s*(?:user|human|assistant|system|model)\s*(?:[:：]|\n|$)/i;
/** In brackets, at the end. */
export const trailingNotePattern = new RegExp(
  `\\s?(?:\\(${note}\\s?[:：][^()]{0,600}\\)|（${note}\\s?[:：][^（）]{0,600}）|\\[${note}\\s?[:：][^[\\]]{0,600}\\])[.。]?$`,
  'iu',
);
export const noteWordPattern = new RegExp(`(?<![\\p{L}\\p{M}])${note}${wordEnd}`, 'iu');
export const noteLabelPattern = new RegExp(`(?<![\\p{L}\\p{M}])${note}[*_]{0,3}\\s?[:：]`, 'iu');
