import { expect, test } from 'vitest';
import { createAnswerReader } from './model-answer.ts';

const source = 'How to save a video';
const read = (output: string, original = source) =>
  createAnswerReader(original, { isTranslation: true }).read(output);
const malformed = { ok: false, error: 'model.malformed' };
const refused = { ok: false, error: 'model.refused' };

const inTenLanguages = {
  es: 'Cómo guardar un video',
  pt: 'Como salvar um vídeo',
  fr: 'Comment enregistrer une vidéo',
  de: 'Wie man ein Video speichert',
  it: 'Come salvare un video',
  zh: '如何保存视频',
  vi: 'Cách lưu video',
  id: 'Cara menyimpan video',
  th: 'วิธีบันทึกวิดีโอ',
  en: 'How to keep a clip',
} as const;

const wrapped: [keyof typeof inTenLanguages, string][] = [
  ['es', '[Spanish] {}'],
  ['es', 'Castellano: {}'],
  ['es', 'Target: {}'],
  ['es', 'La traducción es: {}'],
  ['es', '{} (literalmente: cómo salvar un video)'],
  ['es', '`{}`'],
  ['es', '*{}*'],
  ['es', '__{}__'],
  ['es', 'Español (México): {}'],
  ['es', 'es-MX: {}'],
  ['es', '(es) {}'],
  ['es', '{} [tono informal]'],
  ['es', '{} (español)'],
  ['es', '{} (usted: cómo guarde un video)'],
  ['es', 'Aquí va: {}'],
  ['es', '{}\n\nUser: Otra\nAssistant: No'],
  ['es', '<translation>{}</translation>'],
  ['es', '<!-- es --> {}'],
  ['es', 'S\u200bpanish: {}'],
  ['es', '{"text": "{}"}'],
  ['es', 'title: {}'],
  ['de', 'Zieltext: {}'],
  ['de', 'Die Übersetzung lautet: {}'],
  ['de', 'Ich habe den Titel übersetzt: {}'],
  ['de', '{} (wörtlich: rettet)'],
  ['de', 'Variante 1: {}'],
  ['fr', 'La traduction est : {}'],
  ['fr', 'Traduit en français : {}'],
  ['fr', 'Cible : {}'],
  ['fr', '[FR] {}'],
  ['it', 'La traduzione è: {}'],
  ['it', '{} (oppure: Come scaricare un video)'],
  ['it', 'Testo di destinazione: {}'],
  ['it', 'Eccola qui: {}'],
  ['pt', 'A tradução é: {}'],
  ['pt', 'Português (BR): {}'],
  ['pt', '{} (lit.: como guardar)'],
  ['zh', '译文是：{}'],
  ['zh', '中文：{}'],
  ['zh', '【译文】{}'],
  ['zh', '{}（直译：怎样存一个视频）'],
  ['zh', '{}（注：口语化）'],
  ['vi', 'Bản dịch là: {}'],
  ['vi', '{} (nghĩa đen: cách cứu video)'],
  ['vi', '[Bản dịch] {}'],
  ['id', 'Terjemahannya adalah: {}'],
  ['id', 'Hasil terjemahan: {}'],
  ['th', 'คำแปลคือ: {}'],
  ['th', 'ภาษาไทย: {}'],
  ['th', '[คำแปล] {}'],
  ['en', 'English: {}'],
  ['en', 'In English, this would be: {}'],
  ['en', '{} (This is a literal translation.)'],
];

test.each(wrapped)('into %s, only the translation stays of %j', (locale, form) => {
  const translation = inTenLanguages[locale];
  const original = locale === 'en' ? 'Cómo guardar un video' : source;
  expect(read(form.replace('{}', translation), original)).toEqual({ ok: true, value: translation });
});

test.each([
  '[Contenido pendiente]',
  '(sin traducción)',
  'TRADUCCIÓN',
  'ÜBERSETZUNG',
  'Sin traducción',
  'Texto traducido aquí',
  '待翻译',
  'ไม่มีคำแปล',
  '[No translation available]',
  'Cómo guardar un video / Cómo almacenar un video',
  'Cómo guardar un video | Cómo descargar un video',
  '1. Cómo guardar un video\n2. Cómo descargar un video',
  'Cómo guardar un video\nCómo descargar un video',
  'Cómo guardar un video. También podría ser: Cómo descargar un video.',
  'Cómo guardar un video. Quedo atento a tus comentarios.',
  'How to save a video → Cómo guardar un video',
  '«Cómo guardar un video».',
  '{Cómo guardar un video}',
  'Cómo guardar un video ¿Te gusta así?',
  'La frase significa: cómo guardar un video',
  'Cómo guardar un video ~ traducción libre',
  'Traduciendo al español… Cómo guardar un video',
  'Passt das so? Ein Video speichern',
  '如何保存视频 / 怎样保存视频',
])('rejects %j, whatever its words: no translator adds such signs', (output) => {
  expect(read(output)).toEqual(malformed);
});

