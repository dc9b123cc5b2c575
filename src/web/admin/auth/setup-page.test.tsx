import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-admin-page.tsx';
import SetupPage from './setup-page.tsx';

const show = (token: string | null = 'a-token', actionData?: object) =>
  renderAdminPage(SetupPage, { path: '/admin/set-up', loaderData: { token }, actionData });

test("the first owner sends name, email and password with the link's token", async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Create the owner account');
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('Name').fill('Ada');
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByLabelText('Password').fill('correct horse battery');
  await screen.getByRole('button', { name: 'Create account' }).click();
  const fields = { name: 'Ada', email: 'ada@example.org', 'new-password': 'correct horse battery' };
  expect(submissions).toMatchObject([{ method: 'post', fields: { token: 'a-token', ...fields } }]);
});

test('a short password is not sent, and the field states the minimum length', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
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
  ['password.weak', 'Choose a longer password with different characters.'],
  ['email.invalid', 'This is not an email address.'],
  ['name.missing', 'Please enter a name.'],
  ['link.invalid', 'This link no longer works'],
])('%s is an alert, and the name and email are kept', async (errorCode, text) => {
  const { screen } = await show('a-token', {
    errorCode,
    values: { name: 'Ada', email: 'ada@example.org' },
    link: null,
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Ada');
  await expect.element(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
});

test('a used link has no form', async () => {
  const { screen } = await show(null);
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link no longer works');
  await expect.element(screen.getByText(/^It was used already, or it is too old\./)).toBeVisible();
  expect(document.querySelector('form')).toBe(null);
});
