import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { emptyImportReport } from '#backup/contract.ts';
import { type DataJob, type PreviousBackup, uploadChunkBytes } from '#backup/data-job-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import DataPage from './data-page.tsx';

const id = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const jobs = '/api/admin/data/jobs';

function createJob(overrides: Partial<DataJob>): DataJob {
  return {
    id,
    kind: 'export',
    phase: 'running',
    userName: 'Ada',
    isOwn: true,
    startedAt: '2026-11-22T01:38:00.000Z',
    progress: null,
    upload: null,
    file: null,
    stop: null,
    missingFiles: 0,
    replacesPosts: false,
    import: null,
    restore: null,
    restored: null,
    failure: null,
    ...overrides,
  };
}

const file = { name: 'unspool-a.zip', bytes: 3_100_000, isTemporary: true, isDownloadable: true };
const counts = { created: 2, changed: 0, kept: 1, unchanged: 0, refused: 1 };
const imported: DataJob['import'] = {
  ...emptyImportReport('unspool'),
  counts,
  missingPictures: 1,
  posts: [
    { article: 'a', locale: 'de', slug: 'zwei', outcome: 'refused', code: 'language.taken' },
    { article: 'b', locale: 'en', slug: 'one', outcome: 'kept' },
  ],
};
const preview: NonNullable<DataJob['restore']> = {
  createdAt: '2026-11-20T09:30:00.000Z',
  migration: '0019_pages',
  isCurrentVersion: true,
  missingFiles: 0,
  kinds: [
    { kind: 'posts', added: 2, changed: 1, removed: 41, unchanged: 8 },
    { kind: 'users', added: 0, changed: 1, removed: 1, unchanged: 1 },
    { kind: 'settings', added: 0, changed: 1, removed: 0, unchanged: 0 },
    { kind: 'other', added: 0, changed: 0, removed: 1200, unchanged: 3 },
  ],
  posts: [
    { change: 'added', title: 'Eins <b>', locale: 'de' },
    { change: 'removed', title: 'Two', locale: 'en' },
  ],
  users: [
    {
      change: 'changed',
      name: 'Kim',
      email: 'kim@example.org',
      currentRole: 'editor',
      backupRole: 'owner',
    },
    {
      change: 'removed',
      name: 'Grace',
      email: 'grace@example.org',
      currentRole: 'editor',
      backupRole: null,
    },
  ],
  settings: [{ change: 'changed', name: 'siteName' }],
  sessions: 3,
  links: 1,
  apiKeys: { count: 21, names: ['printer'] },
  returningApiKeys: { count: 0, names: [] },
  hasActor: true,
  unreadableSecrets: [],
  hasUnreadableFactors: false,
};

const previousBackup = {
  name: 'unspool-2026-11-22T01-38-00-replaced.backup.gz',
  createdAt: '2026-11-22T01:38:00.000Z',
  bytes: 3_100_000,
};

/** Of the test's codes; the server sends all. */
const lossTexts = {
  comments: 'Comments aren’t imported.',
  'slug.changed': 'Slugs are changed.',
  'date.scheduled': 'Schedules are lost.',
};
const show = (job: DataJob | null = null, previous: PreviousBackup[] = []) =>
  renderAdminPage(DataPage, {
    path: '/admin/data',
    loaderData: {
      job,
      previous,
      restoreStatus: {
        proven: null,
        failure: null,
        isRunning: false,
        isRecent: false,
        isOver: false,
        backups: 'none',
        folder: '/data/backups',
      },
      now: Date.now(),
      texts: { lossTexts, settingLabels: { siteName: 'Site name' } },
      sessionExpiresAt: Date.now() + 3_600_000,
    },
  });
/** The page asks once a second. */
function skipPauses(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.setTimerTickMode('nextTimerAsync');
}

const listCalls = async () =>
  (await commands.listRequests()).map(({ method, path, body }) => [`${method} ${path}`, body]);

