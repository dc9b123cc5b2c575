import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptStyle, TranslationNote } from '#assistant/contract.ts';
import type { DeskDocument, DeskLanguage } from '#desk/contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';

let fake: FakeModel;
let edge: DeskEdge;
beforeAll(async () => {
  fake = await startFakeModel();
  const modelLimits = { pauseMs: 1, wholeMs: 15_000, longMs: 15_000, idleMs: 100 };
  edge = await startDeskEdge({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '9000000' },
    overrides: { modelLimits },
  });
  await edge.services.startWork();
});
afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

const open = async (id: string): Promise<DeskDocument> => (await edge.ask('editor', `GET /posts/${id}`)).body;
const noteOf = async (id: string): Promise<TranslationNote> =>
  (await edge.ask('editor', `GET /posts/${id}/translation`)).body;
const change = async (id: string, fields: object) => {
  const before = await open(id);
  const body = deskSave({ ...before.fields, ...fields });
  return edge.ask('editor', `PUT /posts/${id}`, { version: before.version, body });
};

let made = 0;
async function write(content: string): Promise<DeskDocument> {
  made += 1;
  const body = deskSave({ title: `A garden in the evening ${made}`, content }, { locale: 'en' });
  return (await edge.ask('editor', 'POST /posts', { body })).body;
}

/** A run into German that has ended; the German post. */
async function translate(id: string): Promise<string> {
  const started = await edge.ask('editor', `POST /posts/${id}/translations`, { body: { locales: ['de'] } });
  const run = await waitForRunEnd(
    async () => (await edge.ask('editor', `GET /runs/${started.body.id}`)).body,
  );
  return run.steps.find(({ locale }) => locale === 'de')?.post?.id ?? '';
}

const two = '<p>The garden was quiet in the morning</p><p>The birds were singing in the trees</p>';
const germanOf = ({ languages }: DeskDocument) => languages.find(({ locale }) => locale === 'de');
const byHand = 'Im Garten war es still';

const places = ['garden', 'meadow', 'harbour', 'valley', 'forest'];

/**
 * A German text with a first paragraph by hand, and an original that has changed there since: about another place each
 * time, since what a person wrote is remembered for other articles too.
 */
async function editedByHand(changed = (text: string) => text.replace('quiet', 'very quiet')) {
  const place = places.shift() ?? '';
  const before = two.replace('garden', place);
  const original = await write(before);
  const id = await translate(original.id);
  const german = await open(id);
  await change(id, { content: german.fields.content.replace(/^<p>.*?<\/p>/, `<p>${byHand}</p>`) });
  await change(original.id, { content: changed(before) });
  await translate(original.id);
  return { original, id, before };
}

