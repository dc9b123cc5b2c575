import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-admin-page.tsx';
import InvitationPage from './invitation-page.tsx';

const invitation = { email: 'bob@example.org', role: 'editor' };
const show = (actionData?: object, loadedInvitation: typeof invitation | null = invitation) =>
  renderAdminPage(InvitationPage, {
    path: '/admin/invitation',
    loaderData: { token: 'a-token', invitation: loadedInvitation },
    actionData,
  });

test('shows the email and role, and sends the name and password', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await expect.element(screen.getByText('Your account: bob@example.org. Your role: Editor.')).toBeVisible();
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Name').fill('Bob');
  await screen.getByLabelText('Password').fill('another long password');
  await screen.getByRole('button', { name: 'Join' }).click();
  const fields = { token: 'a-token', username: 'bob@example.org', name: 'Bob' };
  expect(submissions).toMatchObject([
    { method: 'post', fields: { ...fields, 'new-password': 'another long password' } },
  ]);
});

test('a rejected password is an alert, and the name is kept', async () => {
  const { screen } = await show({ errorCode: 'password.weak', values: { name: 'Bob' }, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('longer password');
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Bob');
  await expect.element(screen.getByLabelText('Password')).toHaveValue('');
});

test('an expired invitation has no form', async () => {
  const { screen } = await show(undefined, null);
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link no longer works');
  expect(document.querySelector('form')).toBe(null);
});
