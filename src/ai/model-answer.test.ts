import { expect, test } from 'vitest';
import { measureLeastCpuMs } from '#test/support/measure-cpu.ts';
import { createAnswerReader } from './model-answer.ts';

const material = '<text-1x>\nA guide to saving videos. It names three ways.\n</text-1x>';
const read = (output: string, source = material) => createAnswerReader(source).read(output);
const readTranslation = (output: string, source: string) =>
  createAnswerReader(source, { isTranslation: true }).read(output);
const answer = (value: string) => ({ ok: true, value });
const refused = { ok: false, error: 'model.refused' };
const malformed = { ok: false, error: 'model.malformed' };

test.each([
  ['marked', '<think>\nThe user wants an excerpt.\n</think>\n\nA calm guide.', 'A calm guide.'],
  [
    'without an opening tag',
    'Okay, an excerpt.\nMaybe a calm one.\n</think>\n\nA calm guide.',
    'A calm guide.',
  ],
  ['in two parts', '<think>One.</think>A calm <think>Two.</think>guide.', 'A calm guide.'],
  ['in capitals, with İ before', 'İ <THINKING>One.</THINKING>A guide.', 'İ A guide.'],
  ['in brackets', '[THINK]One.[/THINK] A calm guide.', 'A calm guide.'],
  [
    'in a channel',
    '<|channel|>analysis<|message|>One.<|end|><|start|>assistant<|channel|>final<|message|>A calm guide.<|return|>',
    'A calm guide.',
  ],
])('removes thoughts %s', (_name, output, expected) => {
  expect(read(output)).toEqual(answer(expected));
});

test('a translation with thousands of empty lines is read at once', () => {
  const read = () => readTranslation(`Der Garten <a>${'\n'.repeat(2000)}x`, 'The garden');
  // Cubic: 3 s.
  expect(measureLeastCpuMs(read)).toBeLessThan(500);
});

test('thoughts that never end are no answer', () => {
  expect(read('<think>The user wants')).toEqual(malformed);
});

test('a text about thoughts keeps the tags that its source has', () => {
  const source = 'Some models write <think> and </think> around their thoughts.';
  const text = 'Between <think> and </think> stand thoughts.';
  expect(read(text, source)).toEqual(answer(text));
  expect(read(`<think>One.</think>${text}`, source)).toEqual(answer(text));
  expect(read('Models write &lt;/think&gt; at the end', 'Models write &lt;/think&gt;')).toMatchObject({
    ok: true,
  });
});

const refusals = [
  "I'm sorry, but I can't assist with that request.",
  'I’m sorry, I can’t help with that.',
  'I cannot fulfill this request.',
  'Unfortunately, I am not able to create this summary.',
  'As an AI language model, I have no opinion on it.',
  "I'm afraid I can't do that.",
  "I'm unable to view images.",
  'This content violates our usage policies.',
  'Please provide the text you would like me to summarize.',
  'im-sorry-but-i-cant-assist-with-that-request',
  '"I\'m sorry, but I can\'t help with that."',
  'Lo siento, pero no puedo ayudar con esa solicitud.',
  'No puedo cumplir con esta petición.',
  'Desculpe, mas não posso ajudar com esse pedido.',
  'Não consigo traduzir este texto.',
  'Je suis désolé, mais je ne peux pas répondre à cette demande.',
  'Je ne suis pas en mesure de traduire ce contenu.',
  'Es tut mir leid, aber ich kann dabei nicht helfen.',
  'Diese Anfrage kann ich leider nicht bearbeiten.',
  'Mi dispiace, ma non posso aiutarti con questa richiesta.',
  'Non sono in grado di soddisfare la richiesta.',
  '很抱歉，我无法协助处理该请求。',
  '我不能翻译该内容。',
  'Xin lỗi, tôi không thể giúp với yêu cầu đó.',
  'Tôi không thể thực hiện yêu cầu này.',
  'Maaf, saya tidak dapat membantu dengan permintaan itu.',
  'Saya tidak bisa memenuhi permintaan ini.',
  'ขออภัย ฉันไม่สามารถช่วยเหลือในเรื่องนี้ได้',
  'ผมไม่สามารถแปลข้อความนี้ได้ครับ',
  '抱歉，我帮不了你。',
  'Lamento no poder ayudarte con eso.',
  "I don't think I can help with that.",
  "I'd rather not translate this.",
  'I must respectfully decline.',
  "My guidelines don't allow me to do this.",
  'Request declined.',
  'This text cannot be translated.',
  'No me es posible ayudarte.',
  'Tradução não disponível.',
  'Ce contenu enfreint les règles.',
  'Das kann ich leider nicht tun.',
  '你好，这个问题我暂时无法回答，让我们换个话题再聊聊吧。',
  'Yêu cầu đã bị từ chối.',
  'Maaf, permintaan ini tidak dapat saya penuhi.',
  'ไม่สามารถแปลข้อความนี้ได้',
];