describe('what a person wrote over a translation', () => {
  test('stays through any number of runs, and the new translation is offered beside it once', async () => {
    const { original, id } = await editedByHand();
    for (const again of [false, true]) {
      if (again) await translate(original.id);
      expect((await open(id)).fields.content).toContain(`<p>${byHand}</p>`);
      const note = await noteOf(id);
      expect(note.made_by).toBe('both');
      expect(note.offers).toMatchObject([
        { source: 'The garden was very quiet in the morning', yours: byHand, hasPlace: true },
      ]);
    }
  });

  test('is not replaced where the original got a link there', async () => {
    const link = '<a href="https://example.org/">was quiet</a>';
    const { id } = await editedByHand((text) => text.replace('was quiet', link));
    expect((await open(id)).fields.content).toContain(`<p>${byHand}</p>`);
    const [offer] = (await noteOf(id)).offers;
    const { version } = await open(id);
    await edge.ask('editor', `POST /posts/${id}/offers/${offer?.hash}/take`, { version });
    expect((await open(id)).fields.content).toMatch(/^<p>[^<]*<a href="https:\/\/example\.org\/"/);
  });

  test('gives way where the offer is taken, in the draft alone, and is the machine’s from then on', async () => {
    const { original, id, before } = await editedByHand();
    const [offer] = (await noteOf(id)).offers;
    const { version } = await open(id);
    const stale = await edge.ask('editor', `POST /posts/${id}/offers/${offer?.hash}/take`, { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'post.conflict']);
    const taken = await edge.ask('editor', `POST /posts/${id}/offers/${offer?.hash}/take`, { version });
    expect(taken.status).toBe(200);
    expect(taken.body.fields.content).toContain(`<p>${offer?.offered}</p>`);
    expect(taken.body).toMatchObject({ status: 'published', has_working_copy: true });
    const after = await noteOf(id);
    expect([after.made_by, after.offers]).toEqual(['machine', []]);
    const gone = await edge.ask('editor', `POST /posts/${id}/offers/${offer?.hash}/take`, {
      version: taken.body.version,
    });
    expect([gone.status, gone.body.code]).toEqual([404, 'offer.missing']);
    await change(original.id, { content: before.replace('quiet', 'silent') });
    await translate(original.id);
    expect((await open(id)).fields.content).not.toContain(offer?.offered);
    expect((await noteOf(id)).offers).toEqual([]);
  });

  test('is not offered again where it was kept, until its source changes again', async () => {
    const { original, id, before } = await editedByHand();
    const [offer] = (await noteOf(id)).offers;
    expect((await edge.ask('editor', `POST /posts/${id}/offers/${offer?.hash}/keep`)).status).toBe(200);
    const calls = fake.calls.length;
    await translate(original.id);
    expect(fake.calls.length, 'calls for what is decided').toBe(calls);
    expect((await noteOf(id)).offers).toEqual([]);
    await change(original.id, { content: before.replace('quiet', 'dark') });
    await translate(original.id);
    expect((await noteOf(id)).offers).toMatchObject([
      { source: expect.stringContaining('was dark in the morning') },
    ]);
    expect((await open(id)).fields.content).toContain(`<p>${byHand}</p>`);
  });

  test('is decided about by who may change it', async () => {
    const { id } = await editedByHand();
    const [offer] = (await noteOf(id)).offers;
    const refused = await edge.ask('author', `POST /posts/${id}/offers/${offer?.hash}/keep`);
    expect([refused.status, refused.body.code]).toEqual([403, 'role.forbids']);
    const { version } = await open(id);
    const take = await edge.ask('author', `POST /posts/${id}/offers/${offer?.hash}/take`, { version });
    expect([take.status, take.body.code]).toEqual([403, 'role.forbids']);
    expect((await noteOf(id)).offers).toHaveLength(1);
  });
});

describe('the marks of a language', () => {
  const listed = async (id: string): Promise<DeskLanguage | undefined> => {
    const { body } = await edge.ask('editor', 'GET /posts?locale=en&page=1&search=&status=');
    const post = body.posts.find((one: { id: string }) => one.id === id);
    return post.languages.find(({ locale }: DeskLanguage) => locale === 'de');
  };

  test('say what is out of date, and where it came from', async () => {
    const original = await write(two);
    const id = await translate(original.id);
    expect(await listed(original.id)).toMatchObject({ from: 'en' });
    expect(await listed(original.id)).not.toHaveProperty('translation');
    await change(original.id, { content: `${two}<p>One more sentence for the evening</p>` });
    expect(await listed(original.id)).toMatchObject({ translation: 'outdated' });
    expect(germanOf(await open(id))).toMatchObject({ translation: 'outdated', from: 'en' });
    await translate(original.id);
    expect(await listed(original.id)).not.toHaveProperty('translation');
  });

  test('say what has the original’s words, until somebody has written others or found them right', async () => {
    const original = await write(two);
    fake.playFor('de', [], 'lost-number');
    await change(original.id, { content: `${two}<p>There were 24 birds in 3 of the trees</p>` });
    const id = await translate(original.id);
    fake.playFor('de', []);
    expect(await listed(original.id)).toMatchObject({ review: 1, status: 'draft' });
    expect((await noteOf(id)).review).toEqual(['There were 24 birds in 3 of the trees']);
    const german = await open(id);
    await change(id, { content: german.fields.content.replace('There were', 'Es waren') });
    expect(await listed(original.id)).not.toHaveProperty('review');
    await change(id, { content: german.fields.content });
    expect(await listed(original.id)).toMatchObject({ review: 1 });
    expect((await edge.ask('editor', `POST /posts/${id}/translation/approve`)).status).toBe(200);
    expect(await listed(original.id)).not.toHaveProperty('review');
    await translate(original.id);
    expect(germanOf(await open(id))).toMatchObject({ status: 'published' });
  });

  test('say what is not translated', async () => {
    const original = await write(two.replace('quiet', 'not to be translated'));
    fake.playFor('de', [], 'unauthorised');
    const id = await translate(original.id);
    fake.playFor('de', []);
    expect(await listed(original.id)).toMatchObject({ translation: 'untranslated' });
    expect((await noteOf(id)).made_by).toBe('nobody');
  });
});

