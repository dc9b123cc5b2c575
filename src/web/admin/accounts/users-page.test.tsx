import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import UsersPage from './users-page.tsx';

const ada = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'owner', locale: 'en' };
const bob = { id: 'bob', name: 'Bob', email: 'bob@example.org', role: 'editor', locale: 'en' };
const invitation = {
  id: 'invited',
  email: 'cleo@example.org',
  role: 'author',
  expiresAt: new Date('2026-11-29T12:00:00Z'),
};
const mira = { id: 'mira', name: 'Mira', is_public: true, has_account: false };
const data = { users: [ada, bob], invitations: [invitation], others: [mira], currentUserId: 'ada' };

const show = (overrides: object = {}, actionData?: object) =>
  renderAdminPage(UsersPage, { path: '/admin/people', loaderData: { ...data, ...overrides }, actionData });

const submission = (fields: object) => ({ method: 'post', path: '/admin/people', fields });

test("each user has a card with email and role, and can't change or delete themselves", async () => {
  const { screen } = await show();
  const cards = screen.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent('Ada (you)');
  await expect.element(cards.nth(0)).toMatchTextContent('Owner');
  expect(cards.nth(0).getByRole('button').elements()).toEqual([]);
  await expect.element(cards.nth(1)).toMatchTextContent('bob@example.org');
  await expect.element(cards.nth(1)).toMatchTextContent('Editor');
  await expectAccessible({ isPage: true });
});

test('a role is changed', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const role = screen.getByLabelText('Bob’s role');
  await expect.element(role).toHaveValue('editor');
  await role.selectOptions('Author');
  await screen.getByRole('button', { name: 'Change role' }).click();
  expect(submissions).toEqual([submission({ intent: 'role', person: 'bob', role: 'author' })]);
});

test('a password reset link is requested and shown once', async () => {
  const submissions = recordSubmissions();
  const link = { link: 'https://example.org/admin/reset?token=x', isMailed: false };
  const { screen } = await show({}, { errorCode: null, values: {}, link });
  await expect.element(screen.getByRole('textbox', { name: 'Share this link' })).toHaveValue(link.link);
  await expect.element(screen.getByText(/^The link works once and won’t be shown again\./)).toBeVisible();
  expect(screen.getByText(/The link was also sent by email\./).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Create password reset link' }).click();
  expect(submissions).toEqual([submission({ intent: 'reset', person: 'bob' })]);
});

test('a user is deleted only after a second click', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const confirm = screen.getByRole('button', { name: 'Yes, delete' });
  expect(confirm.elements()).toEqual([]);
  await screen.getByText('Delete user', { exact: true }).click();
  await expect
    .element(screen.getByText('Bob will no longer be able to sign in. Their posts will be kept.'))
    .toBeVisible();
  await confirm.click();
  expect(submissions).toEqual([submission({ intent: 'remove', person: 'bob' })]);
});

test('an invitation has the author role unless another one is selected', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByLabelText('Email').fill('dan@example.org');
  await screen.getByRole('button', { name: 'Create invitation' }).click();
  await screen.getByLabelText('Role', { exact: true }).selectOptions('Editor');
  await screen.getByRole('button', { name: 'Create invitation' }).click();
  expect(submissions).toEqual([
    submission({ intent: 'invite', email: 'dan@example.org', role: 'author' }),
    submission({ intent: 'invite', email: 'dan@example.org', role: 'editor' }),
  ]);
});

test('the invitation link says whether it was also emailed', async () => {
  const link = { link: 'https://example.org/admin/invitation?token=x', isMailed: true };
  const { screen } = await show({}, { errorCode: null, values: {}, link });
  const field = screen.getByRole('textbox', { name: 'Share this link' });
  await expect.element(field).toHaveValue(link.link);
  await expect.element(field).toHaveAttribute('readonly');
  await expect.element(screen.getByText(/The link was also sent by email\./)).toBeVisible();
});

test('a pending invitation shows its role and expiry, and can be canceled', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const open = screen.getByRole('region', { name: 'Pending invitations' });
  await expect.element(open).toMatchTextContent('cleo@example.org');
  await expect.element(open).toMatchTextContent('Author · expires on November 29, 2026 at 12:00 PM UTC');
  await open.getByRole('button', { name: 'Cancel invitation' }).click();
  expect(submissions).toEqual([submission({ intent: 'withdraw', invitation: 'invited' })]);
});

test('without invitations there is no invitation list', async () => {
  const { screen } = await show({ invitations: [] });
  await expect.element(screen.getByRole('region', { name: 'Invite someone' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Pending invitations' }).elements()).toEqual([]);
});

test('an owner resets the two-factor authentication of another user who has it', async () => {
  const submissions = recordSubmissions();
  const users = data.users.map((user) => ({ ...user, hasSecondFactor: true }));
  const { screen } = await show({ users });
  expect(screen.getByText('Two-factor authentication is on.').elements()).toHaveLength(users.length);
  const buttons = screen.getByRole('button', { name: 'Reset two-factor authentication' });
  expect(buttons.elements()).toHaveLength(users.length - 1);
  await expectAccessible({ isPage: true });
  await buttons.first().click();
  expect(submissions).toEqual([submission({ intent: 'reset-second-factor', person: 'bob' })]);
});

test('a change that needs the password is sent again with it', async () => {
  const submissions = recordSubmissions();
  const fields = [
    ['intent', 'role'],
    ['person', 'bob'],
    ['role', 'owner'],
  ];
  const unconfirmed = { errorCode: 'password.missing', fields };
  const { screen } = await show({}, { errorCode: null, values: {}, link: null, unconfirmed });
  const panel = screen.getByRole('region', { name: 'Enter your password' });
  await expect.element(panel.getByLabelText('Password')).toHaveFocus();
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await expectAccessible({ isPage: true });
  await panel.getByLabelText('Password').fill('correct horse battery');
  await panel.getByRole('button', { name: 'Confirm' }).click();
  expect(submissions).toEqual([
    submission({ intent: 'role', person: 'bob', role: 'owner', 'confirm-password': 'correct horse battery' }),
  ]);
});

test('a wrong password for a change is an alert, and the form stays', async () => {
  const unconfirmed = { errorCode: 'password.wrong', fields: [['intent', 'invite']] };
  const { screen } = await show({}, { errorCode: null, values: {}, link: null, unconfirmed });
  const panel = screen.getByRole('region', { name: 'Enter your password' });
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Your current password is wrong.');
});

test.each([
  ['email.taken', 'An account with this email address already exists. Use a different address.'],
  ['email.invalid', 'Enter a valid email address, like name@example.com.'],
  ['owner.last', 'The blog needs at least one owner. Make another user an owner first.'],
  ['user.missing', 'This account no longer exists. Reload the page.'],
])('%s is an alert, and the email field keeps its value', async (errorCode, text) => {
  const { screen } = await show({}, { errorCode, values: { email: 'bob@example.org' }, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Email')).toHaveValue('bob@example.org');
});

test('the author profiles of users and of authors without an account are linked', async () => {
  const { screen } = await show();
  await expect
    .element(screen.getByRole('link', { name: 'Bob’s author profile' }))
    .toHaveAttribute('href', '/admin/profile/bob');
  const others = screen.getByRole('region', { name: 'Authors without an account' });
  await expect
    .element(others.getByRole('link', { name: 'Mira’s author profile' }))
    .toHaveAttribute('href', '/admin/profile/mira');
});
