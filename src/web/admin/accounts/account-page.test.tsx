import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import AccountPage from './account-page.tsx';

const createdAt = new Date('2026-11-20T09:30:00Z');
const currentSession = {
  id: 'current',
  device: 'Firefox, Linux',
  createdAt,
  updatedAt: createdAt,
  isCurrent: true,
};
const otherSession = { ...currentSession, id: 'other', device: 'Safari, iOS', isCurrent: false };
const unknownDevice = { ...otherSession, id: 'unknown', device: '' };
const user = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'owner', locale: 'en' };
const data = {
  user,
  sessions: [currentSession, otherSession],
  isPublic: false,
  hasSecondFactor: false,
  isPasswordChanged: false,
};

const show = (overrides: object = {}, actionData?: object) =>
  renderAdminPage(AccountPage, {
    path: '/admin/account',
    loaderData: { ...data, ...overrides },
    actionData,
  });

test('shows the email and role of the signed-in user', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('Signed in as ada@example.org. Role: Owner.')).toBeVisible();
  await expectAccessible({ isPage: true });
});

test('a new password is sent with the current one', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByLabelText('Current password').fill('correct horse battery');
  await screen.getByLabelText('New password').fill('a new long password');
  await screen.getByRole('button', { name: 'Change password' }).click();
  expect(submissions).toEqual([
    {
      method: 'post',
      path: '/admin/account',
      fields: {
        intent: 'password',
        username: 'ada@example.org',
        'current-password': 'correct horse battery',
        'new-password': 'a new long password',
      },
    },
  ]);
});

test.each([true, false])('says whether two-factor authentication is on: %s', async (hasSecondFactor) => {
  const { screen } = await show({ hasSecondFactor });
  const panel = screen.getByRole('region', { name: 'Two-factor authentication', exact: true });
  await expect
    .element(panel)
    .toMatchTextContent(`Two-factor authentication is ${hasSecondFactor ? 'on' : 'off'}.`);
  await expect.element(panel.getByRole('link')).toHaveAttribute('href', '/admin/two-factor');
});

test('the success message after a password change is a status', async () => {
  const { screen } = await show({ isPasswordChanged: true });
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent('Your password has been changed. All other sessions have ended.');
});

test.each([
  ['password.wrong', 'Your current password is wrong. Try again.'],
  ['password.weak', 'This password is too weak. Choose a longer one with a mix of different characters.'],
  ['attempts.too_many', 'Too many attempts. Try again in 15 minutes.'],
])('%s is an alert', async (errorCode, text) => {
  const { screen } = await show({}, { errorCode, values: {}, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
});

test('the form sends the selected one of ten languages', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const language = screen.getByLabelText('Language', { exact: true });
  expect(language.element().querySelectorAll('option')).toHaveLength(10);
  await expect.element(language).toHaveValue('en');
  await language.selectOptions('Deutsch');
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/account', fields: { intent: 'language', language: 'de' } },
  ]);
});

test('each session has its device and date, and only other sessions can be ended', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show({ sessions: [currentSession, otherSession, unknownDevice] });
  const items = screen.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem');
  await expect.element(items.nth(0)).toMatchTextContent('Firefox, Linux');
  await expect.element(items.nth(0)).toMatchTextContent('November 20, 2026 at 9:30 AM UTC');
  await expect.element(items.nth(0)).toMatchTextContent('This session');
  expect(items.nth(0).getByRole('button').elements()).toEqual([]);
  await expect.element(items.nth(2)).toMatchTextContent('Unknown device');
  await items.nth(1).getByRole('button', { name: 'End session' }).click();
  await screen.getByRole('button', { name: 'End all other sessions' }).click();
  expect(submissions.map(({ fields }) => fields)).toEqual([
    { intent: 'end-session', session: 'other' },
    { intent: 'end-others' },
  ]);
});

test("a single session can't be ended", async () => {
  const { screen } = await show({ sessions: [currentSession] });
  await expect.element(screen.getByText('This session')).toBeVisible();
  expect(screen.getByRole('button', { name: /^End/ }).elements()).toEqual([]);
});
