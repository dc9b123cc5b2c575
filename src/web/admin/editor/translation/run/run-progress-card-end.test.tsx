import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { stopClock } from '#test/support/components/stop-clock.ts';
import { runCloseDelayMs } from '../../../../contract.ts';
import { button, expectList, expectToast, field } from '../../fixtures/render-editor.tsx';
import { buildRun, card, ended, failedRun, group, live, openRun } from '../fixtures/open-run.ts';
import { stepWith } from '../fixtures/runs.ts';

const done = buildRun([stepWith({ locale: 'fr' }), stepWith({ locale: 'de' }), stepWith({ locale: 'th' })], {
  ...ended,
  status: 'done',
});

test('at the end, the card says that everything is published, then the list opens', async () => {
  stopClock();
  await openRun(live, [{ body: { ...done, source_version: 1 }, isPending: true }]);
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expectToast('All translations completed and published!');
  await expect
    .element(
      card.getByText('Your post has been published in the languages you chose. Redirecting…', {
        exact: true,
      }),
    )
    .toBeVisible();
  expect(card.getByRole('button', { name: 'Close' }).query()).toBeNull();
  await vi.advanceTimersByTimeAsync(runCloseDelayMs / 2);
  expect(card.query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(runCloseDelayMs / 2);
  await expectList();
});

test('if the second model has not read everything, the card says so and stays', async () => {
  await openRun(live, [
    { body: { ...done, source_version: 1, is_reading_incomplete: true }, isPending: true },
  ]);
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expect
    .element(card.getByText(/^The second model couldn’t read all of the translations/))
    .toBeVisible();
  await expect.element(card.getByText('Redirecting', { exact: false })).not.toBeInTheDocument();
  await expect.element(card.getByRole('button', { name: 'Close' })).toBeVisible();
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
  await openRun(live, [{ body: drafts, isPending: true }]);
  await commands.releaseResponses();
  await expectToast('All translations saved as drafts');
  await expect.element(page.getByRole('heading', { name: 'Drafts are ready' })).toBeVisible();
  await expect
    .element(card.getByText('The translations are saved as drafts. Nothing was published.').first())
    .toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Review: French' }))
    .toHaveAttribute('href', `/admin/blog/${drafts.post_id}/translate?to=fr`);
  await expect
    .element(card.getByRole('link', { name: 'See what needs a look' }))
    .toHaveAttribute('href', `/admin/blog/${drafts.post_id}/review`);
});

test('with unsaved changes, the editor stays open at the end and says why', async () => {
  await openRun(live, [{ body: done, isPending: true }]);
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Excerpt').fill('Typed while it runs.');
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  await expect
    .element(card.getByText(/^The post has changed since translation started/).first())
    .toBeVisible();
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Typed while it runs.');
});

test('a failed language shows the reason and its fallback, and can be retried', async () => {
  await openRun(failedRun);
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  await expect
    .element(card.getByText('Languages in which readers see the new text: 2 of 3.', { exact: true }).first())
    .toBeVisible();
  const line = group('Needs attention:').getByRole('listitem');
  await expect.element(line).toMatchTextContent('ThaiNot translated');
  await expect
    .element(line)
    .toMatchTextContent(
      'The AI provider refused the request. A draft with the original text was saved instead.',
    );
  await expectAccessible();
  await commands.stubResponses('POST /api/admin/runs/*/retry', [{ body: { ...live, change: 20 } }]);
  await button('Try again: Thai').click();
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toHaveFocus();
  const requests = await commands.listRequests();
  expect(requests.find(({ path }) => path.endsWith('/retry'))).toMatchObject({
    path: '/api/admin/runs/run/retry',
    body: { locale: 'th' },
  });
});

test('on a later visit, the card is one line that can be opened', async () => {
  const { unmount } = await openRun(failedRun);
  await expect.element(button('Retry failed languages')).toBeVisible();
  await unmount();
  await openRun(failedRun);
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  await expect.element(button('Retry failed languages')).not.toBeInTheDocument();
  await button('Show details').click();
  await expect.element(button('Retry failed languages')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toHaveFocus();
});

test('a language with blocks to review shows how many passed', async () => {
  const review = stepWith({
    locale: 'th',
    status: 'saved',
    code: 'translation.review',
    blocks: { total: 5, done: 5, accepted: 4 },
    post: { id: 'thai', slug: 'a-th', status: 'draft', origin: 'machine' },
  });
  await openRun(buildRun([review], { ...ended, status: 'done_with_errors' }));
  const line = group('Needs attention:').getByRole('listitem');
  await expect.element(line).toMatchTextContent('ThaiNeeds review');
  await expect.element(line).toMatchTextContent('4 of 5 blocks passed every check.');
});

test('a run that fails while the page is open shows a toast, and the editor stays open', async () => {
  await openRun(live, [{ body: failedRun, isPending: true }]);
  await commands.releaseResponses();
  await expectToast('Failed to complete translations');
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  await expect.element(button('Publish')).toBeEnabled();
});

test('"Retry failed languages" retries only those', async () => {
  await openRun(failedRun);
  await commands.stubResponses('POST /api/admin/runs/*/retry', [
    { body: { ...live, change: 20 }, isPending: true },
  ]);
  await button('Retry failed languages').click();
  await expect.element(button('Retry failed languages')).toBeDisabled();
  await expect.element(button('Try again: Thai')).toBeDisabled();
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  const requests = await commands.listRequests();
  expect(requests.filter(({ path }) => path.endsWith('/retry'))).toMatchObject([{ body: { locale: 'th' } }]);
});

test('a rejected retry shows the reason', async () => {
  await openRun(failedRun);
  await commands.stubResponses('POST /api/admin/runs/*/retry', [
    { status: 409, body: { code: 'run.live', error: 'Another run is live.' } },
  ]);
  await button('Retry failed languages').click();
  await expectToast('Failed to complete translationsAnother run is live.');
  await expect.element(button('Retry failed languages')).toBeEnabled();
});
