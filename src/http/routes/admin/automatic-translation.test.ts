import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noProvider } from '#ai/language-model.ts';
import type { EditorPost, RevisionSummary } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { type AutomaticTranslation, defaultSiteSettings } from '#settings/contract.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { countRuns, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { createAutomaticTranslation } from '#translation/automatic-translation.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeDatabases('automatic translation', (openDatabase) => {
  let database: TestDatabase;
  let harness: RunTestServer;
  beforeAll(async () => {
    database = await openDatabase();
    harness = await startRunTestServer(database);
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());

  const open = async (id: string): Promise<EditorPost> => (await harness.request(`GET /posts/${id}`)).body;
  const latestRun = (id: string) => harness.adminServer.services.runs.findLatestByPost(id);
  let since = '';
  const startRule = () => {
    since = new Date().toISOString();
  };

  interface Node extends Partial<AutomaticTranslation> {
    /** How far its clock is ahead. */
    laterMs?: number;
    textModel?: string | null;
    dailyTokens?: number;
    /** A second model, without which nothing is published. */
    readingTokens?: number;
    /** Into which it has to read. */
    readLocales?: readonly Locale[];
    onStart?(): unknown;
    onError?(error: unknown): void;
  }

  function createNode({
    laterMs = 11 * minuteMs,
    textModel = 'm',
    dailyTokens = 9e8,
    readingTokens,
    readLocales = ['fr', 'de'],
    onStart,
    onError,
    ...rule
  }: Node) {
    const { runs } = harness.adminServer.services;
    return createAutomaticTranslation({
      database,
      runs: {
        async start(request) {
          await onStart?.();
          return runs.start(request);
        },
      },
      provider: () => ({
        textModel,
        dailyTokens,
        secondReader: readingTokens === undefined ? null : { ...noProvider, dailyTokens: readingTokens },
      }),
      scorePolicy: (to) => ({
        threshold: 60,
        requiresModel: readingTokens !== undefined && readLocales.includes(to),
      }),
      rule: () => ({
        ...defaultSiteSettings.automaticTranslation,
        mode: 'publish',
        locales: ['fr', 'de'],
        since,
        ...rule,
      }),
      now: () => Date.now() + laterMs,
      onError(error) {
        if (!onError) throw error;
        onError(error);
      },
    });
  }

  /** A node that starts, does what is due and stops. */
  async function check(node: Node = {}): Promise<void> {
    const automatic = createNode(node);
    await automatic.startWork();
    await automatic.stopWork();
  }

  async function checkAndWait(id: string, node: Node = {}) {
    await check(node);
    const run = await latestRun(id);
    return run && harness.ended(run.id);
  }

  let count = 0;
  /** Each text has other words, so that the memory knows none of its blocks. */
  async function publish(fields: object = {}): Promise<string> {
    count += 1;
    const content = `<p>The ${count} gardens were qiuet in the morning</p><p>We liked all ${count} of them</p>`;
    const post = { title: `Gardens ${count} of the town`, content, status: 'published', ...fields };
    const { body } = await harness.request('POST /posts', createSaveRequest(post, { mode: 'publish' }));
    return body.id;
  }
  const change = (
    id: string,
    from = 'in the morning',
    to = 'in the morning and after the rain of the night',
  ) => harness.save(id, ({ content }) => ({ content: content.replace(from, to) }));
  const idIn = async (id: string, locale: string) =>
    (await open(id)).languages.find((language) => language.locale === locale)?.id ?? '';
  const history = async (id: string): Promise<RevisionSummary[]> =>
    (await harness.request(`GET /posts/${id}/revisions`)).body.revisions;

  test('a published post is translated once, and its history names the rule', async () => {
    startRule();
    const id = await publish();
    expect(await checkAndWait(id)).toMatchObject({ status: 'done', choice: 'passed' });
    const { languages } = await open(id);
    expect(languages.map(({ locale, status }) => [locale, status])).toEqual([
      ['en', 'published'],
      ['fr', 'published'],
      ['de', 'published'],
    ]);
    expect(await history(id)).toContainEqual(
      expect.objectContaining({ kind: 'translation_started', rule: 'publish' }),
    );
    expect(await history(await idIn(id, 'de'))).toMatchObject([
      { kind: 'published', rule: 'publish', author_name: '' },
    ]);
    for (const laterMs of [20 * minuteMs, 50 * hourMs]) await check({ laterMs });
    expect(await countRuns(database, id)).toBe(1);
  });

  test('never, without languages and without a model or tokens, nothing starts', async () => {
    startRule();
    const id = await publish();
    await check({ mode: 'never' });
    await check({ since: null });
    await check({ locales: [] });
    await check({ locales: ['en'] });
    await check({ textModel: null });
    await check({ dailyTokens: 0 });
    await check({ readingTokens: 5999 });
    expect(await latestRun(id)).toBeNull();
    expect(await checkAndWait(id), 'the failures used up no attempt').toMatchObject({ status: 'done' });
  });

  test('a post whose languages need no second reading does not wait for its tokens', async () => {
    startRule();
    const id = await publish();
    await check({ readingTokens: 0, readLocales: ['de'] });
    expect(await latestRun(id)).toBeNull();
    await check({ readingTokens: 0, readLocales: ['de'], locales: ['fr'] });
    expect(await latestRun(id)).not.toBeNull();
    await checkAndWait(id);
  });

  test('two nodes that find the same post due at the same time start one run', async () => {
    startRule();
    const id = await publish();
    const bothFound = Promise.withResolvers<void>();
    let found = 0;
    const onStart = () => {
      found += 1;
      if (found === 2) bothFound.resolve();
      return bothFound.promise;
    };
    await Promise.all([check({ onStart }), check({ onStart })]);
    await checkAndWait(id);
    expect(await countRuns(database, id)).toBe(1);
    expect((await history(id)).filter(({ kind }) => kind === 'translation_started')).toHaveLength(1);
  });

  test('a node that has read the state before the run of another one starts no second run', async () => {
    startRule();
    const id = await publish();
    const { runs } = harness.adminServer.services;
    const stale = createAutomaticTranslation({
      database,
      runs: {
        async start(request) {
          await checkAndWait(id);
          return runs.start(request);
        },
      },
      provider: () => ({ textModel: 'm', dailyTokens: 9e8, secondReader: null }),
      scorePolicy: () => ({ threshold: 0, requiresModel: false }),
      rule: () => ({
        ...defaultSiteSettings.automaticTranslation,
        mode: 'publish',
        locales: ['fr', 'de'],
        since,
      }),
      now: () => Date.now() + 11 * minuteMs,
      onError(error) {
        throw error;
      },
    });
    await stale.startWork();
    await stale.stopWork();
    expect(await countRuns(database, id)).toBe(1);
  });

  test('what was published before the rule stays as it is', async () => {
    const id = await publish();
    since = new Date(Date.now() + 1).toISOString();
    await vi.waitUntil(() => new Date().toISOString() > since);
    await check({ mode: 'change', laterMs: hourMs });
    expect(await latestRun(id)).toBeNull();
    await change(id);
    await check({ mode: 'change', laterMs: hourMs });
    expect(await latestRun(id), 'a language that it never had').toBeNull();
  });

  test('a scheduled post is translated once it is published', async () => {
    startRule();
    const at = new Date(Date.now() + 1500).toISOString();
    const fields = { title: 'Scheduled gardens', content: '<p>They open later</p>' };
    const request = createSaveRequest(fields, { mode: 'schedule', scheduled_at: at });
    const { id } = (await harness.request('POST /posts', request)).body;
    await check();
    expect(await latestRun(id)).toBeNull();
    await vi.waitUntil(async () => (await open(id)).status === 'published', {
      timeout: 30_000,
      interval: 200,
    });
    expect(await checkAndWait(id)).toMatchObject({ status: 'done' });
  });

  test('a change is translated ten minutes later, if the rule follows changes', async () => {
    startRule();
    const id = await publish();
    await checkAndWait(id);
    await change(id);
    await check({ mode: 'publish', laterMs: hourMs });
    await check({ mode: 'change', laterMs: 9 * minuteMs });
    expect(await countRuns(database, id)).toBe(1);
    await checkAndWait(id, { mode: 'change', laterMs: 11 * minuteMs });
    expect(await countRuns(database, id)).toBe(2);
    const german = await open(await idIn(id, 'de'));
    expect(german.languages.map(({ translation }) => translation)).not.toContain('outdated');
    expect((await history(german.id))[0]).toMatchObject({
      kind: 'published',
      status: 'published',
      rule: 'change',
    });
  });

  test('a draft that waits for its reviewer follows the original, but not once a person has edited it', async () => {
    const { settings } = harness.adminServer.services;
    const held = { de: { threshold: null, heldFor: 'ada' } };
    await settings.save({ languageRules: held }, { name: 'Ada' });
    startRule();
    const id = await publish();
    await checkAndWait(id);
    const before = await open(await idIn(id, 'de'));
    await change(id);
    await checkAndWait(id, { mode: 'change' });
    const german = await open(before.id);
    expect(german.status).toBe('draft');
    expect(german.fields.content).not.toBe(before.fields.content);
    expect(german.languages.map(({ translation }) => translation)).not.toContain('outdated');
    await harness.save(german.id, () => ({ title: 'Ein anderer Titel' }));
    await change(id, 'We liked', 'We still liked');
    await checkAndWait(id, { mode: 'change' });
    expect(await open(german.id)).toMatchObject({
      fields: { title: 'Ein anderer Titel', content: german.fields.content },
    });
    await settings.save({ languageRules: {} }, { name: 'Ada' });
  });

  test('a change whose translations were kept starts nothing', async () => {
    startRule();
    const id = await publish();
    await checkAndWait(id);
    await change(id, 'qiuet', 'quiet');
    await harness.request(`POST /posts/${id}/correction`, undefined, (await open(id)).version);
    await check({ mode: 'change', laterMs: hourMs });
    expect(await countRuns(database, id)).toBe(1);
  });

  test('every night, the posts of the day before are translated', async () => {
    startRule();
    const id = await publish();
    const hour = (new Date().getUTCHours() + 2) % 24;
    const rule = { mode: 'nightly', hour } as const;
    await check({ ...rule, laterMs: 0 });
    await check({ ...rule, laterMs: 59 * minuteMs });
    expect(await latestRun(id)).toBeNull();
    expect(
      await checkAndWait(id, { ...rule, laterMs: 30 * hourMs }),
      'also after a missed night',
    ).toMatchObject({
      status: 'done',
    });
    expect((await history(id)).map(({ rule: name }) => name)).toContain('nightly');
    await change(id);
    await check({ ...rule, laterMs: 59 * minuteMs });
    expect(await countRuns(database, id)).toBe(1);
    await checkAndWait(id, { ...rule, laterMs: 26 * hourMs });
    expect(await countRuns(database, id)).toBe(2);
  });

  test('a deleted or unpublished translation is neither created again nor published', async () => {
    startRule();
    const id = await publish();
    await checkAndWait(id);
    const [french, german] = [await open(await idIn(id, 'fr')), await open(await idIn(id, 'de'))];
    await harness.adminServer.request('owner', `DELETE /posts/${french.id}`, { version: french.version });
    await harness.request(`POST /posts/${german.id}/status`, { status: 'draft' }, german.version);
    expect((await open(id)).languages.map(({ locale, status }) => [locale, status])).toEqual([
      ['en', 'published'],
      ['de', 'draft'],
    ]);
    await change(id);
    await check({ mode: 'change', laterMs: hourMs });
    expect(await countRuns(database, id)).toBe(1);
  });

  test('unpublished changes of a post are not published, and nothing starts until they are', async () => {
    startRule();
    const id = await publish();
    const { fields, version } = await open(id);
    const edited = { ...fields, content: `${fields.content}<p>And one more of them</p>` };
    const saved = await harness.request(`PUT /posts/${id}`, { mode: 'autosave', fields: edited }, version);
    let starts = 0;
    await check({ mode: 'change', laterMs: hourMs, onStart: () => (starts += 1) });
    expect([starts, (await open(id)).has_working_copy]).toEqual([0, true]);
    await harness.request(`PUT /posts/${id}`, { mode: 'publish', fields: edited }, saved.body.version);
    expect(await checkAndWait(id)).toMatchObject({ status: 'done' });
  });

  test('a language that failed is tried again after growing pauses, and in the end no longer', async () => {
    startRule();
    const id = await publish();
    harness.play('de', [], 'refusal');
    expect(await checkAndWait(id)).toMatchObject({ status: 'done_with_errors' });
    const pauses = [5, 20, 60, 4 * 60, 12 * 60, 24 * 60];
    for (const [index, pause] of pauses.entries()) {
      // At first, the post has not been unchanged for long enough.
      const minutes = Math.max(pause, 10);
      await check({ laterMs: (minutes - 1) * minuteMs });
      expect(await countRuns(database, id), `before ${minutes} minutes`).toBe(index + 1);
      const run = await checkAndWait(id, { laterMs: (minutes + 1) * minuteMs });
      expect(await countRuns(database, id), `after ${minutes} minutes`).toBe(index + 2);
      expect(run?.steps.map(({ locale }) => locale)).toEqual(['en', 'de']);
    }
    await check({ laterMs: 900 * hourMs });
    expect(await countRuns(database, id)).toBe(pauses.length + 1);
    harness.play('de', []);
  });

  test('a language that failed is translated from the text that readers see by then', async () => {
    startRule();
    const id = await publish();
    harness.play('de', [], 'refusal');
    await checkAndWait(id);
    await change(id, 'qiuet', 'peaceful');
    harness.play('de', []);
    const before = harness.fake.calls.length;
    await checkAndWait(id, { laterMs: 11 * minuteMs });
    const requests = harness.fake.calls.slice(before).map(({ body }) => body);
    expect(requests.map((body) => /qiuet|peaceful/.exec(body)?.[0])).toEqual(['peaceful']);
    const german = (await open(id)).languages.find(({ locale }) => locale === 'de');
    expect([german?.status, german?.translation]).toEqual(['published', undefined]);
  });

  test('a cancelled run is not started again', async () => {
    startRule();
    const id = await publish();
    harness.play('fr', [], 'hang');
    const called = harness.calls(1);
    await check();
    await called;
    await harness.request(`POST /runs/${(await latestRun(id))?.id}/cancel`, {});
    harness.play('fr', []);
    await check({ mode: 'change', laterMs: 50 * hourMs });
    expect(await countRuns(database, id)).toBe(1);
  });

  test('a post that cannot be translated is tried once, and the next one is not delayed by it', async () => {
    startRule();
    await publish({ content: '' });
    const id = await publish();
    let starts = 0;
    const errors: unknown[] = [];
    const node = createNode({
      onStart: () => (starts += 1),
      onError: (error) => void errors.push((error as { code?: unknown }).code),
    });
    await node.startWork();
    expect(starts).toBe(2);
    expect(await checkAndWait(id)).toMatchObject({ status: 'done' });
    await node.check();
    await node.stopWork();
    expect([starts, errors]).toEqual([2, ['run.empty']]);
  });

  test('two posts are translated one after the other', async () => {
    startRule();
    const ids = [await publish(), await publish()];
    harness.play('fr', [], 'hang');
    const called = harness.calls(1);
    await check();
    await called;
    await check();
    expect(await latestRun(ids[1] ?? '')).toBeNull();
    await harness.request(`POST /runs/${(await latestRun(ids[0] ?? ''))?.id}/cancel`, {});
    harness.play('fr', []);
    expect(await checkAndWait(ids[1] ?? '')).toMatchObject({ status: 'done' });
  });
});
