import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { DataJob, RestorePreview } from '#backup/data-job-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import SetupPage from './setup-page.tsx';

const jobs = '/api/data/set-up/jobs';
const job: DataJob = {
  id: '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d',
  kind: 'restore',
  phase: 'uploading',
  userName: '',
  isOwn: true,
  startedAt: '2026-11-22T01:38:00.000Z',
  progress: null,
  upload: { receivedBytes: 0, totalBytes: 6 },
  file: null,
  stop: null,
  missingFiles: 0,
  replacesPosts: false,
  import: null,
  restore: null,
  restored: null,
  failure: null,
};
const preview: RestorePreview = {
  createdAt: '2026-11-20T09:30:00.000Z',
  migration: '0019_pages',
  isCurrentVersion: true,
  missingFiles: 0,
  kinds: [{ kind: 'posts', added: 12, changed: 0, removed: 6, unchanged: 0 }],
  posts: [{ change: 'added', title: 'Old post', locale: 'en' }],
  users: [{ change: 'added', name: 'Ada', email: 'ada@example.org', currentRole: null, backupRole: 'owner' }],
  settings: [{ change: 'added', name: 'siteName' }],
  sessions: 0,
  links: 0,
  apiKeys: { count: 0, names: [] },
  returningApiKeys: { count: 21, names: ['printer'] },
  hasActor: false,
  unreadableSecrets: [],
  hasUnreadableFactors: false,
};

async function show(initialJob: DataJob | null = null, locale: 'de' | 'en' = 'en') {
  const { screen } = await renderAdminPage(SetupPage, {
    path: '/admin/set-up?token=a-token',
    locale,
    loaderData: { token: 'a-token', job: initialJob, settingLabels: { siteName: 'Site name' } },
  });
  return screen;
}
type Screen = Awaited<ReturnType<typeof show>>;

const chooseBackup = (screen: Screen) =>
  screen.getByLabelText('Backup file').upload(new File(['backup'], 'unspool.backup.gz'));

/** Uploads and checks a file, of which the server says `checked`. */
async function check(screen: Screen, checked: Partial<DataJob>): Promise<void> {
  await commands.stubResponses(`POST ${jobs}`, [{ status: 202, body: { job } }]);
  await commands.stubResponses(`PUT ${jobs}/${job.id}/upload?offset=0`, [{ body: { job } }]);
  await commands.stubResponses(`POST ${jobs}/${job.id}/check`, [
    { status: 202, body: { job: { ...job, phase: 'checking' } } },
  ]);
  await commands.stubResponses(`GET ${jobs}`, [{ body: { job: { ...job, ...checked } } }]);
  await chooseBackup(screen);
}

test('offers a new account and a restore, and says what happens without scripts', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: 'Create the owner account' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Restore a backup' })).toBeVisible();
  await expect
    .element(screen.getByLabelText('Backup file'))
    .toHaveAccessibleDescription(/^The upload starts as soon as you choose a file\./);
  await expectAccessible({ isPage: true });
});

