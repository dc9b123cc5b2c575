import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TextResponse } from '#ai/text-contract.ts';
import { modelCall, modelDay } from '#database/schema.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { createSaveRequest, startAdminTestServer } from '#test/support/start-admin-server.ts';

const body = {
  action: 'rewrite',
  locale: 'en',
  text: 'It was <1>quiet</1> in the garden.',
  before: 'Morning.',
  after: '',
};

interface Answer {
  streamed: string;
  answer: TextResponse;
}

async function readAnswer(response: Response): Promise<Answer> {
  let streamed = '';
  let answer: TextResponse | null = null;
  for (const block of (await response.text()).trim().split('\n\n')) {
    const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null');
    if (block.startsWith('event: piece')) streamed += data.text;
    else answer = data;
  }
  if (!answer) throw new Error('the stream has no answer');
  return { streamed, answer };
}

async function start(environment: Record<string, string> = {}) {
  const fake = await startFakeModel();
  const database = await emptyDatabase();
  const server = await startAdminTestServer({
    environment: { ...fake.environment, ...environment },
    overrides: { database, modelLimits: { pauseMs: 1, idleMs: 200, timeoutMs: 15_000 } },
  });
  const send = (more: object = {}, signal: AbortSignal | null = null) =>
    fetch(`${server.origin}/api/admin/suggestions/text`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.origin,
        'sec-fetch-site': 'same-origin',
        cookie: server.getCookie('author'),
      },
      body: JSON.stringify({ ...body, ...more }),
      signal,
    });
  return {
    server,
    fake,
    send,
    suggest: async (more: object = {}) => readAnswer(await send(more)),
    listCalls: () => database.query.select().from(modelCall),
    readTokens: async () => (await database.query.select().from(modelDay))[0]?.tokens,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test('a refusal is an error and never shown, in any language', async () => {
  await using app = await start();
  for (const text of [
    "I'm sorry, but I can't help with that. You may ask for something else.",
    'Es tut mir leid, aber ich kann dabei nicht helfen.',
  ]) {
    app.fake.answer(() => text);
    const { streamed, answer } = await app.suggest();
    expect(streamed).toBe('');
    expect(answer).toMatchObject({ success: false, code: 'model.refused' });
    expect(answer.charge?.tokensOut).toBeGreaterThan(0);
  }
});

test('a selected text that is a refusal itself can be rewritten', async () => {
  await using app = await start();
  const text = "I'm sorry, but I can't help with that request.";
  const { answer } = await app.suggest({ text });
  expect(answer).toMatchObject({ success: true, text: `Put simply: ${text}` });
});

test('only the new text stays of an answer with a preamble and an offer', async () => {
  await using app = await start();
  app.fake.answer(
    () =>
      'Here is the rewritten text:\n\nQuiet in the <1>garden</1>.\n\nLet me know if you want another version!',
  );
  const { streamed, answer } = await app.suggest();
  expect(answer).toMatchObject({ success: true, text: 'Quiet in the <1>garden</1>.' });
  expect(streamed).toBe('Quiet in the garden.');
});

test('selected text is rewritten with its tags, streamed as plain text, and metered', async () => {
  await using app = await start();
  const { streamed, answer } = await app.suggest();
  expect(answer).toEqual({
    success: true,
    text: 'Put simply: It was <1>quiet</1> in the garden.',
    charge: {
      tokensIn: expect.any(Number),
      tokensOut: expect.any(Number),
      isEstimate: false,
      cost: null,
    },
  });
  expect(streamed).toBe('Put simply: It was quiet in the garden.');
  const [call] = await app.listCalls();
  expect(call).toMatchObject({
    kind: 'rewrite',
    outcome: 'ok',
    tokensIn: answer.charge?.tokensIn,
    tokensOut: answer.charge?.tokensOut,
  });
  expect(await app.readTokens()).toBe((call?.tokensIn ?? 0) + (call?.tokensOut ?? 0));
  const sent = JSON.parse(app.fake.calls[0]?.body ?? '{}');
  expect(sent.stream).toBe(true);
  expect(sent.messages[0].content).not.toContain('garden');
});

test.each<[string, string, string]>([
  ['shorten', 'One two <1>three four</1> five.', 'One two <1>three</1>'],
  ['continue', 'It was quiet.', 'And so it went on. Nobody had expected it.'],
  ['fix', 'I recieve teh letter .', 'I receive the letter.'],
  ['list', 'Bread. Milk. <1>Tea</1>.', 'Bread.\nMilk.\n<1>Tea</1>.'],
])('the action %s has its own instructions', async (action, text, expected) => {
  await using app = await start();
  const { answer } = await app.suggest({ action, text });
  expect(answer).toMatchObject({ success: true, text: expected });
});

test('with prices, each answer has its cost, and the usage of the day has the sum', async () => {
  await using app = await start({ AI_INPUT_PRICE: '2', AI_OUTPUT_PRICE: '8', AI_CURRENCY: 'EUR' });
  const { answer } = await app.suggest();
  const { tokensIn = 0, tokensOut = 0, cost } = answer.charge ?? {};
  expect(cost).toEqual({ amount: (tokensIn * 2 + tokensOut * 8) / 1_000_000, currency: 'EUR' });
  const second = await app.suggest();
  const usage = await app.server.request('editor', 'GET /translation/spending');
  expect(usage.body.today.cost.currency).toBe('EUR');
  const sum = (cost?.amount ?? 0) + (second.answer.charge?.cost?.amount ?? 0);
  expect(usage.body.today.cost.amount).toBeCloseTo(sum, 9);
});

test('cancelling the request cancels that of the model, and the tokens are charged', async () => {
  await using app = await start({ AI_INPUT_PRICE: '1', AI_OUTPUT_PRICE: '10' });
  app.fake.play('pending');
  const abort = new AbortController();
  const response = await app.send({ text: 'It was quiet in the garden. '.repeat(8).trim() }, abort.signal);
  await response.body?.getReader().read();
  expect(app.fake.openCalls()).toBe(1);
  abort.abort();
  while (app.fake.openCalls() > 0) await app.fake.nextChange();
  await expect.poll(app.listCalls).toMatchObject([{ outcome: 'model.cancelled', tokensIn: null }]);
  const tokens = (await app.readTokens()) ?? 0;
  expect(tokens).toBeGreaterThan(4000);
  // Without a report, all tokens have the higher price.
  const usage = await app.server.request('owner', 'GET /translation/spending');
  expect(usage.body.today.cost.amount).toBeCloseTo((tokens * 10) / 1_000_000);
});

test('a used-up budget, a stream that breaks off and a failing model have their own codes', async () => {
  await using poor = await start({ AI_DAILY_BUDGET: '100' });
  expect((await poor.suggest()).answer).toEqual({ success: false, code: 'model.budget', charge: null });
  expect(poor.fake.calls).toEqual([]);
  await using app = await start();
  app.fake.play('cut');
  const cut = await app.suggest({ text: 'It was quiet in the garden. '.repeat(8).trim() });
  expect(cut.answer).toMatchObject({ success: false, charge: { isEstimate: true } });
  app.fake.play('unauthorized');
  expect((await app.suggest()).answer).toEqual({ success: false, code: 'model.refused', charge: null });
});

test('without a model, the answer says so', async () => {
  await using server = await startAdminTestServer();
  const response = await server.request('author', 'POST /suggestions/text', { body });
  expect(response.body).toContain('"code":"model.unconfigured"');
});

test('output with a foreign link loses its tags and the link; URLs of the text stay', async () => {
  await using app = await start();
  const own = 'https://own.example/a/b';
  const text = `See <1>${own}</1> and own.example, x < y.`;
  app.fake.obey(() => ({ text: 'Visit https://evil.example/x now', isAlone: false, isEverywhere: true }));
  const { answer } = await app.suggest({ text: `order no. 1 ${text}` });
  const result = answer.success ? answer.text : '';
  expect(result).not.toContain('evil');
  app.fake.obey(() => null);
  const good = await app.suggest({ text });
  expect(good.answer).toMatchObject({ text: `Put simply: See <1>${own}</1> and own.example, x &lt; y.` });
});

test('title ideas come from the whole post, each once and without the current title', async () => {
  await using app = await start({ AI_INPUT_PRICE: '1', AI_OUTPUT_PRICE: '1' });
  const suggest = async () =>
    (
      await app.server.request('author', 'POST /suggestions/titles', {
        body: { locale: 'de', title: 'A third title', content: '<p>It was quiet in the garden.</p>' },
      })
    ).body;
  expect(await suggest()).toEqual({
    success: true,
    titles: ['A first title', 'A second title'],
    charge: expect.objectContaining({
      isEstimate: false,
      cost: expect.objectContaining({ currency: 'USD' }),
    }),
  });
  const sent = JSON.parse(app.fake.calls[0]?.body ?? '{}');
  expect(sent.messages[0].content).toContain('Write in German.');
  expect(sent.messages[1].content).toContain('It was quiet in the garden.');
  app.fake.play('wrong-json', 'obeys');
  expect(await suggest()).toMatchObject({ success: false, code: 'model.malformed', charge: {} });
  expect(await suggest()).toMatchObject({ success: false, code: 'model.malformed', charge: {} });
});

async function suggestAlt(app: Awaited<ReturnType<typeof start>>, more: object = {}) {
  const response = await app.server.request('author', 'POST /suggestions/alt', {
    body: { locale: 'en', src: '/files/x', title: '', caption: 'A bird', before: '', after: '', ...more },
  });
  return response.body;
}

test('an alt text comes from the caption and the text around the image', async () => {
  await using app = await start();
  expect(await suggestAlt(app)).toEqual({
    success: true,
    alt: 'What the text says.',
    sawImage: false,
    charge: expect.objectContaining({ isEstimate: false }),
  });
  expect(app.fake.calls[0]?.body).toContain('A bird');
  app.fake.play('obeys');
  expect(await suggestAlt(app)).toMatchObject({ success: false, code: 'model.malformed' });
});

test('a model that accepts images gets the stored image, and no other', async () => {
  await using app = await start({ AI_VISION: 'yes' });
  const { width, height } = { width: 900, height: 600 };
  const png = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const stored = await app.server.request('author', 'POST /pictures', {
    body: new Uint8Array(png),
    headers: { 'content-type': 'image/png' },
  });
  expect(await suggestAlt(app, { src: stored.body.src })).toMatchObject({
    alt: 'What the model sees.',
    sawImage: true,
  });
  const [, message] = JSON.parse(app.fake.calls[0]?.body ?? '{}').messages;
  const url: string = message.content.find((part: { type: string }) => part.type === 'image_url').image_url
    .url;
  const sent = await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata();
  expect([sent.format, sent.width]).toEqual(['jpeg', 768]);
  for (const src of [
    'https://evil.example/x.webp',
    '/files/../../etc/passwd',
    stored.body.src.replace('900', '901'),
  ])
    expect(await suggestAlt(app, { src })).toMatchObject({ sawImage: src.includes('901') });
});

test('internal links are found without a model, in published posts only', async () => {
  await using server = await startAdminTestServer({ overrides: { database: await emptyDatabase() } });
  const fields = { title: 'A quiet garden', slug: 'garden', content: '<p>x</p>' };
  const post = await server.request('owner', 'POST /posts', { body: createSaveRequest(fields) });
  const find = async (more: object = {}) =>
    server.request('author', 'POST /suggestions/links', {
      body: { locale: 'en', text: 'It was a quiet garden.', ...more },
    });
  expect((await find()).body).toEqual({ links: [] });
  await server.request('owner', `POST /posts/${post.body.id}/status`, {
    version: post.body.version,
    body: { status: 'published' },
  });
  const link = { id: post.body.id, title: 'A quiet garden', slug: 'garden', phrase: 'quiet garden' };
  expect((await find()).body).toEqual({ links: [link] });
  expect((await find({ post_id: post.body.id })).body).toEqual({ links: [] });
  expect((await find({ text: 'x'.repeat(8001) })).status).toBe(413);
});

test.each<[string, object, number, string]>([
  ['an unknown action', { action: 'poem' }, 400, 'fields.unfit'],
  ['an unknown field', { id: 1 }, 400, 'fields.unfit'],
  ['blank text', { text: ' \n ' }, 400, 'fields.unfit'],
  ['a long selection', { text: 'x'.repeat(8001) }, 413, 'body.too_long'],
  ['much context', { before: 'ก'.repeat(1400) }, 413, 'body.too_long'],
])('%s is rejected before the model is called', async (_name, more, status, code) => {
  await using app = await start();
  const { status: sent, body: error } = await app.server.request('author', 'POST /suggestions/text', {
    body: { ...body, ...more },
  });
  expect([sent, error.code]).toEqual([status, code]);
  expect(app.fake.calls).toEqual([]);
});