/** Their first words are those of any text, so they may be shown until the refusal is known. */
const lateRefusals = [
  "I'm Muse, an AI assistant, and I can't help with this.",
  'No se puede traducir este contenido.',
  'Je préfère ne pas traduire ce texte.',
  'Dieser Inhalt kann nicht übersetzt werden.',
  'Non è possibile tradurre questo testo.',
];

test.each([...refusals, ...lateRefusals])('recognizes the refusal %j, also after other words', (refusal) => {
  expect(read(refusal)).toEqual(refused);
  expect(read(`<think>No.</think>Sure!\n\n${refusal}`)).toEqual(refused);
  expect(read(`A calm guide.\n${refusal}`)).toEqual(refused);
  expect(readTranslation(refusal, 'How to save a video')).toEqual(refused);
});

test.each([...refusals, ...lateRefusals])('accepts %j if the source says so', (refusal) => {
  expect(readTranslation(refusal, refusal)).toMatchObject({ ok: true });
  expect(readTranslation(refusal, "I'm sorry, but I can't help with that.")).not.toEqual(refused);
  expect(read(refusal, `${material}\nThe model answered: ${refusal}`)).toMatchObject({ ok: true });
});

test.each([
  "I'm sorry it took so long: a guide to saving videos.",
  'Sorry, no videos: how to save photos',
  "I can't help but love this guide.",
  "I can't write without music, and neither can you.",
  "We can't read private posts. You can save your own.",
  'As an AI researcher, she saves every post.',
  'Lo siento por la espera: una guía.',
  'Leider ist nicht jedes Video öffentlich.',
  'Je ne peux pas vivre sans mes vidéos.',
  'Come ai vecchi tempi: un archivio',
  'Tôi là ai?',
  "How to say sorry when you can't answer a request",
  "I can't see this content: what now?",
  'Ich kann den Inhalt nicht sehen: Was tun?',
  'Lamentablemente, no se pueden guardar los vídeos privados.',
  '抱歉，私密帖子不能下载。',
  'ขออภัย ไม่สามารถดาวน์โหลดวิดีโอส่วนตัวได้',
  '无法下载的视频怎么办',
  'วิดีโอที่บันทึกไม่ได้',
  'I am building an AI assistant that says no.',
  "I'd rather not lose a video: a guide",
  'Diesen Text gibt es auch auf Deutsch.',
  'No se puede guardar todo: una guía.',
  'Le contenu qui ne vieillit pas',
  '换一种方式保存视频',
  'Permintaan pembaca: cara menyimpan video',
])('is not alarmed by %j', (text) => {
  expect(read(text)).toEqual(answer(text));
});