test('the focus moves to what replaced the form and back, and the file is announced', async () => {
  const screen = await show();
  const file = screen.getByLabelText('Backup file');
  (file.element() as HTMLElement).focus();
  await check(screen, { phase: 'failed', failure: { code: 'backup.damaged', entry: null } });
  await expect
    .poll(() =>
      screen
        .getByRole('status')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toContain('unspool.backup.gz, 1 kB');
  await expect.element(screen.getByRole('heading', { name: 'That didn’t work' })).toHaveFocus();
  await commands.stubResponses(`DELETE ${jobs}/${job.id}`, [{ body: { job: null } }]);
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(file).toHaveFocus();
});

test('the focus is at the upload while it runs', async () => {
  const screen = await show();
  await commands.stubResponses(`POST ${jobs}`, [{ status: 202, body: { job } }]);
  await chooseBackup(screen);
  const heading = screen.getByRole('heading', { level: 2 });
  await expect.element(heading).toHaveFocus();
  await expect.element(screen.getByRole('region')).toMatchTextContent('unspool.backup.gz (1 kB)');
  await expectAccessible();
});

test('a link that stops working while files are written says that they stay', async () => {
  const failure = { code: 'restore.forbidden', entry: null } as const;
  const screen = await show({ ...job, phase: 'failed', restore: preview, failure });
  const card = screen.getByRole('region', { name: 'That didn’t work' });
  await expect.element(card.getByRole('alert')).toMatchTextContent('This set-up link no longer works.');
  await expect
    .element(card)
    .toMatchTextContent('Media files that were already copied from the backup stay on the server.');
});

test('a chosen backup is checked and shown, and restored with one more click and the token', async () => {
  const screen = await show();
  await check(screen, { phase: 'checked', restore: preview });
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await expect.element(card).toMatchTextContent('The backup was created on November 20, 2026');
  await expect.element(card).toMatchTextContent('the set-up link stops working.');
  await expect.element(card).toMatchTextContent('Ada (ada@example.org) Owner Added');
  await expect.element(card).toMatchTextContent('Site name Added');
  // Nobody has an account or a session here.
  await expect.element(card).not.toMatchTextContent('What stops working');
  await expect.element(card).toMatchTextContent('What starts working again');
  await expect.element(card).toMatchTextContent('21 API keys (printer, …)');
  await expect.element(card).not.toMatchTextContent('Your account isn’t in the backup');
  expect(screen.getByLabelText('Password').elements()).toEqual([]);
  expect(card.getByRole('checkbox').elements()).toEqual([]);
  await expectAccessible({ isPage: true });

  await commands.stubResponses(`POST ${jobs}/${job.id}/apply`, [
    { status: 202, body: { job: { ...job, phase: 'running' }, progressToken: 'progress' } },
  ]);
  const restored = { rows: 40, files: 3, previousBackup: 'unspool-x-replaced.backup.gz' };
  await commands.stubResponses('GET /api/data/restore', [
    { body: { phase: 'done', progress: null, restored, failure: null } },
  ]);
  await card.getByRole('button', { name: 'Restore now' }).click();
  const done = screen.getByRole('region', { name: 'The backup has been restored' });
  await expect.element(done).toMatchTextContent('Sign in with an account and its password from the backup.');
  await expect.element(done.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/admin/sign-in');
  const requests = await commands.listRequests();
  expect(requests.map(({ method, path, headers }) => `${method} ${path} ${headers.authorization}`)).toEqual([
    `POST ${jobs} Bearer a-token`,
    `PUT ${jobs}/${job.id}/upload?offset=0 Bearer a-token`,
    `POST ${jobs}/${job.id}/check Bearer a-token`,
    `GET ${jobs} Bearer a-token`,
    `POST ${jobs}/${job.id}/apply Bearer a-token`,
    'GET /api/data/restore Bearer progress',
  ]);
  expect([requests[0]?.body, requests[4]?.body]).toEqual([{ kind: 'restore', size: 6 }, {}]);
});

test('the preview fits a phone in German, whose table scrolls by itself', async () => {
  await page.viewport(390, 800);
  await show({ ...job, phase: 'checked', restore: preview }, 'de');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('after a reload, the checked backup is still shown', async () => {
  const screen = await show({ ...job, phase: 'checked', restore: preview });
  await expect.element(screen.getByRole('button', { name: 'Restore now' })).toBeVisible();
});

test('a backup whose codes this server can’t check is shown with a warning', async () => {
  const screen = await show();
  const restore = { ...preview, hasUnreadableFactors: true, unreadableSecrets: ['AI_API_KEY'] };
  await check(screen, { phase: 'checked', restore });
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await expect.element(card).toMatchTextContent('users with two-factor authentication can’t sign in');
  await expect.element(card).toMatchTextContent('that this server can’t decrypt');
  await expectAccessible();
});

test('a file that is no backup is named as such, and another one can be chosen', async () => {
  const screen = await show();
  await check(screen, { phase: 'failed', failure: { code: 'backup.damaged', entry: null } });
  const card = screen.getByRole('region', { name: 'That didn’t work' });
  await expect.element(card.getByRole('alert')).toMatchTextContent('The file is damaged');
  await commands.stubResponses(`DELETE ${jobs}/${job.id}`, [{ body: { job: null } }]);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByLabelText('Backup file')).toBeVisible();
});

test('a link that stops working during the check ends it with an alert', async () => {
  const screen = await show();
  await check(screen, {});
  const error = 'This set-up link no longer works.';
  await commands.stubResponses(`GET ${jobs}`, [
    { status: 401, body: { success: false, code: 'setup.link', error } },
  ]);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(error);
  await expect.element(screen.getByLabelText('Backup file')).toBeVisible();
});

test('a link that has stopped working is an alert', async () => {
  const screen = await show();
  const error = 'This set-up link no longer works.';
  await commands.stubResponses(`POST ${jobs}`, [
    { status: 401, body: { success: false, code: 'setup.link', error } },
  ]);
  await chooseBackup(screen);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(error);
});
