import { beforeAll, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { runCloseDelayMs } from '../../../contract.ts';
import { expectToast, field, loadEditorModules } from '../fixtures/render-editor.tsx';
import { buildRun, card, ended, event, live, openRun } from './fixtures/open-run.ts';
import { stepWith } from './fixtures/runs.ts';

beforeAll(loadEditorModules);

const done = buildRun([stepWith({ locale: 'fr' }), stepWith({ locale: 'de' }), stepWith({ locale: 'th' })], {
  ...ended,
  status: 'done',
});

test('at the end, the card says that everything is published, then the list opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openRun(live, { chunks: ['', event({ ...done, source_version: 1 })], isPending: true });
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expectToast('All translations completed and published!');
  await expect
    .element(
      card.getByText('Your post has been published in the languages you chose. Redirecting...', {
        exact: true,
      }),
    )
    .toBeVisible();
  expect(card.getByRole('button', { name: 'Close' }).query()).toBeNull();
  await vi.advanceTimersByTimeAsync(runCloseDelayMs / 2);
  expect(card.query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(runCloseDelayMs / 2);
  await expect.element(page.getByText('another page')).toBeVisible();
});

test('if all ten languages were selected, the card says "across all languages"', async () => {
  const all = (['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const).map((locale) =>
    stepWith({ locale }),
  );
  await openRun(live, { chunks: ['', event(buildRun(all, { ...ended, status: 'done' }))], isPending: true });
  await commands.releaseResponses();
  await expect
    .element(
      card.getByText('Your post has been published across all languages. Redirecting...', { exact: true }),
    )
    .toBeVisible();
});

test('after a run with drafts, the card says that nothing was published', async () => {
  const drafts = buildRun(
    [
      stepWith({
        locale: 'fr',
        status: 'saved',
        post: { id: 'fr', slug: 'a-fr', status: 'draft', origin: 'machine' },
      }),
    ],
    { ...ended, status: 'done', choice: 'drafts' },
  );
  await openRun(live, { chunks: ['', event(drafts)], isPending: true });
  await commands.releaseResponses();
  await expectToast('All translations are saved as drafts');
  await expect.element(page.getByRole('heading', { name: 'Drafts are ready' })).toBeVisible();
});

test('with unsaved changes, the editor stays open at the end and says why', async () => {
  await openRun(live, { chunks: ['', event(done)], isPending: true });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Excerpt').fill('Typed while it runs.');
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expect.element(card.getByText(/^The post was changed since then/).first()).toBeVisible();
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Typed while it runs.');
});
