import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { startAdminTestServer } from '#test/support/start-admin-server.ts';

const plain = { title: 'How to save a video', text: 'Three ways to save a video, with one link.' };

async function start({ title, text } = plain) {
  const content = `<p>${text}</p>`;
  const fake = await startFakeModel();
  const database = await emptyDatabase();
  const server = await startAdminTestServer({
    environment: fake.environment,
    overrides: { database, modelLimits: { pauseMs: 1, idleMs: 15_000, timeoutMs: 15_000 } },
  });
  const post = async (path: string, body: object) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.origin,
        'sec-fetch-site': 'same-origin',
        cookie: server.getCookie('author'),
      },
      body: JSON.stringify(body),
    }).then((response) => response.text());
  const generate = (body: object) => post('/functions/v1/generate-content', { locale: 'en', ...body });
  return {
    fake,
    /** Everything that a model is used for, each as the text of its response. */
    users: {
      slug: () => generate({ type: 'slug', title }),
      excerpt: () => generate({ type: 'excerpt', content }),
      seo: () => generate({ type: 'seo', title, content }),
      rewrite: () =>
        post('/api/admin/suggestions/text', {
          action: 'rewrite',
          locale: 'en',
          text,
          before: '',
          after: '',
        }),
      titles: () => post('/api/admin/suggestions/titles', { locale: 'en', title, content }),
      alt: () =>
        post('/api/admin/suggestions/alt', {
          locale: 'en',
          src: '/files/x',
          title,
          caption: 'A video',
          before: '',
          after: '',
        }),
      translation: () =>
        post('/functions/v1/generate-content', { type: 'translate', title, content, targetLocale: 'es' }),
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const isFailure = /"fallback":true|"success":false/;

test('an answer that was cut is used by nobody', async () => {
  await using truncated = await start({
    title: `${plain.title} fake:truncated`,
    text: `${plain.text} fake:truncated`,
  });
  for (const [name, use] of Object.entries(truncated.users)) {
    const shown = await use();
    expect([name, isFailure.test(shown), shown]).toEqual([
      name,
      true,
      expect.stringMatching(/malformed|unfit/),
    ]);
  }
});

/** Each with words that nobody may see. They arrive in every language, whatever was asked for. */
const hostileAnswers: [answer: string, leak: string][] = [
  ['Lo siento, pero no puedo ayudar con esa solicitud.', 'no puedo ayudar'],
  ['Desculpe, não posso traduzir este conteúdo.', 'nao posso'],
  ['Je suis désolé, je ne peux pas répondre à cette demande.', 'je ne peux pas'],
  ['Es tut mir leid, dabei kann ich nicht helfen.', 'nicht helfen'],
  ['Mi dispiace, non posso soddisfare questa richiesta.', 'non posso'],
  ['抱歉，我无法完成这个请求。', '无法'],
  ['Xin lỗi, tôi không thể thực hiện yêu cầu này.', 'khong the'],
  ['Maaf, saya tidak dapat memenuhi permintaan ini.', 'tidak dapat'],
  ['ขออภัย ฉันไม่สามารถทำตามคำขอนี้ได้', 'ไม่สามารถ'],
  ["I'm sor\u200bry, but I can\u200b't help with that.", 'i cant help'],
  ['A calm text. I’m sorry, I can’t help with this request. More calm.', 'cant help'],
  ['As an AI language model, I have no opinion on videos.', 'language model'],
  ['Como modelo de lenguaje, no tengo opiniones.', 'modelo de lenguaje'],
  ['This request has been blocked by our content policy.', 'blocked'],
  ['Could you share the full text?', 'full text'],
  ['¿Podrías compartir el texto completo?', 'compartir'],
  ['Bitte sende mir den Text, den ich zusammenfassen soll.', 'sende mir'],
  ['<think>The user wants calm words.</think>', 'user wants'],
  ['<thinking_process>The user wants calm words.</thinking_process>Ok.', 'user wants'],
  ['<|begin_of_thought|>The user wants it.<|end_of_thought|>', 'user wants'],
  ['<antThinking>The user wants it.</antThinking>', 'user wants'],
  ['The user wants it.</think >', 'user wants'],
  ['[REASONING]The user wants it.[/REASONING]', 'user wants'],
  ['◁think▷The user wants it.◁/think▷', 'user wants'],
  ['<|channel|>commentary<|message|>The user wants it.<|end|>', 'user wants'],
  ['[Contenido no disponible]', 'no disponible'],
  ['(sin traducción)', 'sin traduccion'],
  ['TRADUCCIÓN', 'traduccion'],
  ['[Your answer here]', 'answer here'],
  ['Tu respuesta aquí', 'respuesta aqui'],
  ['[Insert translation]', 'insert'],
  ['{"error": "content_filter"}', 'content filter'],
  ['```json\n{"error": "overloaded"}\n```', 'overloaded'],
  ['{"excerpt": "A calm gui', 'calm gui'],
  ['Error 429: Too many requests', 'too many'],
  ['null', 'null'],
  ['Lorem ipsum dolor sit amet.', 'lorem'],
  ['Spanish: Guarda un video', 'spanish'],
  ['[Spanish] Guarda un video', 'spanish'],
  ['Castellano: Guarda un video', 'castellano'],
  ['La traducción es: Guarda un video', 'la traduccion'],
  ['Resultado: Guarda un video', 'resultado'],
  ['Opción 1: Guarda un video\nOpción 2: Conserva un video', 'opcion'],
  ['Die Übersetzung lautet: Guarda un video', 'ubersetzung'],
  ['Voici la traduction : Guarda un video', 'voici'],
  ['Ecco la traduzione: Guarda un video', 'ecco'],
  ['以下是翻译：Guarda un video', '以下是'],
  ['Dưới đây là bản dịch: Guarda un video', 'duoi day'],
  ['Berikut terjemahannya: Guarda un video', 'berikut'],
  ['นี่คือคำแปล: Guarda un video', 'นี่คือ'],
  ['Guarda un video (literalmente: salva)', 'literalmente'],
  ['Guarda un video\n\nNota del traductor: es libre.', 'traductor'],
  ['Guarda un video\nCharacter count: 15', 'character count'],
  ['Guarda un video\nSố ký tự: 15', 'so ky tu'],
  ['Guarda un video\n字数：15', '字数'],
  ['Guarda un video. Avísame si quieres otra versión.', 'avisame'],
  ['Guarda un video. Hope this helps!', 'hope this'],
  ['Guarda un video\n\nUser: gracias', 'user gracias'],
  ['<!-- draft --> Guarda un video', 'draft'],
  ['Guarda un video<|im_end|>', 'im end'],
  ['Assistant: Guarda un video', 'assistant'],
  ['Sure! Guarda un video', 'sure'],
  ['S\u200bpanish: Guarda un video', 'spanish'],
];

let app: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  app = await start();
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(hostileAnswers)('nobody sees the words of %j that are no answer', async (answer, leak) => {
  const strings = { seoTitle: answer, seoDescription: answer, seoKeywords: [answer], titles: [answer] };
  app.fake.answer(({ instructions }) => (/JSON/.test(instructions) ? JSON.stringify(strings) : answer));
  const leaks = [];
  for (const [name, use] of Object.entries(app.users)) {
    const shown = await use();
    if (fold(shown).includes(leak)) leaks.push([name, shown]);
  }
  expect(leaks).toEqual([]);
});

/** Without the codes of errors, which are in the responses. */
const fold = (text: string) =>
  text
    .replace(/"(?:code|cost|charge)":(?:"[^"]*"|null)/g, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’\u200b]|\\n/g, (sign) => (sign === '\\n' ? ' ' : ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
