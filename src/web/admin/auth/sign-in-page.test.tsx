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

test('after the password it asks for the code, and keeps the return path', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show(
    { errorCode: 'code.missing', values: { email: 'ada@example.org' }, link: null, pendingSignIn: 'sealed' },
    '/admin/people?x=1',
  );
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Enter your code');
  expect(screen.getByRole('alert').elements()).toEqual([]);
  expect(screen.getByLabelText('Password').elements()).toEqual([]);
  await expectAccessible({ isPage: true });
  const field = screen.getByLabelText('Your code');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field.element().closest('form')?.getAttribute('action')).toBe(
    '/admin/sign-in?to=%2Fadmin%2Fpeople%3Fx%3D1',
  );
  await field.fill('123456');
  await userEvent.keyboard('{Enter}');
  expect(submissions).toEqual([
    {
      method: 'post',
      path: '/admin/sign-in',
      fields: { to: '/admin/people?x=1', pending: 'sealed', code: '123456' },
    },
  ]);
});

test.each([
  ['code.wrong', 'sealed', 'Your code', 'This code is wrong or was already used. Enter the current code.'],
  ['code.expired', undefined, 'Password', 'This step is no longer valid. Start over.'],
])('%s is an alert above the form to continue with', async (errorCode, pendingSignIn, label, text) => {
  const { screen } = await show({ errorCode, values: {}, link: null, pendingSignIn });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText(label)).toBeVisible();
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
