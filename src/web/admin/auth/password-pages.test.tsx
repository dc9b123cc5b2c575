import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import InvitationPage from './invitation-page.tsx';
import ResetPasswordPage from './reset-password-page.tsx';
import SetupPage from './setup-page.tsx';

const token = 'a-token';
const resetData = { token: null, isLinkInvalid: false, canSendEmail: true, isSent: false };

const showSetup = (loaderData: object = { token, job: null }, actionData?: object) =>
  renderAdminPage(SetupPage, { path: '/admin/set-up', loaderData, actionData });
const showInvitation = (
  loaderData: object = { token, invitation: { email: 'bob@example.org', role: 'editor' } },
  actionData?: object,
) => renderAdminPage(InvitationPage, { path: '/admin/invitation', loaderData, actionData });
const showReset = (changes: object = {}, actionData?: object) =>
  renderAdminPage(ResetPasswordPage, {
    path: '/admin/reset',
    loaderData: { ...resetData, ...changes },
    actionData,
  });

test("the first owner sends name, email and password with the link's token", async () => {
  const submissions = recordSubmissions();
  const { screen } = await showSetup();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Set up this site');
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Name').fill('Ada');
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByLabelText('Password').fill('correct horse battery');
  await screen.getByRole('button', { name: 'Create account' }).click();
  const fields = { name: 'Ada', email: 'ada@example.org', 'new-password': 'correct horse battery' };
  expect(submissions).toMatchObject([{ method: 'post', fields: { token, ...fields } }]);
});

test('a short password is not sent, and the field states the minimum length', async () => {
  const submissions = recordSubmissions();
  const { screen } = await showSetup();
  const password = screen.getByLabelText('Password');
  await expect.element(password).toHaveAccessibleDescription('At least 12 characters.');
  await screen.getByLabelText('Name').fill('Ada');
  await screen.getByLabelText('Email').fill('ada@example.org');
  await password.fill('short');
  await screen.getByRole('button', { name: 'Create account' }).click();
  expect(submissions).toEqual([]);
  await expect.element(password).toHaveFocus();
});

test.each([
  ['password.weak', 'This password is too weak. Choose a longer one with a mix of different characters.'],
  ['email.invalid', 'Enter a valid email address, like name@example.com.'],
  ['name.missing', 'Enter your name.'],
  ['link.invalid', 'This link no longer works'],
])('%s is an alert, and the name and email of the first owner are kept', async (errorCode, text) => {
  const values = { name: 'Ada', email: 'ada@example.org' };
  const { screen } = await showSetup({ token, job: null }, { errorCode, values, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Ada');
  await expect.element(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
});

test('an invitation shows the email and role, and sends the name and password', async () => {
  const submissions = recordSubmissions();
  const { screen } = await showInvitation();
  await expect
    .element(screen.getByText('Create your account for the blog. Email: bob@example.org. Role: Editor.'))
    .toBeVisible();
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Name').fill('Bob');
  await screen.getByLabelText('Password').fill('another long password');
  await screen.getByRole('button', { name: 'Create account' }).click();
  const fields = { token, username: 'bob@example.org', name: 'Bob', 'new-password': 'another long password' };
  expect(submissions).toMatchObject([{ method: 'post', fields }]);
});

test('a rejected invitation keeps the name but not the password', async () => {
  const actionData = { errorCode: 'password.weak', values: { name: 'Bob' }, link: null };
  const { screen } = await showInvitation(undefined, actionData);
  await expect.element(screen.getByRole('alert')).toMatchTextContent('This password is too weak.');
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Bob');
  await expect.element(screen.getByLabelText('Password')).toHaveValue('');
});

test("a reset link is requested with the account's email", async () => {
  const submissions = recordSubmissions();
  const { screen } = await showReset();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByRole('button', { name: 'Send link' }).click();
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/reset', fields: { email: 'ada@example.org' } },
  ]);
});

test('the response to a request is the same for any email', async () => {
  const { screen } = await showReset({ isSent: true });
  await expect.element(screen.getByRole('status')).toMatchTextContent('a link is on its way');
});

test.each([
  ['too many requests are', 'attempts.too_many', {}, 'Too many attempts.', 'Email'],
  ['a rejected password is', 'password.weak', { token }, 'This password is too weak.', 'New password'],
])('%s an alert next to the form', async (_, errorCode, changes, text, label) => {
  const { screen } = await showReset(changes, { errorCode, values: {}, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText(label)).toBeVisible();
});

test('with a reset token the new password is sent', async () => {
  const submissions = recordSubmissions();
  const { screen } = await showReset({ token });
  await expect
    .element(screen.getByText('Saving a new password signs you out on all other devices.'))
    .toBeVisible();
  await screen.getByLabelText('New password').fill('a new long password');
  await screen.getByRole('button', { name: 'Save password' }).click();
  expect(submissions).toMatchObject([
    { method: 'post', fields: { token, 'new-password': 'a new long password' } },
  ]);
});

test('after the new password it asks for the code, although the link is used up by then', async () => {
  const { screen } = await showReset(
    { token, isLinkInvalid: true },
    { errorCode: 'code.missing', values: {}, link: null, pendingSignIn: 'sealed' },
  );
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Enter your code');
  await expect.element(screen.getByLabelText('Your code')).toBeVisible();
});

test('a site without mail explains how to get a link and has no form', async () => {
  const { screen } = await showReset({ canSendEmail: false });
  await expect.element(screen.getByText(/^This site doesn’t send email\./)).toBeVisible();
  expect(document.querySelector('form')).toBe(null);
});

test.each([
  ['set-up', () => showSetup({ token: null, job: null })],
  ['invitation', () => showInvitation({ token, invitation: null })],
  ['reset', () => showReset({ token, isLinkInvalid: true })],
])('a used %s link has no form', async (_, show) => {
  const { screen } = await show();
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link no longer works');
  await expect.element(screen.getByText(/^The link has expired or was already used\./)).toBeVisible();
  expect(document.querySelector('form')).toBe(null);
});