test.each([
  ['Sorry for the wait', 'Entschuldige, dass du warten musstest'],
  ['The page can’t be shown, sorry.', '抱歉，无法提供此页面。'],
  ['We cannot process your request.', 'Kami tidak dapat memproses permintaan Anda.'],
  [
    '“I can’t help you,” said the model.',
    '„Ich kann dir bei dieser Anfrage nicht helfen“, sagte das Modell.',
  ],
  ['This is not possible.', '抱歉，我们无法提供。'],
  ['As an AI, it answers at once.', 'Als KI antwortet es sofort.'],
])('the translation of %j may be %j', (source, text) => {
  expect(readTranslation(text, source)).toEqual(answer(text));
});

test.each([
  ['Here is your excerpt:\n\nA calm guide.\n\nLet me know if you want changes!', 'A calm guide.'],
  ['Sure! Here\'s the excerpt: "A calm guide."', 'A calm guide.'],
  ['Here you go:\n\nA calm guide.', 'A calm guide.'],
  ['**Excerpt:** A calm guide.', 'A calm guide.'],
  ['Sure! A calm guide.', 'A calm guide.'],
  ['```\nA calm guide.\n```', 'A calm guide.'],
  ['“A calm guide.”', 'A calm guide.'],
  ['¡Claro! Aquí tienes un extracto:\n\nA calm guide.', 'A calm guide.'],
  ['## Excerpt\n\nA calm guide.', 'A calm guide.'],
  ['**Summary**\nA calm guide.', 'A calm guide.'],
  ['Final answer: A calm guide.', 'A calm guide.'],
  ['<think>Calm.</think><answer>A calm guide.</answer>', 'A calm guide.'],
  ['A calm guide. (13 characters)', 'A calm guide.'],
  ["A calm guide.\n\n---\n\nLet me know if you'd like a shorter version.", 'A calm guide.'],
  ['A calm guide.\n\n---\n*Note: I kept it short.*', 'A calm guide.'],
  ['A calm guide. Would you like me to write another version?', 'A calm guide.'],
  ['A calm guide.\n\n(Note: I kept it short.)', 'A calm guide.'],
  ['A calm guide.\n\nNote: I kept it short. It says all.', 'A calm guide.'],
  ['Aquí tienes el extracto:\n\nUna guía.\n\nAvísame si quieres otra versión.', 'Una guía.'],
  ['Aqui está o resumo: Um guia.\nEspero que isso ajude!', 'Um guia.'],
  ["Voici le résumé :\n\nUn guide.\n\nN'hésitez pas à me demander une autre version.", 'Un guide.'],
  [
    'Gerne! Hier ist der Auszug: Eine Anleitung.\nMöchtest du, dass ich noch etwas ändere?',
    'Eine Anleitung.',
  ],
  ['Ecco il riassunto: Una guida. Fammi sapere se vuoi modifiche.', 'Una guida.'],
  ['好的，以下是摘要：\n一份指南。如果您需要修改，请告诉我。', '一份指南。'],
  ['Dưới đây là đoạn trích: Một hướng dẫn.\nHy vọng điều này hữu ích!', 'Một hướng dẫn.'],
  ['Berikut ringkasannya: Sebuah panduan.\nBeri tahu saya jika ada yang perlu diubah.', 'Sebuah panduan.'],
  ['นี่คือบทสรุป: คู่มือ\nหากต้องการแก้ไข บอกได้เลย', 'คู่มือ'],
])('%j is read as %j', (output, expected) => {
  expect(read(output)).toEqual(answer(expected));
});

test.each([
  "Here's how it works: paste a link, get the video.",
  'Of course, nothing is lost.',
  'The result: a calmer archive.',
  'This is the text that changed everything: a story.',
  '这是一个文本编辑器：简单、安静。',
  'Notes from Berlin: a walk.',
  'Summary of a year: calm.',
  'In Spanish summers: a walk.',
  'It: a film about a town.',
  '"Yes" and "no" are "answers"',
  '小心（注意台阶）',
  // The words of a script or a frame are no text, so they must not lose their tags.
  '<script>ran()</script>',
  '<STYLE>p { color: red }</STYLE>',
  '<noscript>Turn scripts on</noscript>',
])('keeps %j', (text) => {
  expect(read(text)).toEqual(answer(text));
});

