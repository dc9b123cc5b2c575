import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import type { AdminTestServer } from '#test/support/start-admin-server.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

let server: AdminTestServer;
let model: FakeModel;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  model = await startFakeModel();
  mail = await startMailServer();
  server = await startAdminPages({ environment: { AI_DAILY_BUDGET: '20000' } });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
});

async function request(
  path: string,
  { role = 'owner', body }: { role?: Role; body?: URLSearchParams | FormData },
) {
  const response = await fetch(server.origin + path, {
    ...(body && { method: 'POST', body }),
    redirect: 'manual',
    headers: { cookie: server.getCookie(role), 'sec-fetch-site': 'same-origin', origin: server.origin },
  });
  const text = await response.text();
  const { loaderData = {}, actionData = {} } = text.startsWith('{') ? JSON.parse(text) : {};
  const id = 'admin/settings/settings-page';
  return {
    status: response.status,
    location: response.headers.get('location'),
    text,
    page: loaderData?.[id],
    result: actionData?.[id],
  };
}

const open = (section: string, role: Role = 'owner') => request(`/admin/settings/${section}`, { role });
const send = (section: string, fields: Record<string, string>, role: Role = 'owner') =>
  request(`/admin/settings/${section}`, {
    role,
    body: new URLSearchParams({ intent: 'save', ...fields }),
  });

test.each(['editor', 'author'] as const)('an %s may neither see nor change settings', async (role) => {
  expect((await open('site', role)).status).toBe(403);
  expect((await send('contact', { CONTACT_EMAIL: 'me@example.org' }, role)).status).toBe(403);
  expect(server.services.settings.server()).toEqual({});
});

test('an unknown section is not found', async () => {
  expect((await open('nothing')).status).toBe(404);
});

test('a saved contact address and reply time apply at once', async () => {
  const saved = await send('contact', { CONTACT_EMAIL: 'hello@example.org', replyHours: '' });
  expect(saved).toMatchObject({ status: 303, location: '/admin/settings/contact?done=saved' });
  expect(server.services.contactEmail()).toBe('hello@example.org');
  expect(server.services.settings.site().replyHours).toBe(null);
  expect((await open('contact')).page).toMatchObject({
    values: { CONTACT_EMAIL: 'hello@example.org' },
    site: { replyHours: null },
  });
});

test('a wrong value is refused with what was entered, and changes nothing', async () => {
  const refused = await send('contact', { CONTACT_EMAIL: 'nobody', replyHours: '48' });
  expect(refused.status).toBe(422);
  expect(refused.result).toMatchObject({
    errors: [{ name: 'CONTACT_EMAIL', code: 'invalid' }],
    values: { CONTACT_EMAIL: 'nobody', replyHours: '48' },
  });
  expect(server.services.contactEmail()).toBe('hello@example.org');
  expect(server.services.settings.site().replyHours).toBe(null);
});

const siteFields = { siteName: 'Loom', defaultTheme: 'dark', hasAccent: '', accentColor: '#b3261e' };
const claimFields = Object.fromEntries(
  ['rating', 'downloads', 'reply', 'counter'].map((name) => [`claim-${name}`, 'default']),
);

test('site settings are saved, and a wrong link saves none of them', async () => {
  const fields = { ...siteFields, ...claimFields };
  const links = { 'social-label-0': 'Mastodon', 'social-url-0': 'https://social.example/@loom' };
  const texts = { 'tagline-de': 'Einfach sichern', 'claim-rating': 'own', 'claim-rating-value-en': '5/5' };
  expect((await send('site', { ...fields, ...links, ...texts })).status).toBe(303);
  expect(server.services.settings.site()).toMatchObject({
    siteName: 'Loom',
    defaultTheme: 'dark',
    accentColor: null,
    taglines: { de: 'Einfach sichern' },
    socialLinks: [{ label: 'Mastodon', url: 'https://social.example/@loom' }],
    claims: { rating: { mode: 'own', values: { en: '5/5' } }, counter: { mode: 'default' } },
  });
  const wrong = { 'social-label-0': 'Mastodon', 'social-url-0': 'javascript:alert(1)' };
  expect((await send('site', { ...fields, ...wrong, siteName: 'Other' })).result.errors).toEqual([
    { name: 'socialLinks', code: 'invalid' },
  ]);
  expect(server.services.settings.site().siteName).toBe('Loom');
});

