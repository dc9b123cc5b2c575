import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import SecondFactorPage from './second-factor-page.tsx';

const path = '/admin/two-factor';
const result = { errorCode: null, setup: null, recoveryCodes: null };
const uri = 'otpauth://totp/Unspool:ada%40example.org?secret=KEY';
const setup = { token: 'sealed', uri, key: 'KEY', qrCode: { size: 9, path: 'M4 4h1v1h-1z' } };

const show = (secondFactor: object | null, actionData?: object) =>
  renderAdminPage(SecondFactorPage, {
    path,
    loaderData: { email: 'ada@example.org', secondFactor },
    actionData: actionData && { ...result, ...actionData },
  });

test('the password leads to the QR code', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show(null);
  const panel = screen.getByRole('region', { name: 'Two-factor authentication is off.' });
  await expectAccessible({ isPage: true });
  await panel.getByLabelText('Password').fill('correct horse battery');
  await panel.getByRole('button', { name: 'Show QR code' }).click();
  const fields = { intent: 'set-up', username: 'ada@example.org', password: 'correct horse battery' };
  expect(submissions).toEqual([{ method: 'post', path, fields }]);
});

test('shows the QR code and the key, and sends the first code with the sealed setup', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show(null, { setup });
  await expect.element(screen.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  await expect.element(screen.getByLabelText('Key', { exact: true })).toHaveValue('KEY');
  await expect
    .element(screen.getByRole('link', { name: 'Open in an authenticator app' }))
    .toHaveAttribute('href', uri);
  expect(screen.getByLabelText('Password').elements()).toEqual([]);
  await expectAccessible({ isPage: true });
  await screen.getByLabelText('6-digit code').fill('123 456');
  await screen.getByRole('button', { name: 'Turn on' }).click();
  const fields = { intent: 'turn-on', setup: 'sealed', code: '123 456' };
  expect(submissions).toEqual([{ method: 'post', path, fields }]);
});

test('a wrong first code is an alert beside the same QR code', async () => {
  const { screen } = await show(null, { setup, errorCode: 'code.wrong' });
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('This code is wrong or was already used. Enter the current code.');
  await expect.element(screen.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
});

test('new recovery codes are listed once', async () => {
  const { screen } = await show(
    { recoveryCodesLeft: 2 },
    { recoveryCodes: ['1111-2222-3333', '4444-5555-6666'] },
  );
  const list = screen.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  expect(list.elements().map(({ textContent }) => textContent)).toEqual(['1111-2222-3333', '4444-5555-6666']);
  await expectAccessible({ isPage: true });
});

test.each([
  [0, 'You have 0 recovery codes left.'],
  [1, 'You have 1 recovery code left.'],
])('with %d recovery codes left, it can be turned off and get new ones', async (recoveryCodesLeft, text) => {
  const submissions = recordSubmissions();
  const { screen } = await show({ recoveryCodesLeft }, { errorCode: 'password.wrong' });
  const panel = screen.getByRole('region', { name: 'Two-factor authentication is on.' });
  await expect.element(panel).toMatchTextContent(text);
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Your current password is wrong.');
  for (const [button, intent] of [
    ['Create new codes', 'new-codes'],
    ['Turn off', 'turn-off'],
  ] as const) {
    await screen.getByLabelText('Password').fill('correct horse battery');
    await screen.getByRole('button', { name: button }).click();
    expect(submissions.at(-1)?.fields).toMatchObject({ intent, password: 'correct horse battery' });
  }
});