test('a run is not started from what a run has made', async () => {
  const original = await write(two);
  const id = await translate(original.id);
  for (const path of ['translations', 'translations/estimate']) {
    const refused = await edge.ask('editor', `POST /posts/${id}/${path}`, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([422, 'run.translation']);
  }
});

describe('how a language is written', () => {
  const style = (more: object = {}) => ({ address: 'free', style: '', terms: [], ...more });
  const put = (body: object) => edge.ask('editor', 'PUT /translation/styles/de', { body });

  test('is refused where it is more than it may be, or something else', async () => {
    const many = Array.from({ length: 101 }, (_, place) => ({ source: `word ${place}`, target: 'x' }));
    for (const wrong of [
      style({ style: 'x'.repeat(501) }),
      style({ address: 'rude' }),
      style({ terms: many }),
      style({ terms: [{ source: 'x'.repeat(81), target: 'x' }] }),
      style({ terms: [{ source: 'x', target: ' ' }] }),
      style({
        terms: [
          { source: 'Post', target: 'a' },
          { source: 'post', target: 'b' },
        ],
      }),
      style({ more: true }),
      { style: '' },
    ])
      expect((await put(wrong)).body.code).toBe('fields.unfit');
    const unknown = await edge.ask('editor', 'PUT /translation/styles/xx', { body: style() });
    expect(unknown.body.code).toBe('fields.unfit');
  });

  test('is told to the model, and makes it forget only what it is about', async () => {
    const original = await write(
      '<p>The lighthouse was white in the morning</p><p>The sailors were singing all day</p>',
    );
    await translate(original.id);
    const callsOf = async () => {
      const before = fake.calls.length;
      await translate(original.id);
      return fake.calls.slice(before).map(({ body }) => body);
    };
    expect(await callsOf()).toEqual([]);
    await put(style({ terms: [{ source: 'lighthouse', target: 'Leuchtturm' }] }));
    const [first = '', ...rest] = await callsOf();
    expect(first).toContain('Translate \\"lighthouse\\" as \\"Leuchtturm\\".');
    expect([first, ...rest].filter((body) => /\{\\\\\\"id\\\\\\"[^}]*sailors/.test(body))).toEqual([]);
    await put(style({ address: 'formal', style: 'Short\n sentences.' }));
    const [said = ''] = await callsOf();
    expect(said).toContain('Style: Address the reader formally. Short sentences.');
    expect(said).toContain('sailors');
    const styles: KeptStyle[] = (await edge.ask('editor', 'GET /translation/styles')).body.styles;
    const german = styles.find(({ locale }) => locale === 'de');
    expect(german).toMatchObject({ address: 'formal', style: 'Short sentences.', terms: [] });
    expect(german?.remembered).toBeGreaterThan(0);
    await put(style());
  });
});

test('says what today and the last runs have taken, as the ledger has it', async () => {
  const original = await write(two.replace('garden', 'harbour'));
  const before = (await edge.ask('editor', 'GET /translation/spending')).body;
  await translate(original.id);
  const { today, runs } = (await edge.ask('editor', 'GET /translation/spending')).body;
  expect(runs[0]).toMatchObject({ post_id: original.id, title: original.fields.title, locales: ['de'] });
  expect(runs[0].tokens).toBeGreaterThan(0);
  expect(today).toEqual({ tokens: before.today.tokens + runs[0].tokens, budget: 9_000_000 });
});