test('automatic translation starts when it is turned on, and again with a new language', async () => {
  const rule = () => server.services.settings.site().automaticTranslation;
  const notifiedUser = server.getUserId('editor');
  const languages = {
    'automatic-de': 'yes',
    'automatic-th': 'yes',
    'automatic-hour': '4',
    'automatic-notified': notifiedUser,
  };
  const saved = await send('translation', { 'automatic-mode': 'publish', ...languages });
  expect(saved.location).toBe('/admin/settings/translation?done=saved');
  const { since } = rule();
  expect(rule()).toEqual({ mode: 'publish', locales: ['de', 'th'], hour: 4, since, notifiedUser });
  expect(Date.now() - Date.parse(since ?? '')).toBeLessThan(60_000);
  await send('translation', { 'automatic-mode': 'publish', 'automatic-de': 'yes', 'automatic-hour': '5' });
  const same = { mode: 'publish', locales: ['de'], hour: 5, since, notifiedUser: null };
  expect(rule(), 'the same choice goes on').toEqual(same);
  await send('translation', { 'automatic-mode': 'change', 'automatic-de': 'yes', 'automatic-hour': '5' });
  expect(rule().since, 'another mode too').toBe(since);
  await send('translation', { 'automatic-mode': 'change', ...languages });
  expect(Date.parse(rule().since ?? ''), 'a new language').toBeGreaterThan(Date.parse(since ?? ''));
  for (const hour of ['24', '']) {
    const wrong = await send('translation', {
      'automatic-mode': 'nightly',
      ...languages,
      'automatic-hour': hour,
    });
    expect(wrong.result).toMatchObject({
      errors: [{ name: 'automaticTranslation', code: 'invalid' }],
      values: { 'automatic-mode': 'nightly', ...languages, 'automatic-hour': hour },
    });
  }
  await send('translation', { 'automatic-mode': 'never', 'automatic-hour': '3' });
  expect(rule()).toEqual({ mode: 'never', locales: [], hour: 3, since: null, notifiedUser: null });
});

test('a language gets a lowest score and a reviewer, and loses both again', async () => {
  const rules = () => server.services.settings.site().languageRules;
  const automatic = { 'automatic-mode': 'never', 'automatic-hour': '3' };
  await send('translation', { ...automatic, 'threshold-th': '80', 'held-for-de': 'ada' });
  expect(rules()).toEqual({
    th: { threshold: 80, heldFor: null },
    de: { threshold: null, heldFor: 'ada' },
  });
  const wrong = await send('translation', { ...automatic, 'threshold-th': '101' });
  expect(wrong.result).toMatchObject({
    errors: [{ name: 'languageRules', code: 'invalid' }],
    values: { 'threshold-th': '101' },
  });
  await send('translation', automatic);
  expect(rules()).toEqual({});
});

test('the history tells the rules of languages in words', async () => {
  const automatic = { 'automatic-mode': 'never', 'automatic-hour': '3' };
  await send('translation', {
    ...automatic,
    'held-for-de': server.getUserId('editor'),
    'threshold-de': '80',
  });
  await send('translation', automatic);
  const { changes } = (await open('history')).page.history;
  expect(changes[0]).toMatchObject({ name: 'languageRules', after: null });
  expect(changes[0].before).toMatch(/^Deutsch: reviewer \w+ · lowest score 80$/);
});

