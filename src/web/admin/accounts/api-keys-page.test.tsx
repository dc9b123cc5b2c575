import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import ApiKeysPage from './api-keys-page.tsx';

const key = {
  id: 'key',
  name: 'Backups',
  perMinute: 200,
  endsOn: null,
  lastUsedOn: null,
  createdAt: new Date('2026-11-01T00:00:00Z'),
};

const show = (keys: object[] = [], actionData?: object) =>
  renderAdminPage(ApiKeysPage, {
    path: '/admin/keys',
    loaderData: { keys, today: '2026-11-22' },
    actionData,
  });

test('without keys the page says so and links to the API reference', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText(/^There are no API keys yet\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'How to use API keys' }))
    .toHaveAttribute('href', '/api');
  await expectAccessible({ isPage: true });
});

test('a key is created with its name, limit and last day', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await expect.element(screen.getByLabelText('Posts per minute')).toHaveValue(120);
  await screen.getByLabelText('Name').fill('Backups');
  await screen.getByRole('button', { name: 'Create key' }).click();
  await screen.getByLabelText('Posts per minute').fill('200');
  await screen.getByLabelText('Valid through').fill('2026-12-31');
  await screen.getByRole('button', { name: 'Create key' }).click();
  const fields = { intent: 'make', name: 'Backups' };
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/keys', fields: { ...fields, limit: '120', end: '' } },
    { method: 'post', path: '/admin/keys', fields: { ...fields, limit: '200', end: '2026-12-31' } },
  ]);
});

test.each([
  ['Posts per minute', '2001'],
  ['Posts per minute', '0'],
  ['Valid through', '2026-11-21'],
])('%s of %s is not sent', async (label, value) => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByLabelText('Name').fill('Backups');
  await screen.getByLabelText(label).fill(value);
  await screen.getByRole('button', { name: 'Create key' }).click();
  await expect.element(screen.getByLabelText(label)).toHaveFocus();
  expect(submissions).toEqual([]);
});

test.each([
  ['key.limit', 'The limit must be a whole number from 1 to 2,000.'],
  ['key.unnamed', 'Enter a name for the API key.'],
  ['key.ended', 'The “Valid through” date can’t be in the past. Choose today or a later date.'],
  ['key.too_many', 'There are already 100 API keys. Revoke one you no longer need.'],
])('%s is an alert, and the form keeps its values', async (errorCode, text) => {
  const values = { name: 'Backups', perMinute: '9999', endsOn: '2026-12-31' };
  const { screen } = await show([], { errorCode, values, createdKey: null });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Backups');
  await expect.element(screen.getByLabelText('Posts per minute')).toHaveValue(9999);
  await expect.element(screen.getByLabelText('Valid through')).toHaveValue('2026-12-31');
});

test('a new key is shown once', async () => {
  const { screen } = await show([key], { errorCode: null, values: null, createdKey: 'unspool_secret' });
  await expect.element(screen.getByLabelText('New API key')).toHaveValue('unspool_secret');
  await expect.element(screen.getByLabelText('New API key')).toHaveAttribute('readonly');
  await expect.element(screen.getByRole('status')).toMatchTextContent('It’s shown only once');
  await expectAccessible({ isPage: true });
});

test('a card shows the limit, last day and last use', async () => {
  const keys = [
    key,
    { ...key, id: 'b', name: 'Archive', perMinute: 1, endsOn: '2026-11-22', lastUsedOn: '2026-11-20' },
    { ...key, id: 'c', name: 'Former', endsOn: '2026-11-21' },
  ];
  const { screen } = await show(keys);
  const cards = screen.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent('200 posts per minute');
  await expect.element(cards.nth(0)).toMatchTextContent('Valid until revoked');
  await expect.element(cards.nth(0)).toMatchTextContent('Never used');
  await expect.element(cards.nth(1)).toMatchTextContent('1 post per minute');
  await expect.element(cards.nth(1)).toMatchTextContent('Valid through November 22, 2026');
  await expect.element(cards.nth(1)).toMatchTextContent('Last used on November 20, 2026');
  await expect.element(cards.nth(2)).toMatchTextContent('Expired on November 21, 2026');
});

test('a key is revoked only after a second click', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show([key]);
  const confirm = screen.getByRole('button', { name: 'Yes, revoke' });
  expect(confirm.elements()).toEqual([]);
  await screen.getByText('Revoke Backups').click();
  await expect.element(screen.getByText('Requests that use this key will be rejected.')).toBeVisible();
  await confirm.click();
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/keys', fields: { intent: 'withdraw', key: 'key' } },
  ]);
});
