import type { Locale } from '#i18n/locales.ts';

/** Common words come first, so that language detection recognizes the translations. */
export const targetWords: Record<Locale, readonly string[]> = {
  en: splitWords(
    'the of and with this that from you your when there which picture video people water garden morning',
  ),
  es: splitWords(
    'el los las del una con para pero como más cuando también desde imagen vídeo gente jardín mañana hacia',
  ),
  pt: splitWords(
    'o os as do da uma com não para mas quando também você muito isso imagem vídeo pessoas jardim manhã',
  ),
  fr: splitWords(
    'le les des du une avec pour dans qui plus mais sont cette nous image vidéo gens jardin matin toujours',
  ),
  de: splitWords(
    'der die das und mit nicht auch eine wird dass aber noch wenn Bild Video Leute Garten Morgen immer',
  ),
  it: splitWords(
    'il gli della che una con per non sono anche più questo quando immagine video gente giardino mattina',
  ),
  zh: splitWords('我们 可以 这个 图片 视频 朋友 早上 花园 一起 时候 非常 喜欢 打开 保存 文件 大家'),
  vi: splitWords('và của được không những trong với này để người đã bạn cũng nhiều hình ảnh vườn sáng nước'),
  id: splitWords(
    'yang dan dengan untuk tidak ini dari dalam akan pada juga karena bisa gambar video orang taman pagi',
  ),
  th: splitWords('และ ของ ที่ ใน ได้ เป็น ภาพ วิดีโอ ผู้คน สวน เช้า น้ำ เรา มาก กับ ให้ นี้ แล้ว'),
};

/** Languages that are written without spaces between words. */
export const withoutGaps: ReadonlySet<Locale> = new Set(['zh', 'th']);

function splitWords(words: string): string[] {
  return words.split(' ');
}