test('brackets hide no refusal', () => {
  expect(read('[Contenido no disponible]')).toEqual(refused);
});

test.each([
  'Contenido no disponible',
  'Conteúdo indisponível',
  'Contenu indisponible',
  'Inhalt nicht verfügbar',
  'Contenuto non disponibile',
  '内容不可用',
  'Nội dung không khả dụng',
  'Konten tidak tersedia',
  'เนื้อหาไม่พร้อมใช้งาน',
  'Content not available',
  '抱歉，这个我没法翻。',
  'Lo siento, eso no.',
  'Lo s\u200biento, no pue\u200bdo ayudar con eso.',
])('recognizes the refusal %j', (output) => {
  expect(read(output)).toEqual(refused);
  expect(read(output, 'I’m sorry, no translation: this content is not available.')).toEqual({
    ok: true,
    value: output.replaceAll('\u200b', ''),
  });
});

const paragraph = 'Paste the link of a post, and the video is yours. It takes a few seconds.';
const enlace = 'Pega el enlace de una publicación y el video es tuyo. Tarda unos segundos.';

test.each([
  '- {}',
  '1. {}',
  '> {}',
  '## {}',
  '{} (tono informal)',
  '{} ¿Necesitas algo más?',
  'Claro, {}',
  'Natürlich, hier ist sie: {}',
  'Bien sûr ! {}',
  '好的，{}',
  'แน่นอนครับ {}',
  'es: {}',
  '{} Dites-moi si cela vous convient.',
  '{} Bei Fragen stehe ich gern zur Verfügung.',
])('only the paragraph stays of %j', (form) => {
  expect(read(form.replace('{}', enlace), paragraph)).toEqual({ ok: true, value: enlace });
});

test.each([
  ['{} {}', malformed],
  ['{} Esta traducción mantiene el tono.', malformed],
  ['{}\n\n---\nTraducido por IA', malformed],
  ['Texto original: …\n\nTraducción: {}', malformed],
  ['Pega el enlace de una publicación…', malformed],
  ['PEGA EL ENLACE DE UNA PUBLICACIÓN Y EL VIDEO ES TUYO.', malformed],
  ['{} Lo siento, eso es todo.', refused],
])('%j is no translation of a paragraph', (form, result) => {
  expect(read(form.replaceAll('{}', enlace), paragraph)).toEqual(result);
});

test.each([
  ['A file can be enlarged, of course.', 'Claro, un archivo se puede ampliar.'],
  ['The page on MDN explains the rest.', 'La página de MDN explica el resto (en inglés).'],
  ['1. Paste the link', '1. Pega el enlace'],
  ['And so on …', 'Etcétera…'],
  ['HTTPS AND HTTP EXPLAINED', 'HTTPS Y HTTP EXPLICADOS'],
  ['Result: the team won', 'Resultado: el equipo ganó'],
  ['Result – the team won', 'Resultado: el equipo ganó'],
  ['Option 1: walk', 'Opción 1: caminar'],
  ['Target: 100 posts', 'Objetivo: 100 publicaciones'],
  ['[Update] The site is back', '[Actualización] El sitio ha vuelto'],
  ['(Almost) everything', '(Casi) todo'],
  ['Save / share', 'Guardar / compartir'],
  ['What a translation is: a new text', 'Qué es una traducción: un texto nuevo'],
  ['Why models refuse to translate', 'Por qué los modelos se niegan a traducir'],
  ['Translation', 'Traducción'],
  ['Spanish for beginners: ten words', 'Español para principiantes: diez palabras'],
  ['Ask “why?”', '«¿Por qué?», pregunta'],
  ['Oops! Page not found', 'Rất tiếc! Không tìm thấy trang'],
  ['Sorry for the wait', 'Lo siento por la espera'],
  ['Content not available', 'Contenido no disponible'],
  ['The time in hours', 'El tiempo (horas)'],
  ['One<1/>two', 'Uno\n<1/>dos'],
])('of %j, the translation %j stays, as its original has the same shape', (original, translation) => {
  expect(read(translation, original)).toEqual({ ok: true, value: translation });
});
