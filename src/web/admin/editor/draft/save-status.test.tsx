import { beforeAll, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { autosaveMs } from '../../../contract.ts';
import {
  button,
  expectSaveState,
  field,
  hidePage,
  listSaves,
  loadEditorModules,
  postWith,
  renderEditor,
} from '../fixtures/render-editor.tsx';

beforeAll(loadEditorModules);

const offlineText = 'You are offline. Your text stays here and is saved when you are back.';

test('a lost connection is shown and announced, and typing continues', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Typed');
  hidePage();
  await expectSaveState('offline');
  await expect.element(page.getByRole('status').getByText(offlineText)).toBeInTheDocument();
  await field('Title').fill('Typed offline');
  await expect.element(field('Title')).toHaveValue('Typed offline');
});

test('text typed offline is saved once the connection is back', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Typed');
  hidePage();
  await expectSaveState('offline');
  await field('Title').fill('Typed offline');
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  window.dispatchEvent(new Event('online'));
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({ version: '"1"', fields: { title: 'Typed offline' } });
  await expect.element(page.getByText('All changes saved')).toBeVisible();
});

test('a rejected save shows the server’s message and can be retried', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 422, body: { code: 'post.invalid', error: 'The slug is taken.' } },
    { savedPost: postWith() },
  ]);
  await field('Slug').fill('taken');
  hidePage();
  await expectSaveState('failed');
  await expect.element(page.getByRole('status').getByText('The slug is taken.')).toBeInTheDocument();
  await button('Try again').click();
  await expectSaveState('saved');
  expect(button('Try again').query()).toBeNull();
});

test('an unreadable response shows an error message', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 502, body: '<title>Bad gateway</title>' },
  ]);
  await field('Title').fill('Typed');
  hidePage();
  await expectSaveState('failed');
  await expect
    .element(
      page.getByRole('status').getByText('The server did not answer as expected. Try again in a moment.'),
    )
    .toBeInTheDocument();
});

test('the status shows that a save is in progress', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith(), isPending: true }]);
  await field('Title').fill('Typed');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await vi.advanceTimersByTimeAsync(autosaveMs.quiet);
  await expect.element(page.getByText('Saving...')).toBeVisible();
  await commands.releaseResponses();
  await expect.element(page.getByText('All changes saved')).toBeVisible();
});

test('hiding the page saves at once', async () => {
  await renderEditor({ document: postWith() });
  await field('Title').fill('Typed');
  hidePage();
  await expectSaveState('saved');
  expect(await listSaves()).toHaveLength(1);
});