test('a logo is stored and can be removed', async () => {
  const body = new FormData();
  body.set('image', new File([new Uint8Array(await drawPng(64, 64))], 'logo.png', { type: 'image/png' }));
  expect((await request('/admin/settings/site?image=logo', { body })).location).toBe(
    '/admin/settings/site?done=saved',
  );
  const { logo } = server.services.settings.site();
  expect(logo).toMatch(/^\/files\//);
  expect((await fetch(server.origin + logo)).status).toBe(200);
  await send('site', { intent: 'remove-logo' });
  expect(server.services.settings.site()).toMatchObject({ logo: null, siteName: 'Loom' });
});

test('a file that is no image is refused with a sentence', async () => {
  const body = new FormData();
  body.set('image', new File(['<script>'], 'logo.png', { type: 'image/png' }));
  const refused = await request('/admin/settings/site?image=icon', { body });
  expect(refused.status).toBe(422);
  expect(refused.result.message).not.toBe('');
  expect(server.services.settings.site().icon).toBe(null);
});

test('a test email is sent with the saved mail server', async () => {
  expect((await send('mail', { intent: 'test-mail' })).result.mailTest).toBe('missing');
  const { hostname, port } = new URL(mail.url);
  const fields = { 'mail-host': hostname, 'mail-port': port, 'mail-security': 'starttls' };
  expect((await send('mail', fields)).status).toBe(303);
  expect((await send('mail', { intent: 'test-mail' })).result.mailTest).toBe('ok');
  expect(mail.received.at(-1)).toMatchObject({ to: ['hello@example.org'] });
  expect(mail.received.at(-1)?.data).toMatch(/^From: Loom </m);
  await send('mail', { ...fields, 'mail-port': '1' });
  expect((await send('mail', { intent: 'test-mail' })).result.mailTest).toBe('unreachable');
  await send('mail', { 'mail-host': '' });
  expect(server.services.accounts.canSendEmail()).toBe(false);
});

test('a mail password is never shown, and not sent to another server', async () => {
  const fields = { 'mail-host': 'mail.example.org', 'mail-user': 'ada', 'mail-security': 'tls' };
  await send('mail', { ...fields, 'mail-password': 'tomato-soup' });
  const shown = await open('mail');
  expect(shown.page.mail).toMatchObject({ host: 'mail.example.org', user: 'ada', hasPassword: true });
  expect(shown.text).not.toContain('tomato');
  expect((await send('mail', { ...fields, 'mail-host': 'evil.example' })).result.errors).toEqual([
    { name: 'SMTP_URL', code: 'reenter' },
  ]);
  expect((await send('mail', { ...fields, 'mail-port': '587' })).status).toBe(303);
  expect(server.services.settings.server().SMTP_URL).toBe('smtps://ada:tomato-soup@mail.example.org:587');
  expect((await open('history')).text).not.toContain('tomato');
});

test('a connected model is tested, used, and its key is shown nowhere', async () => {
  expect((await send('ai', { intent: 'test-model' })).result.modelTest).toBe('model.unconfigured');
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = model.environment;
  expect((await send('ai', { AI_BASE_URL, AI_API_KEY, AI_MODEL })).status).toBe(303);
  expect((await send('ai', { intent: 'test-model' })).result.modelTest).toBe('ok');
  expect(server.services.suggestions.models).toEqual({ text: true, image: false });
  expect(model.calls.at(-1)?.headers.authorization).toBe(`Bearer ${AI_API_KEY}`);
  const page = await open('ai');
  expect(page.page.storedSecrets).toContain('AI_API_KEY');
  for (const text of [page.text, (await open('history')).text]) expect(text).not.toContain(AI_API_KEY);
});

test('the stored key is not sent to another provider', async () => {
  const { AI_MODEL, AI_API_KEY } = model.environment;
  const other = await startFakeModel({ apiKey: 'another-key-0123456789' });
  const fields = { AI_BASE_URL: other.environment.AI_BASE_URL, AI_MODEL };
  expect((await send('ai', fields)).result.errors).toEqual([{ name: 'AI_API_KEY', code: 'reenter' }]);
  expect((await send('ai', { ...fields, AI_API_KEY: other.apiKey })).status).toBe(303);
  await send('ai', { intent: 'test-model' });
  expect(JSON.stringify(other.calls)).not.toContain(AI_API_KEY);
  expect(other.calls).toHaveLength(1);
  await other[Symbol.asyncDispose]();
});

test('a variable of the environment is shown as fixed, and its field is ignored', async () => {
  expect((await open('ai')).page).toMatchObject({ values: { AI_DAILY_BUDGET: '20000' } });
  expect((await open('ai')).page.fixed).toContain('AI_DAILY_BUDGET');
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = model.environment;
  const saved = await send('ai', { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_DAILY_BUDGET: '1' });
  expect(saved.status).toBe(303);
  expect('AI_DAILY_BUDGET' in server.services.settings.server()).toBe(false);
});

test('the history lists the changes with their author', async () => {
  const { changes } = (await open('history')).page.history;
  expect(changes).toContainEqual(
    expect.objectContaining({
      name: 'CONTACT_EMAIL',
      userName: 'Ada',
      before: null,
      after: 'hello@example.org',
    }),
  );
  expect(changes).toContainEqual(
    expect.objectContaining({ name: 'AI_API_KEY', after: null, isSecret: true }),
  );
});

test('the key of the second model is not sent to another provider', async () => {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = model.environment;
  const first = { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_REVIEW_MODEL: 'reader' };
  const own = { AI_REVIEW_BASE_URL: 'https://reader.example.org/v1', AI_REVIEW_API_KEY: 'sk-reader' };
  expect((await send('ai', { ...first, ...own })).status).toBe(303);
  expect((await open('ai')).page.storedSecrets).toContain('AI_REVIEW_API_KEY');
  const moved = { ...first, AI_REVIEW_BASE_URL: 'https://other.example.org/v1' };
  expect((await send('ai', moved)).result.errors).toEqual([{ name: 'AI_REVIEW_API_KEY', code: 'reenter' }]);
});
