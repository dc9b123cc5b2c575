import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EditorPost, RevisionSummary } from '#blog/editing-contract.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { defaultSiteSettings, type LanguageRules } from '#settings/contract.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';
import type { RunState } from '#translation/contract.ts';

const doubted = 'Nobody saw the fox in the garden.';
const lost = [
  { into: 'into Spanish', text: 'Todos vieron el zorro en el jardín.' },
  { into: 'into Italian', text: 'Tutti hanno visto la volpe nel giardino.' },
];

/** Texts that begin so have the same translation. */
const twins = 'The twin gardens';

let database: TestDatabase;
let harness: RunTestServer;
beforeAll(async () => {
  database = await emptyDatabase();
  harness = await startRunTestServer(database);
  harness.fake.answer(({ text, instructions }) => {
    if (text.startsWith(twins)) return 'Die beiden Gärten sind am Morgen offen';
    return text === doubted ? (lost.find(({ into }) => instructions.includes(into))?.text ?? null) : null;
  });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const setRules = async (languageRules: LanguageRules) => {
  const saved = await harness.adminServer.services.settings.save({ languageRules }, { name: 'Ada' });
  expect(saved.ok).toBe(true);
};
afterEach(() => setRules({}));

const write = (title: string, content = `<p>${title} is open in the morning</p>`) =>
  harness.write({ title, content, status: 'published' });
const open = async (id: string): Promise<EditorPost> => (await harness.request(`GET /posts/${id}`)).body;
async function openIn(id: string, locale: string): Promise<EditorPost> {
  const found = (await open(id)).languages.find((language) => language.locale === locale);
  return open(found?.id ?? '');
}
const history = async ({ id }: EditorPost): Promise<RevisionSummary[]> =>
  (await harness.request(`GET /posts/${id}/revisions`)).body.revisions;

/** Decoded from quoted-printable. */
function readEmail({ received }: { received: readonly { data: string }[] }, index: number): string {
  const data = received[index]?.data.replaceAll('=\r\n', '') ?? '';
  return decodeURIComponent(data.replace(/=([0-9A-F]{2})/g, '%$1'));
}

test('a language with a reviewer is saved, the others are published, and its history names the rule', async () => {
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  const { id } = await write('The first garden');
  const run = await harness.run(id, { locales: ['fr', 'de'] });
  expect(run.status).toBe('done_with_errors');
  expect(findStep(run, 'fr')).toMatchObject({ status: 'published', code: null });
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
  const german = await openIn(id, 'de');
  expect(german.status).toBe('draft');
  expect(await history(german)).toMatchObject([{ kind: 'saved', status: 'draft', rule: 'held' }]);
  expect(await history(await openIn(id, 'fr'))).toMatchObject([{ rule: null }]);
});

test('readers keep the published translation until its reviewer publishes the update', async () => {
  const { id } = await write('The second garden');
  await harness.run(id, { locales: ['de'] });
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  await harness.save(id, (fields) => ({ content: `${fields.content}<p>It rained all day</p>` }));
  const run = await harness.run(id, { locales: ['de'] });
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
  const german = await openIn(id, 'de');
  expect(german).toMatchObject({ status: 'published', has_working_copy: true });
  const [update] = await history(german);
  expect(update, 'an accepted one is published').toMatchObject({ kind: 'saved', rule: 'held' });
});

test.each([
  ['is held', { de: { threshold: null, heldFor: 'ada' } }, 'The tenth garden', 'translation.held'],
  ['scores too low', { es: { threshold: 60, heldFor: null } }, 'The eleventh garden', 'translation.review'],
] as const)(
  'an update that %s does not change what its reviewer has scheduled',
  async (_, rules, title, code) => {
    await setRules(rules);
    const locale = 'es' in rules ? 'es' : 'de';
    const { id } = await write(title);
    await harness.run(id, { locales: [locale], choice: 'drafts' });
    const draft = await openIn(id, locale);
    const scheduled = createSaveRequest(draft.fields, {
      mode: 'schedule',
      scheduled_at: '2099-01-01T00:00:00.000Z',
    });
    expect((await harness.request(`PUT /posts/${draft.id}`, scheduled, draft.version)).status).toBe(200);
    await harness.save(id, (fields) => ({ content: `${fields.content}<p>${doubted}</p>` }));
    const run = await harness.run(id, { locales: [locale] });
    expect(findStep(run, locale)).toMatchObject({ status: 'saved', code });
    expect(await openIn(id, locale)).toMatchObject({ status: 'draft', has_working_copy: true });
    const [stored] = await database.query.select().from(post).where(eq(post.id, draft.id));
    expect(stored).toMatchObject({ content: draft.fields.content, scheduledAt: new Date('2099-01-01') });
  },
);

test('a scheduled draft that someone is editing is not published by a run', async () => {
  const { id } = await write('The twelfth garden');
  await harness.run(id, { locales: ['de'], choice: 'drafts' });
  const scheduled = { mode: 'schedule', scheduled_at: '2099-01-01T00:00:00.000Z' } as const;
  const draft = await openIn(id, 'de');
  await harness.request(`PUT /posts/${draft.id}`, createSaveRequest(draft.fields, scheduled), draft.version);
  const { fields, version } = await open(draft.id);
  const edited = { mode: 'autosave', fields: { ...fields, title: 'Ein anderer Garten' } };
  expect((await harness.request(`PUT /posts/${draft.id}`, edited, version)).status).toBe(200);
  await harness.save(id, (source) => ({ content: `${source.content}<p>It rained all day</p>` }));
  const run = await harness.run(id, { locales: ['de'] });
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.edited' });
  const [stored] = await database.query.select().from(post).where(eq(post.id, draft.id));
  expect(stored).toMatchObject({ status: 'draft', scheduledAt: new Date('2099-01-01') });
  expect((await open(draft.id)).fields.title).toBe('Ein anderer Garten');
});

test('an update that leaves the text as it is waits for nobody', async () => {
  const { id } = await write('Twins of the town', `<p>${twins} are open in the morning</p>`);
  await harness.run(id, { locales: ['de'] });
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  await harness.save(id, () => ({ content: `<p>${twins} open in the morning</p>` }));
  const run = await harness.run(id, { locales: ['de'] });
  expect(findStep(run, 'de')).toMatchObject({ status: 'published', code: null });
  const german = await openIn(id, 'de');
  expect(german.has_working_copy).toBe(false);
  expect(german.languages.map(({ translation }) => translation)).not.toContain('outdated');
});

test('the card of a run says that its held languages are published once their reviewer has done so', async () => {
  const read = async (id: string): Promise<RunState> => (await harness.request(`GET /runs/${id}`)).body;
  const publish = ({ id, version }: EditorPost) =>
    harness.request(`POST /posts/${id}/status`, { status: 'published' }, version);
  await setRules({ de: { threshold: null, heldFor: 'ada' }, it: { threshold: null, heldFor: 'ada' } });
  const { id } = await write('The ninth garden');
  const first = await harness.run(id, { locales: ['fr', 'de', 'it'] });
  expect(findStep(first, 'de').reviewer, 'nobody has this id').toBe(null);
  const users = await harness.adminServer.services.accounts.listUsers();
  const [editor] = users.filter(({ role }) => role === 'editor');
  await setRules({ de: { threshold: null, heldFor: editor?.id ?? '' } });
  expect((await read(first.id)).steps.map(({ reviewer }) => reviewer)).toEqual([
    null,
    null,
    editor?.name,
    null,
  ]);
  await setRules({ de: { threshold: null, heldFor: 'ada' }, it: { threshold: null, heldFor: 'ada' } });
  await publish(await openIn(id, 'de'));
  const half = await read(first.id);
  expect(half.status).toBe('done_with_errors');
  expect(findStep(half, 'de')).toMatchObject({ status: 'published', code: null });
  expect(findStep(half, 'it')).toMatchObject({ status: 'saved', code: 'translation.held' });
  await publish(await openIn(id, 'it'));
  expect((await read(first.id)).status).toBe('done');

  await harness.save(id, (fields) => ({ content: `${fields.content}<p>It snowed all night</p>` }));
  const second = await harness.run(id, { locales: ['de'] });
  expect(findStep(second, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
  const german = await openIn(id, 'de');
  await harness.save(german.id, () => ({}));
  expect(findStep(await read(second.id), 'de')).toMatchObject({ status: 'published', code: null });
  const { fields, version } = await openIn(id, 'de');
  const edited = { mode: 'autosave', fields: { ...fields, title: 'Ein anderer Garten' } };
  await harness.request(`PUT /posts/${german.id}`, edited, version);
  expect(findStep(await read(second.id), 'de'), 'while someone edits it').toMatchObject({ code: null });
});

test('a run that publishes all languages together does not wait for the reviewer of one', async () => {
  await setRules({ de: { threshold: null, heldFor: 'ada' }, fr: { threshold: 60, heldFor: null } });
  const { id } = await write('The third garden');
  const run = await harness.run(id, { locales: ['fr', 'de'], choice: 'all' });
  expect(findStep(run, 'fr')).toMatchObject({ status: 'published', code: null });
  const [published, saved] = await history(await openIn(id, 'fr'));
  expect([published, saved]).toMatchObject([{ kind: 'published', rule: 'score' }, { rule: null }]);
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
});

test('a translation that waits for the other languages is held once its language has a reviewer', async () => {
  const { id } = await write('The eighth garden');
  harness.play('fr', [], 'refusal');
  const waiting = await harness.run(id, { locales: ['fr', 'de'], choice: 'all' });
  expect(findStep(waiting, 'de').code).toBe('translation.waits');
  harness.play('fr', []);
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  await harness.request(`POST /runs/${waiting.id}/retry`, { locale: 'fr' });
  const run = await harness.ended(waiting.id);
  expect(findStep(run, 'fr').status).toBe('published');
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
  expect((await openIn(id, 'de')).status).toBe('draft');
});

test('a translation that waits for the other languages is held once the lowest score is above its own', async () => {
  const { id } = await write('The nineteenth garden', `<p>${doubted}</p>`);
  harness.play('de', [], 'refusal');
  const waiting = await harness.run(id, { locales: ['de', 'es', 'it'], choice: 'all' });
  expect(['es', 'it'].map((locale) => findStep(waiting, locale).code)).toEqual([
    'translation.waits',
    'translation.waits',
  ]);
  harness.play('de', []);
  await setRules({ es: { threshold: 60, heldFor: null } });
  await harness.request(`POST /runs/${waiting.id}/retry`, { locale: 'de' });
  const run = await harness.ended(waiting.id);
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  expect((await openIn(id, 'es')).status).toBe('draft');
  for (const locale of ['de', 'it']) expect((await openIn(id, locale)).status, locale).toBe('draft');
});

test('the reviewer gets one email with a link when the run has ended, and none about what is published', async () => {
  await using mail = await startMailServer();
  const { settings, accounts } = harness.adminServer.services;
  await settings.save({ SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' }, { name: 'Ada' });
  const heldFor = harness.adminServer.getUserId('editor');
  const rule = { threshold: null, heldFor };
  await setRules({ de: rule, it: rule, es: rule });
  const { id } = await write('The seventh garden');
  harness.play('es', [], 'refusal');
  const { id: runId } = await harness.run(id, { locales: ['fr', 'de', 'it', 'es'] });
  harness.play('es', []);
  await vi.waitUntil(() => mail.received.length > 0);
  const [email] = (await accounts.listUsers()).flatMap((user) => (user.id === heldFor ? user.email : []));
  expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  expect(readEmail(mail, 0)).toContain('Subject: Translations wait for you: The seventh garden');
  expect(readEmail(mail, 0)).toContain('publish: Deutsch, Italiano.');
  expect(readEmail(mail, 0)).toContain(`/admin/blog/${id}/review`);
  const german = await openIn(id, 'de');
  await harness.request(`POST /posts/${german.id}/status`, { status: 'published' }, german.version);
  await harness.request(`POST /runs/${runId}/retry`, { locale: 'es' });
  await harness.ended(runId);
  await vi.waitUntil(() => mail.received.length > 1);
  expect(readEmail(mail, 1)).toContain('publish: Español, Italiano.');
  await settings.save({ SMTP_URL: null, CONTACT_EMAIL: null }, { name: 'Ada' });
});

describe('whom the owner chose to be told', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let notifiedUser = '';
  const { automaticTranslation } = defaultSiteSettings;
  const author = { name: 'Ada' };
  beforeAll(async () => {
    mail = await startMailServer();
    notifiedUser = harness.adminServer.getUserId('editor');
    const server = { SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' };
    const rule = { ...automaticTranslation, notifiedUser };
    await harness.adminServer.services.settings.save({ ...server, automaticTranslation: rule }, author);
  });
  afterAll(async () => {
    const server = { SMTP_URL: null, CONTACT_EMAIL: null };
    await harness.adminServer.services.settings.save({ ...server, automaticTranslation }, author);
    await mail[Symbol.asyncDispose]();
  });
  afterEach(() => {
    harness.play('fr', []);
    mail.received.length = 0;
  });

  async function translateByRule(postId: string, locales: Locale[], attempt = 0): Promise<RunState> {
    const actor = { id: '', name: '', mayPublish: true };
    const request = { postId, version: null, key: null, choice: 'passed', locales, actor } as const;
    const rule = { name: 'publish', attempt } as const;
    const started = await harness.adminServer.services.runs.start({ ...request, rule });
    return harness.ended(started.ok ? started.value.run.id : '');
  }
  /** The lines about languages of each email so far. */
  const listTold = () =>
    mail.received.flatMap((_, index) => {
      const text = readEmail(mail, index);
      const lines = text.split('\r\n').filter((line) => /^(Español|Français|Deutsch|Italiano): /.test(line));
      return text.includes('Subject: Translations not published') ? [lines] : [];
    });
  /** Ends with an email, so that one of an earlier run would have come. */
  async function finishWithEmail(count: number): Promise<void> {
    await setRules({ es: { threshold: 60, heldFor: null } });
    const { id } = await write('The last garden', `<p>${doubted}</p>`);
    await translateByRule(id, ['es']);
    await vi.waitUntil(() => listTold().length === count);
    expect(listTold().at(-1)).toEqual([expect.stringMatching(/^Español: Some blocks /)]);
  }

  test('learns why a rule has not published a language, and its reviewer of what waits', async () => {
    await setRules({ es: { threshold: 60, heldFor: null }, de: { threshold: null, heldFor: notifiedUser } });
    const { id } = await write('The thirteenth garden', `<p>${doubted}</p>`);
    harness.play('fr', [], 'refusal');
    const run = await translateByRule(id, ['es', 'fr', 'de', 'it']);
    expect(findStep(run, 'it')).toMatchObject({ status: 'published' });
    expect(await history(await openIn(id, 'it'))).toMatchObject([{ rule: 'publish' }]);
    expect(await history(await openIn(id, 'es'))).toMatchObject([{ rule: 'score' }]);
    await vi.waitUntil(() => mail.received.length === 2);
    expect(listTold()).toEqual([
      [
        expect.stringMatching(/^Español: Some blocks /),
        expect.stringMatching(/^Français: The AI’s response /),
      ],
    ]);
    const text = readEmail(mail, 0) + readEmail(mail, 1);
    expect(text).toContain('Subject: Translations not published: The thirteenth garden');
    expect(text).toContain(`/admin/blog/${id}/review`);
  });

  test('learns of a language without a reviewer', async () => {
    await setRules({ de: { threshold: null, heldFor: 'nobody' } });
    const { id } = await write('The fourteenth garden');
    await translateByRule(id, ['de', 'it']);
    await vi.waitUntil(() => mail.received.length === 1);
    expect(listTold()).toEqual([[expect.stringMatching(/^Deutsch: This language has no reviewer /)]]);
  });

  test.each([0, 1])(
    'is not told again of a failure with the same text, in a run of attempt %i',
    async (attempt) => {
      const { id } = await write(`The fifteenth garden ${attempt}`);
      harness.play('fr', [], 'refusal');
      await translateByRule(id, ['fr'], attempt);
      await translateByRule(id, ['fr'], attempt);
      await finishWithEmail(2);
      expect(listTold()[0]).toEqual([expect.stringMatching(/^Français: /)]);
    },
  );

  test('is told once of what the second model could not read', async () => {
    const { settings } = harness.adminServer.services;
    const reader = { AI_REVIEW_MODEL: 'reader', AI_REVIEW_BUDGET: '1000', AI_REVIEW_THRESHOLD: '60' };
    expect(await settings.save(reader, author)).toMatchObject({ ok: true });
    const { id } = await write('The eighteenth garden');
    for (const attempt of [0, 1]) {
      const run = await translateByRule(id, ['fr'], attempt);
      expect(findStep(run, 'fr')).toMatchObject({ status: 'saved', code: 'translation.unread' });
    }
    const none = { AI_REVIEW_MODEL: null, AI_REVIEW_BUDGET: null, AI_REVIEW_THRESHOLD: null };
    await settings.save(none, author);
    await finishWithEmail(2);
    expect(listTold()[0]).toEqual([expect.stringMatching(/^Français: The second model /)]);
  });

  test('is not told again when a person tries again, and not of a person’s run', async () => {
    await setRules({ es: { threshold: 60, heldFor: null } });
    const { id } = await write('The sixteenth garden', `<p>${doubted}</p>`);
    const run = await translateByRule(id, ['es']);
    await harness.request(`POST /runs/${run.id}/retry`, { locale: 'es' });
    await harness.ended(run.id);
    const own = await write('The seventeenth garden', `<p>${doubted}</p>`);
    expect(findStep(await harness.run(own.id, { locales: ['es'] }), 'es')).toMatchObject({ status: 'saved' });
    await finishWithEmail(2);
  });
});

test('a run of drafts holds nothing', async () => {
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  const { id } = await write('The fourth garden');
  const run = await harness.run(id, { locales: ['de'], choice: 'drafts' });
  expect(run.status).toBe('done');
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: null });
});

test('a language has a lowest score of its own', async () => {
  const demanding = await write('The fifth garden', `<p>${doubted}</p>`);
  await setRules({ es: { threshold: 60, heldFor: null } });
  const run = await harness.run(demanding.id, { locales: ['es', 'it'] });
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  expect(await history(await openIn(demanding.id, 'es'))).toMatchObject([{ rule: 'score' }]);
  expect(findStep(run, 'it')).toMatchObject({ status: 'published' });
  await setRules({});
  const lenient = await write('The sixth garden', `<p>${doubted}</p>`);
  expect(findStep(await harness.run(lenient.id, { locales: ['es'] }), 'es')).toMatchObject({
    status: 'published',
  });
});
