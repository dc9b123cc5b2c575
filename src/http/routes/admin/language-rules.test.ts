import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { EditorPost, RevisionSummary } from '#blog/editing-contract.ts';
import type { LanguageRules } from '#settings/contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

const doubted = 'Nobody saw the fox in the garden.';
const lost = 'Todos vieron el zorro en el jardín.';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase());
  harness.fake.answer(({ text, instructions }) =>
    instructions.includes('into Spanish') && text === doubted ? lost : null,
  );
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
  expect(await openIn(id, 'de')).toMatchObject({ status: 'published', has_working_copy: true });
});

test('a run that publishes all languages together waits for the reviewer of one', async () => {
  await setRules({ de: { threshold: null, heldFor: 'ada' } });
  const { id } = await write('The third garden');
  const run = await harness.run(id, { locales: ['fr', 'de'], choice: 'all' });
  expect(findStep(run, 'fr')).toMatchObject({ status: 'saved', code: 'translation.waits' });
  expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.held' });
});

test('the reviewer gets one email with a link when the run has ended', async () => {
  await using mail = await startMailServer();
  const { accounts, settings } = harness.adminServer.services;
  await settings.save({ SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' }, { name: 'Ada' });
  const editor = (await accounts.listUsers()).find(({ role }) => role === 'editor');
  const heldFor = editor?.id ?? '';
  await setRules({ de: { threshold: null, heldFor }, it: { threshold: null, heldFor } });
  const { id } = await write('The seventh garden');
  await harness.run(id, { locales: ['fr', 'de', 'it'] });
  await vi.waitUntil(() => mail.received.length > 0);
  expect(mail.received.map(({ to }) => to)).toEqual([[editor?.email]]);
  const text = mail.received[0]?.data.replaceAll('=\r\n', '') ?? '';
  expect(text).toContain('Subject: Translations wait for you: The seventh garden');
  expect(text).toContain('publish: Deutsch, Italiano.');
  expect(text).toContain(`/admin/blog/${id}/review`);
  await settings.save({ SMTP_URL: null, CONTACT_EMAIL: null }, { name: 'Ada' });
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
  await setRules({ es: { threshold: 60, heldFor: null }, de: { threshold: 100, heldFor: null } });
  const run = await harness.run(demanding.id, { locales: ['es', 'de'] });
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  expect(findStep(run, 'de')).toMatchObject({ status: 'published' });
  await setRules({});
  const lenient = await write('The sixth garden', `<p>${doubted}</p>`);
  expect(findStep(await harness.run(lenient.id, { locales: ['es'] }), 'es')).toMatchObject({
    status: 'published',
  });
});
