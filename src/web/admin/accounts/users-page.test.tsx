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
const data = { users: [ada, bob], invitations: [invitation], currentUserId: 'ada' };

const show = (overrides: object = {}, actionData?: object) =>
  renderAdminPage(UsersPage, { path: '/admin/people', loaderData: { ...data, ...overrides }, actionData });

const submission = (fields: object) => ({ method: 'post', path: '/admin/people', fields });

test("each user has a card with email and role, and can't change or remove themselves", async () => {
  const { screen } = await show();
  const cards = screen.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent('Ada (You)');
  await expect.element(cards.nth(0)).toMatchTextContent('Owner');
  expect(cards.nth(0).getByRole('button').elements()).toEqual([]);
  await expect.element(cards.nth(1)).toMatchTextContent('bob@example.org');
  await expect.element(cards.nth(1)).toMatchTextContent('Editor');
  await expectAccessible({ isPage: true });
});

test('a role is changed', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const role = screen.getByLabelText('Role of Bob');
  await expect.element(role).toHaveValue('editor');
  await role.selectOptions('Author');
  await screen.getByRole('button', { name: 'Change role' }).click();
  expect(submissions).toEqual([submission({ intent: 'role', person: 'bob', role: 'author' })]);
});

test('a password reset link is requested and shown once', async () => {
  const submissions = recordSubmissions();
  const link = { link: 'https://example.org/admin/reset?token=x', isMailed: false };
  const { screen } = await show({}, { errorCode: null, values: {}, link });
  await expect.element(screen.getByRole('textbox', { name: 'Pass this link on' })).toHaveValue(link.link);
  await expect.element(screen.getByText(/^It works once and is shown only now\./)).toBeVisible();
  expect(screen.getByText(/It has been sent by mail too\./).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Link for a new password' }).click();
  expect(submissions).toEqual([submission({ intent: 'reset', person: 'bob' })]);
});

test('a user is removed only after a second click', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const confirm = screen.getByRole('button', { name: 'Yes, remove' });
  expect(confirm.elements()).toEqual([]);
  await screen.getByText('Remove', { exact: true }).click();
  await expect.element(screen.getByText('Bob can then no longer sign in. Posts stay.')).toBeVisible();
  await confirm.click();
  expect(submissions).toEqual([submission({ intent: 'remove', person: 'bob' })]);
});

test('an invitation has the author role unless another one is selected', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByLabelText('Email').fill('dan@example.org');
  await screen.getByRole('button', { name: 'Make invitation' }).click();
  await screen.getByLabelText('Role', { exact: true }).selectOptions('Editor');
  await screen.getByRole('button', { name: 'Make invitation' }).click();
  expect(submissions).toEqual([
    submission({ intent: 'invite', email: 'dan@example.org', role: 'author' }),
    submission({ intent: 'invite', email: 'dan@example.org', role: 'editor' }),
  ]);
});

test('the invitation link says whether it was also emailed', async () => {
  const link = { link: 'https://example.org/admin/invitation?token=x', isMailed: true };
  const { screen } = await show({}, { errorCode: null, values: {}, link });
  const field = screen.getByRole('textbox', { name: 'Pass this link on' });
  await expect.element(field).toHaveValue(link.link);
  await expect.element(field).toHaveAttribute('readonly');
  await expect.element(screen.getByText(/It has been sent by mail too\./)).toBeVisible();
});

test('an open invitation shows its role and expiry, and can be revoked', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  const open = screen.getByRole('region', { name: 'Open invitations' });
  await expect.element(open).toMatchTextContent('cleo@example.org');
  await expect.element(open).toMatchTextContent('Author, until November 29, 2026 at 12:00 PM UTC');
  await open.getByRole('button', { name: 'Withdraw' }).click();
  expect(submissions).toEqual([submission({ intent: 'withdraw', invitation: 'invited' })]);
});

test('without invitations there is no invitation list', async () => {
  const { screen } = await show({ invitations: [] });
  await expect.element(screen.getByRole('region', { name: 'Invite someone' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Open invitations' }).elements()).toEqual([]);
});

test.each([
  ['email.taken', 'Someone with this address is here already.'],
  ['email.invalid', 'This is not an email address.'],
  ['owner.last', 'The blog needs an owner. Make someone else owner first.'],
  ['user.missing', 'This person is no longer here.'],
])('%s is an alert, and the email field keeps its value', async (errorCode, text) => {
  const { screen } = await show({}, { errorCode, values: { email: 'bob@example.org' }, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Email')).toHaveValue('bob@example.org');
});
