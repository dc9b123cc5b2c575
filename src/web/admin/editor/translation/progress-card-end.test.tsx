import { beforeAll, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { runEndMs } from '#web/contract.ts';
import { expectToast, field, loadEditorModules } from '../fixtures/render-editor.tsx';
import { card, ended, event, live, openRun, runOf } from './fixtures/open-run.ts';
import { stepWith } from './fixtures/runs.ts';

beforeAll(loadEditorModules);

const done = runOf([stepWith({ locale: 'fr' }), stepWith({ locale: 'de' }), stepWith({ locale: 'th' })], {
  ...ended,
  status: 'done',
});

test('at the end it says that all is published, and the list opens after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openRun(live, { chunks: ['', event({ ...done, source_version: 1 })], isHeld: true });
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
  await vi.advanceTimersByTimeAsync(runEndMs / 2);
  expect(card.query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(runEndMs / 2);
  await expect.element(page.getByText('another page')).toBeVisible();
});

test('where all ten languages were chosen, it says "across all languages"', async () => {
  const all = (['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const).map((locale) =>
    stepWith({ locale }),
  );
  await openRun(live, { chunks: ['', event(runOf(all, { ...ended, status: 'done' }))], isHeld: true });
  await commands.releaseResponses();
  await expect
    .element(
      card.getByText('Your post has been published across all languages. Redirecting...', { exact: true }),
    )
    .toBeVisible();
});

test('after drafts it says that nothing was published', async () => {
  const drafts = runOf(
    [
      stepWith({
        locale: 'fr',
        status: 'saved',
        post: { id: 'fr', slug: 'a-fr', status: 'draft', origin: 'machine' },
      }),
    ],
    { ...ended, status: 'done', choice: 'drafts' },
  );
  await openRun(live, { chunks: ['', event(drafts)], isHeld: true });
  await commands.releaseResponses();
  await expectToast('All translations are saved as drafts');
  await expect.element(page.getByRole('heading', { name: 'Drafts are ready' })).toBeVisible();
});

test('with something unsaved the editor stays open at the end, and says why', async () => {
  await openRun(live, { chunks: ['', event(done)], isHeld: true });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Excerpt').fill('Typed while it runs.');
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expect.element(card.getByText(/^The post was changed since then/).first()).toBeVisible();
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Typed while it runs.');
});
