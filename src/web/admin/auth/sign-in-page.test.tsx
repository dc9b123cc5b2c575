import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import SignInPage from './sign-in-page.tsx';

const show = (actionData?: object, to = '/admin/blog', isSecure = true) =>
  renderAdminPage(SignInPage, { path: '/admin/sign-in', loaderData: { to, isSecure }, actionData });

test('sends the email, the password and the return path', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show(undefined, '/admin/people?x=1');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in');
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByLabelText('Password').fill('correct horse battery');
  await userEvent.keyboard('{Enter}');
  expect(submissions).toEqual([
    {
      method: 'post',
      path: location.pathname,
      fields: { to: '/admin/people?x=1', email: 'ada@example.org', password: 'correct horse battery' },
    },
  ]);
});

test.each([true, false])(
  'the page says what the browser turns off, unless the origin is secure: %s',
  async (isSecure) => {
    const { screen } = await show(undefined, undefined, isSecure);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByText(/over plain HTTP/).elements()).toHaveLength(isSecure ? 0 : 1);
    await expectAccessible({ isPage: true });
  },
);

test('an incomplete form is not sent', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByLabelText('Email').fill('not an address');
  await screen.getByLabelText('Password').fill('x');
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await screen.getByLabelText('Email').fill('ada@example.org');
  await screen.getByLabelText('Password').clear();
  await screen.getByRole('button', { name: 'Sign in' }).click();
  expect(submissions).toEqual([]);
});

test.each([
  ['credentials.wrong', 'Wrong email or password. Try again.'],
  ['attempts.too_many', 'Too many attempts. Try again in 15 minutes.'],
])('%s is an alert, and only the email is kept', async (errorCode, text) => {
  const { screen } = await show({ errorCode, values: { email: 'ada@example.org' }, link: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  await expect.element(screen.getByLabelText('Password')).toHaveValue('');
  await expectAccessible({ isPage: true });
});

test('links to the password reset and sets autocomplete for password managers', async () => {
  const { screen } = await show();
  await expect
    .element(screen.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', '/admin/reset');
  await expect.element(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  await expect.element(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(document.title).toBe('Sign in | Unspool');
});