test('an export shows its progress, then the file to download', async () => {
  const { screen } = await show();
  await expectAccessible({ isPage: true });
  const progress = { step: 'posts', done: 3, total: 12 } as const;
  await commands.stubResponses(`POST ${jobs}`, [{ status: 202, body: { job: createJob({}) } }]);
  await commands.stubResponses(`GET ${jobs}`, [
    { body: { job: createJob({ progress }) } },
    { body: { job: createJob({ phase: 'done', file }) }, isPending: true },
  ]);
  skipPauses();
  const panel = screen.getByRole('region', { name: 'Export content' });
  await panel.getByLabelText('Password').fill('correct horse battery');
  await screen.getByRole('button', { name: 'Create export' }).click();
  const bar = screen.getByRole('progressbar', { name: 'Creating the export' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', 'Posts: 3 of 12');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await commands.releaseResponses();
  const link = screen.getByRole('link', { name: 'Download (3.1 MB)' });
  await expect.element(link).toHaveAttribute('href', `${jobs}/${id}/file`);
  await expect.element(screen.getByRole('heading', { name: 'The export is ready' })).toHaveFocus();
  await expectAccessible();
});

test('a backup is requested with the password, and a wrong one is an alert', async () => {
  const { screen } = await show();
  await commands.stubResponses(`POST ${jobs}`, [
    { status: 422, body: { code: 'password.wrong', error: 'Your current password is wrong.' } },
  ]);
  const field = screen.getByRole('region', { name: 'Back up the site' }).getByLabelText('Password');
  await field.fill('correct horse battery');
  await screen.getByRole('button', { name: 'Create backup' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Your current password is wrong.');
  await expect.element(field).toHaveValue('');
  expect(await listCalls()).toEqual([
    [`POST ${jobs}`, { kind: 'backup', password: 'correct horse battery' }],
  ]);
});

test('a file is uploaded in parts, and a part without a response is sent again', async () => {
  const size = uploadChunkBytes + 10;
  const uploading = (receivedBytes: number) =>
    createJob({ kind: 'import', phase: 'uploading', upload: { receivedBytes, totalBytes: size } });
  await commands.stubResponses(`POST ${jobs}`, [{ body: { job: uploading(0) } }]);
  await commands.stubResponses(`PUT ${jobs}/${id}/upload?offset=0`, [
    { body: { job: uploading(uploadChunkBytes) } },
  ]);
  await commands.stubResponses(`PUT ${jobs}/${id}/upload?offset=${uploadChunkBytes}`, [
    { isOffline: true },
    { body: { job: uploading(size) } },
  ]);
  await commands.stubResponses(`POST ${jobs}/${id}/check`, [
    { body: { job: createJob({ kind: 'import', phase: 'checked', import: imported }) } },
  ]);
  const { screen } = await show();
  skipPauses();
  const input = screen.getByLabelText('File to import').element() as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(size)], 'a.zip', { type: 'application/zip' }));
  input.files = transfer.files;
  await screen.getByRole('checkbox', { name: /^Replace existing posts/ }).click();
  await screen.getByLabelText('Language of the posts').selectOptions('Deutsch');
  await screen.getByLabelText('URL of the former site (optional)').fill('https://old.example');
  await screen.getByRole('checkbox', { name: 'Fetch missing images from other sites' }).click();
  await screen.getByRole('button', { name: 'Upload and check' }).first().click();
  await expect.element(screen.getByRole('heading', { name: 'What the import would change' })).toHaveFocus();
  const calls = await listCalls();
  expect(calls.map(([call]) => call)).toEqual([
    `POST ${jobs}`,
    `PUT ${jobs}/${id}/upload?offset=0`,
    `PUT ${jobs}/${id}/upload?offset=${uploadChunkBytes}`,
    `PUT ${jobs}/${id}/upload?offset=${uploadChunkBytes}`,
    `POST ${jobs}/${id}/check`,
  ]);
  expect(calls[0]?.[1]).toEqual({
    kind: 'import',
    size,
    options: { locale: 'de', siteUrl: 'https://old.example', fetchImages: true },
  });
  expect(calls.at(-1)?.[1]).toEqual({ replace: true });
});

test('the dry run of an import lists counts and reasons, and is confirmed or canceled', async () => {
  const { screen } = await show(createJob({ kind: 'import', phase: 'checked', import: imported }));
  const report = screen.getByRole('region', { name: 'What the import would change' });
  await expect.element(report).toMatchTextContent('Nothing has been changed.');
  const rows = report
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(['ResultPosts', 'New2', 'Different, not replaced1', 'Can’t be imported1']);
  const posts = report.getByRole('listitem').elements();
  expect(posts.map(({ textContent }) => textContent)).toEqual([
    'zwei Deutsch Can’t be importedConflicts with another post or language',
    'one English Different, not replaced',
  ]);
  await expect.element(report).toMatchTextContent('1 image is missing or can’t be read.');
  await expectAccessible();
  // Nothing else can be started meanwhile.
  await expect
    .element(screen.getByRole('button', { name: 'Create export' }))
    .toHaveAttribute('aria-disabled', 'true');
  await commands.stubResponses(`POST ${jobs}/${id}/apply`, [
    { body: { job: createJob({ kind: 'import', phase: 'done', import: imported }), progressToken: null } },
  ]);
  await report.getByRole('button', { name: 'Import now' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  expect(await listCalls()).toEqual([[`POST ${jobs}/${id}/apply`, {}]]);
});

test('the report of another program’s export says what isn’t imported, also per post', async () => {
  const losses = [{ code: 'slug.changed' as const, count: 1, details: ['<b>ä</b> → a'] }];
  const scheduled = { code: 'date.scheduled' as const, count: 1, details: ['2014-05-01T10:00:00.000Z'] };
  const post = { article: 'a', locale: 'de', slug: 'a', outcome: 'created' as const, losses };
  const summary: DataJob['import'] = {
    ...emptyImportReport('wordpress'),
    counts: { created: 1200, changed: 0, kept: 0, unchanged: 0, refused: 0 },
    categories: 3,
    redirects: 2400,
    missingPictures: 4,
    losses: [{ code: 'comments', count: 56, details: ['x'.repeat(200)] }, ...losses, scheduled],
    posts: [post, { ...post, slug: 'b', losses: [] }],
  };
  await page.viewport(390, 800);
  const { screen } = await show(createJob({ kind: 'import', phase: 'checked', import: summary }));
  const report = screen.getByRole('region', { name: 'What the import would change' });
  await expect.element(report).toMatchTextContent('The file is an export from WordPress.');
  expect(
    report
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['ResultPosts', 'New1,200', 'DataCount', 'Categories3', 'Redirects from old links2,400']);
  const texts = () =>
    report
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  expect(texts()).toEqual([
    `56 ×Comments aren’t imported.${'x'.repeat(200)}, …`,
    '1 ×Slugs are changed.<b>ä</b> → a',
    expect.stringMatching(/^1 ×Schedules are lost.May 1, 2014/),
  ]);
  await report.getByText('List of posts (2)').click();
  await expect.element(report.getByText('The list shows 2 of 1,200 posts.')).toBeVisible();
  await report.getByText('Changed or not imported a').click();
  await expect.element(report.getByText('Slugs are changed.').last()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test('a restore is confirmed with a tick and the password, and followed without a session', async () => {
  const { screen } = await show(createJob({ kind: 'restore', phase: 'checked', restore: preview }));
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await expect.element(card).toMatchTextContent('The backup was created on November 20, 2026');
  const rows = card
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'DataAddedChangedRemovedUnchanged',
    'Posts and pages21418',
    'Users0111',
    'Settings0100',
    'Other entries001,2003',
  ]);
  const items = card
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Eins <b> Deutsch Added',
    'Two English Removed',
    'Kim (kim@example.org) Owner instead of Editor Changed',
    'Grace (grace@example.org) Editor Removed',
    'Site name Changed',
    '3 sessions, including yours',
    '1 link for an invitation or a new password',
    '21 API keys (printer, …)',
  ]);
  await expect.element(card).toMatchTextContent('The list shows 2 of 44.');
  await expectAccessible();

  const restored = { rows: 40, files: 3, previousBackup: 'unspool-x-replaced.backup.gz' };
  await commands.stubResponses(`POST ${jobs}/${id}/apply`, [
    { body: { job: createJob({ kind: 'restore' }), progressToken: 'a-token' } },
  ]);
  await commands.stubResponses('GET /api/data/restore', [
    { isOffline: true },
    {
      body: {
        phase: 'running',
        progress: { step: 'rows', done: 5, total: 10 },
        restored: null,
        failure: null,
      },
    },
    { body: { phase: 'done', progress: null, restored, failure: null }, isPending: true },
  ]);
  skipPauses();
  await card.getByLabelText('Password').fill('correct horse battery');
  await card.getByRole('button', { name: 'Restore now' }).click();
  // The browser requires the tick.
  expect(await listCalls()).toEqual([]);
  await card.getByRole('checkbox').click();
  await card.getByRole('button', { name: 'Restore now' }).click();
  const bar = screen.getByRole('progressbar', { name: 'Restoring the backup' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', 'Database: 5 of 10 rows');
  await commands.releaseResponses();
  const done = screen.getByRole('region', { name: 'The backup has been restored' });
  await expect.element(done).toMatchTextContent('unspool-x-replaced.backup.gz');
  await expect.element(done.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/admin/sign-in');
  const requests = await commands.listRequests();
  expect(requests[0]?.body).toEqual({ password: 'correct horse battery' });
  expect(requests[1]?.headers.authorization).toBe('Bearer a-token');
});

test('a running import is stopped, and the report says what it has imported', async () => {
  const running = createJob({ kind: 'import', stop: 'possible' });
  const { screen } = await show(running);
  await commands.stubResponses(`POST ${jobs}/${id}/stop`, [
    { body: { job: { ...running, stop: 'requested' } } },
  ]);
  const stopped: DataJob['import'] = { ...emptyImportReport('ghost'), counts, isStopped: true, posts: [] };
  await commands.stubResponses(`GET ${jobs}`, [
    { body: { job: createJob({ kind: 'import', phase: 'done', import: stopped }) }, isPending: true },
  ]);
  skipPauses();
  await screen.getByRole('button', { name: 'Stop import' }).click();
  await expect.element(screen.getByText('Stopping…')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop import' }).elements()).toEqual([]);
  await commands.releaseResponses();
  const card = screen.getByRole('region', { name: 'Import stopped' });
  await expect.element(card).toMatchTextContent('Only the posts below were imported');
  await expect.element(screen.getByRole('heading', { name: 'Import stopped' })).toHaveFocus();
});

test('a running restore is stopped without a session, and nothing has changed', async () => {
  const { screen } = await show(createJob({ kind: 'restore', phase: 'checked', restore: preview }));
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await commands.stubResponses(`POST ${jobs}/${id}/apply`, [
    { body: { job: createJob({ kind: 'restore', stop: 'possible' }), progressToken: 'a-token' } },
  ]);
  const failure = { code: 'job.stopped', entry: null };
  await commands.stubResponses('GET /api/data/restore', [
    { body: { phase: 'running', progress: null, stop: 'possible', restored: null, failure: null } },
    { body: { phase: 'failed', progress: null, stop: null, restored: null, failure }, isPending: true },
  ]);
  skipPauses();
  await commands.stubResponses('DELETE /api/data/restore', [
    { body: { phase: 'running', progress: null, stop: 'requested', restored: null, failure: null } },
  ]);
  await card.getByLabelText('Password').fill('correct horse battery');
  await card.getByRole('checkbox').click();
  await card.getByRole('button', { name: 'Restore now' }).click();
  await screen.getByRole('button', { name: 'Stop restore' }).click();
  await commands.releaseResponses();
  const stopped = screen.getByRole('region', { name: 'Restore stopped' });
  await expect.element(stopped).toMatchTextContent('Nothing has been changed.');
  await expect.element(stopped).toMatchTextContent('Media files that were already copied');
  expect(screen.getByRole('alert').elements()).toEqual([]);
  const requests = await commands.listRequests();
  const sent = requests.find(({ method }) => method === 'DELETE');
  expect(sent?.headers.authorization).toBe('Bearer a-token');
});

test('after the next sign-in, the result of a restore is closed', async () => {
  const restored = { rows: 40, files: 3, previousBackup: previousBackup.name };
  const { screen } = await show(createJob({ kind: 'restore', phase: 'done', restored }), [previousBackup]);
  const card = screen.getByRole('region', { name: 'The backup has been restored' });
  expect(card.getByRole('link', { name: 'Sign in' }).elements()).toEqual([]);
  await commands.stubResponses(`DELETE ${jobs}/${id}`, [{ body: { job: null } }]);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
});

const signedOut = { code: 'anonymous', error: 'Sign in again.' };
test.each([
  ['has committed', { status: 401, body: signedOut }, 'Sign in again.'],
  ['has changed nothing', { status: 200, body: { job: null } }, 'This task no longer exists.'],
])('a restore that %s before a restart of the server is not called failed', async (_, session, text) => {
  const { screen } = await show(createJob({ kind: 'restore', phase: 'checked', restore: preview }));
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await commands.stubResponses(`POST ${jobs}/${id}/apply`, [
    { body: { job: createJob({ kind: 'restore' }), progressToken: 'a-token' } },
  ]);
  await commands.stubResponses('GET /api/data/restore', [{ status: 404, body: {} }]);
  await commands.stubResponses(`GET ${jobs}`, [{ status: 502, body: {} }, session]);
  skipPauses();
  await card.getByLabelText('Password').fill('correct horse battery');
  await card.getByRole('checkbox').click();
  await card.getByRole('button', { name: 'Restore now' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text);
  expect(screen.getByText('That didn’t work').elements()).toEqual([]);
  expect(screen.getByText('Nothing has been changed.').elements()).toEqual([]);
});

test('the preview warns about what the restore would lose or convert', async () => {
  const { screen } = await show(
    createJob({
      kind: 'restore',
      phase: 'checked',
      restore: {
        ...preview,
        hasActor: false,
        missingFiles: 720,
        unreadableSecrets: ['AI_API_KEY'],
        isCurrentVersion: false,
      },
    }),
  );
  for (const text of [
    'Your account isn’t in the backup as an owner.',
    '720 image, video or audio files aren’t in this backup',
    'The backup has API keys or mail passwords that this server can’t decrypt.',
    'It’s from an earlier version of Unspool (0019_pages) and will be converted.',
  ])
    await expect
      .element(screen.getByRole('region', { name: 'What the restore would change' }))
      .toMatchTextContent(text);
});

test('a failed check says why, and that nothing has been changed', async () => {
  const failure = { code: 'backup.newer', entry: null } as const;
  const { screen } = await show(createJob({ kind: 'restore', phase: 'failed', failure }));
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('The backup is from a newer version of Unspool.');
  await expect.element(screen.getByText('Nothing has been changed.')).toBeVisible();
});

test('a restore with an unknown outcome names the previous data, and does not claim that nothing has changed', async () => {
  const failure = { code: 'restore.unknown', entry: 'unspool-replaced.backup.gz' } as const;
  const { screen } = await show(createJob({ kind: 'restore', phase: 'failed', failure }));
  await expect.element(screen.getByRole('alert')).toMatchTextContent('the data may have been replaced');
  await expect.element(screen.getByText('unspool-replaced.backup.gz')).toBeVisible();
  expect(screen.getByText('Nothing has been changed.').elements()).toEqual([]);
});

test('another owner sees who has started what, and no buttons for it', async () => {
  const { screen } = await show(
    createJob({ kind: 'restore', phase: 'checked', isOwn: false, restore: preview }),
  );
  const card = screen.getByRole('region', { name: 'What the restore would change' });
  await expect.element(card).toMatchTextContent('Started by Ada.');
  expect(card.getByRole('button').elements()).toEqual([]);
});

test('a backup from before a restore is prepared for download with the password', async () => {
  const { screen } = await show(null, [previousBackup]);
  const panel = screen.getByRole('region', { name: 'Backups from before a restore' });
  await expectAccessible({ isPage: true });
  await commands.stubResponses(`POST ${jobs}`, [
    {
      body: {
        job: createJob({ kind: 'backup', phase: 'done', file: { ...file, isTemporary: false } }),
      },
    },
  ]);
  await panel.getByLabelText('Password').fill('correct horse battery');
  await panel.getByRole('button', { name: 'Prepare download' }).click();
  const card = screen.getByRole('region', { name: 'The backup is ready' });
  await expect.element(card.getByRole('link')).toHaveAttribute('href', `${jobs}/${id}/file`);
  await expect.element(card.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(card.getByText('deleted from the server').elements()).toEqual([]);
  const { name } = previousBackup;
  expect(await listCalls()).toEqual([
    [`POST ${jobs}`, { kind: 'previous', name, password: 'correct horse battery' }],
  ]);
});

test('a backup from before a restore is deleted after a tick, with the password', async () => {
  const { screen } = await show(null, [previousBackup]);
  const panel = screen.getByRole('region', { name: 'Backups from before a restore' });
  await panel.getByRole('checkbox', { name: 'Delete this backup for good instead' }).click();
  await panel.getByLabelText('Password').fill('correct horse battery');
  const path = `/api/admin/data/previous/${previousBackup.name}`;
  await commands.stubResponses(`DELETE ${path}`, [
    { status: 422, body: { code: 'password.wrong', error: 'Your current password is wrong.' } },
    { body: { previous: [], job: null } },
  ]);
  const button = panel.getByRole('button', { name: 'Delete backup' });
  await button.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Your current password is wrong.');
  await panel.getByLabelText('Password').fill('correct horse battery');
  await button.click();
  await expect.element(panel).not.toBeInTheDocument();
  expect((await listCalls()).at(-1)).toEqual([`DELETE ${path}`, { password: 'correct horse battery' }]);
});

test('a backup of another session has no download link', async () => {
  const { screen } = await show(
    createJob({ kind: 'backup', phase: 'done', file: { ...file, isDownloadable: false } }),
  );
  const card = screen.getByRole('region', { name: 'The backup is ready' });
  await expect.element(card).toMatchTextContent('Only the session that created this file can download it.');
  expect(card.getByRole('link').elements()).toEqual([]);
});

test('a backup that lacks files says so', async () => {
  const { screen } = await show(createJob({ kind: 'backup', phase: 'done', file, missingFiles: 1 }));
  const card = screen.getByRole('region', { name: 'The backup is ready' });
  await expect.element(card).toMatchTextContent('1 image, video or audio file isn’t in this backup');
  await expectAccessible();
});
