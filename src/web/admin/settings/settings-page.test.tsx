import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultSiteSettings } from '#settings/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import type { SettingSection } from './setting-fields.ts';
import SettingsPage, { type SettingsPageData } from './settings-page.tsx';
import { emptyMailServer } from './smtp-url.ts';

async function show(section: SettingSection, part: Partial<SettingsPageData> = {}, result?: object) {
  const loaderData: SettingsPageData = {
    section,
    site: defaultSiteSettings,
    values: {},
    mail: { ...emptyMailServer, hasPassword: false },
    storedSecrets: [],
    unreadableSecrets: [],
    fixed: [],
    history: { changes: [], next: null },
    reviewers: [],
    isSaved: false,
    ...part,
  };
  const actionData = result && { errors: [], values: null, ...result };
  await renderAdminPage(SettingsPage, { path: `/admin/settings/${section}`, loaderData, actionData });
}

const field = (name: string) => page.getByLabelText(name, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('the contact address is sent as a form, and a wrong one is explained and stays', async () => {
  const submissions = recordSubmissions();
  const invalid = [{ name: 'CONTACT_EMAIL', code: 'invalid' }];
  await show('contact', {}, { errors: invalid, values: { CONTACT_EMAIL: 'nobody', replyHours: '48' } });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Please correct the following:.*Contact address: One email address\./);
  await expect.element(field('Contact address')).toHaveValue('nobody');
  await expect.element(field('Contact address')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Usual response time in hours')).toHaveValue(48);
  await expectAccessible({ isPage: true });
  await field('Contact address').fill('hello@loom.example');
  await field('Days to keep contact messages').fill('30');
  await press('Save');
  expect(submissions).toEqual([
    {
      method: 'post',
      path: '/admin/settings/contact',
      fields: { intent: 'save', CONTACT_EMAIL: 'hello@loom.example', replyHours: '48', messageDays: '30' },
    },
  ]);
});

test('saved settings are announced', async () => {
  await show('contact', { values: { CONTACT_EMAIL: 'hello@loom.example' }, isSaved: true });
  await expect.element(page.getByRole('status')).toHaveTextContent('Settings saved. They apply now.');
  await expect.element(field('Contact address')).toHaveValue('hello@loom.example');
});

test('a mail server is sent as a form, without a password unless one is entered', async () => {
  const submissions = recordSubmissions();
  const mail = { host: 'old.example', port: '465', security: 'tls', user: 'ada', hasPassword: true } as const;
  await show('mail', { mail });
  await expect.element(field('Server')).toHaveValue('old.example');
  await expect.element(page.getByLabelText('Password')).toHaveValue('');
  await field('Server').fill('mail.example');
  await field('Port').fill('587');
  await field('Encryption').selectOptions('STARTTLS');
  await press('Save');
  const fields = { 'mail-host': 'mail.example', 'mail-port': '587', 'mail-security': 'starttls' };
  expect(submissions).toEqual([
    {
      method: 'post',
      path: '/admin/settings/mail',
      fields: { intent: 'save', ...fields, 'mail-user': 'ada', 'mail-password': '' },
    },
  ]);
});

test.each([
  ['ok', 'The mail server has accepted the email.'],
  ['sign_in', 'The mail server rejected the username or the password.'],
])('a test email is sent, and the result "%s" is told', async (mailTest, sentence) => {
  const submissions = recordSubmissions();
  await show('mail', {}, { mailTest });
  await expect.element(page.getByRole('alert')).toMatchTextContent(sentence);
  await expectAccessible({ isPage: true });
  await press('Send test email');
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/settings/mail', fields: { intent: 'test-mail' } },
  ]);
});

test('a model is sent as a form, whose key is empty even if one is stored', async () => {
  const submissions = recordSubmissions();
  await show('ai', { values: { AI_MODEL: 'old' }, storedSecrets: ['AI_API_KEY'] });
  await expect.element(field('API key')).toHaveValue('');
  await expect.element(field('Text model')).toHaveValue('old');
  await field('API URL').fill('https://api.example/v1');
  await field('API key').fill('sk-tomato');
  await field('Text model').fill('writer');
  await press('Save');
  expect(submissions).toMatchObject([
    {
      method: 'post',
      path: '/admin/settings/ai',
      fields: {
        intent: 'save',
        AI_BASE_URL: 'https://api.example/v1',
        AI_API_KEY: 'sk-tomato',
        AI_MODEL: 'writer',
      },
    },
  ]);
});

test.each([
  ['ok', 'The text model responded.'],
  ['model.refused', 'The provider rejected the key or the model.'],
])('a model is tested, and the result "%s" is told', async (modelTest, sentence) => {
  const submissions = recordSubmissions();
  await show('ai', {}, { modelTest });
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
  await expectAccessible({ isPage: true });
  await press('Test');
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/settings/ai', fields: { intent: 'test-model' } },
  ]);
});

test('the history says that a secret was changed, without its value', async () => {
  const change = { changedAt: '2026-11-24T12:00:00Z', userName: 'Ada' };
  const address = { name: 'CONTACT_EMAIL', before: null, after: 'a@b.example', isSecret: false };
  const key = { name: 'AI_API_KEY', before: null, after: null, isSecret: true };
  const changes = [
    { id: '2', ...change, ...key },
    { id: '1', ...change, ...address },
  ];
  await show('history', { history: { changes, next: null } });
  await expect
    .element(page.getByRole('row', { name: /API key/ }))
    .toMatchTextContent('Changed. The value isn’t recorded.');
  await expect.element(page.getByRole('row', { name: /Contact address/ })).toMatchTextContent('a@b.example');
  await expectAccessible({ isPage: true });
});
