import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-admin-page.tsx';
import ResetPasswordPage from './reset-password-page.tsx';

const page = { token: null, isLinkInvalid: false, canSendEmail: true, isSent: false };
const show = (overrides: Partial<Record<keyof typeof page, unknown>> = {}, actionData?: object) =>
  renderAdminPage(ResetPasswordPage, {
    path: '/admin/reset',
    loaderData: { ...page, ...overrides },
    actionData,
  });

test("a reset link is requested with the account's email", async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByRole('button', { name: 'Send link' }).click();
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/reset', fields: { email: 'ada@example.org' } },
  ]);
});

test('the response to a request is the same for any email', async () => {
  const { screen } = await show({ isSent: true });
  await expect.element(screen.getByRole('status')).toMatchTextContent('a link is on its way');
});

test('too many requests are an alert', async () => {
  const { screen } = await show({}, { errorCode: 'attempts.too_many', values: {}, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Too many tries.');
});

test('a site without mail explains how to get a link and has no form', async () => {
  const { screen } = await show({ canSendEmail: false });
  await expect.element(screen.getByText(/^This site sends no mail\./)).toBeVisible();
  expect(document.querySelector('form')).toBe(null);
});

test('with a reset token the new password is sent', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show({ token: 'a-token' });
  await expect.element(screen.getByText('All sessions of this account end with it.')).toBeVisible();
  await screen.getByLabelText('New password').fill('a new long password');
  await screen.getByRole('button', { name: 'Save password' }).click();
  expect(submissions).toMatchObject([
    { method: 'post', fields: { token: 'a-token', 'new-password': 'a new long password' } },
  ]);
});

test('a rejected password is an alert next to the form', async () => {
  const { screen } = await show({ token: 'a-token' }, { errorCode: 'password.weak', values: {}, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('longer password');
  await expect.element(screen.getByLabelText('New password')).toBeVisible();
});

test('a used reset link has no form', async () => {
  const { screen } = await show({ token: 'a-token', isLinkInvalid: true });
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link no longer works');
  expect(document.querySelector('form')).toBe(null);
});