test('what the source says itself stays', () => {
  const source = 'Title: the hardest part. Note: it comes last. Let me know if you want another version!';
  expect(read(source, source)).toEqual(answer(source));
  expect(read('Spanish: a course.', 'A course in Spanish.')).toEqual(answer('Spanish: a course.'));
  expect(read('"Hello."', '<text-1x>\n"Hi."\n</text-1x>')).toEqual(answer('"Hello."'));
});

test.each([
  ['Save a video', 'Spanish: Guarda un video', 'Guarda un video'],
  ['Save a video', 'Traducción: «Guarda un video»', 'Guarda un video'],
  ['Save a video', '**Traducción al español:** Guarda un video', 'Guarda un video'],
  ['Save a video', 'En español: Guarda un video', 'Guarda un video'],
  ['Save a video', 'ES: Guarda un video', 'Guarda un video'],
  ['Save a video', '¡Claro! Guarda un video', 'Guarda un video'],
  ['It works.', 'Funciona. Avísame si quieres otra versión.', 'Funciona.'],
  ['It works.', 'Funciona. (Nota: traducción literal.)', 'Funciona.'],
  ['It works.', 'Es geht. (Anm. d. Übers.: wörtlich.)', 'Es geht.'],
])('of %j, the translation %j is read as %j', (source, output, expected) => {
  expect(readTranslation(output, source)).toEqual(answer(expected));
});

test.each([
  ['English: a language', 'Inglés: un idioma'],
  ['In English: a course', 'En inglés: un curso'],
  ['Answer: it works', 'Respuesta: funciona'],
  ['Yes! It works.', 'Klar! Es geht.'],
  ['It works. Tell me if you need more.', 'Es geht. Lass mich wissen, ob du mehr brauchst.'],
  ['Note: It works.', 'Hinweis: Es geht.'],
  ['"It works."', '"Es geht."'],
])('of %j, the translation %j stays', (source, text) => {
  expect(readTranslation(text, source)).toEqual(answer(text));
});

test('reads every string of a JSON value, however deep it claims to be', () => {
  const reader = createAnswerReader(material);
  const value = { title: 'Title: A guide', list: ['"One"', 2, null] };
  expect(reader.readStrings(value)).toEqual(answer({ title: 'A guide', list: ['One', 2, null] } as never));
  expect(reader.readStrings({ a: 'Fine.', b: { c: [refusals[0]] } })).toEqual(refused);
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(reader.readStrings(deep)).toMatchObject({ ok: true });
});

/** What is shown while the output arrives character by character: the stream filter holds back 32 characters. */
function stream(output: string): string[] {
  const reader = createAnswerReader(material);
  const texts = [...output].map((_, at) => reader.readPartial(output.slice(0, at + 1)));
  return texts.map((text) => text.slice(0, -32)).filter((text) => text !== '');
}

const whole = 'A calm guide to saving videos. It is short, and it names all three of the ways.';

test.each([
  `<think>The user wants an excerpt. A calm one.</think>\n\n${whole}`,
  `Here is your excerpt:\n\n${whole}\n\nLet me know if you want changes!`,
  `Sure! ${whole}`,
  `**Excerpt:** ${whole}`,
  `${whole}\n\nNote: I left out the names.`,
  `Option 1: ${whole}\nOption 2: Three ways to save a video.`,
  `[REASONING]The user wants an excerpt.[/REASONING]${whole}`,
])('while %j is written, only the answer is shown', (output) => {
  const shown = stream(output);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((text) => !whole.startsWith(text))).toEqual([]);
});

test.each(refusals.filter((refusal) => !refusal.includes('-')))('nothing of %j is shown', (refusal) => {
  expect(stream(refusal)).toEqual([]);
});
