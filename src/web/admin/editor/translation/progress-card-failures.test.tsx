import { beforeAll, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { button, expectToast, loadEditorModules } from '../fixtures/render-editor.tsx';
import { card, ended, event, failedThai, group, live, openRun, runOf, trouble } from './fixtures/open-run.ts';
import { stepWith } from './fixtures/runs.ts';

beforeAll(loadEditorModules);

test('a language that failed says why, what stands in for it, and can be tried again', async () => {
  await openRun(trouble);
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  await expect
    .element(
      card
        .getByText('2 of 3 languages are published. Below is what is not, and why.', { exact: true })
        .first(),
    )
    .toBeVisible();
  const line = group('To review:').getByRole('listitem');
  await expect.element(line).toMatchTextContent('ThaiNot translated');
  await expect
    .element(line)
    .toMatchTextContent(
      'The AI provider refused the request. A draft with the original’s words stands in. It is not published.',
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

test('a stand-in that readers see is said to be seen', async () => {
  const post = { id: 'thai', slug: 'a-th', status: 'published', origin: 'untranslated' } as const;
  await openRun(runOf([{ ...failedThai, post }], { ...ended, status: 'done_with_errors' }));
  await expect
    .element(group('To review:').getByRole('listitem'))
    .toMatchTextContent('A post with the original’s words stands in, and readers see it.');
});

test('a language with parts to review says how many passed', async () => {
  const review = stepWith({
    ...{
      locale: 'th',
      status: 'saved',
      code: 'translation.review',
      blocks: { total: 5, done: 5, accepted: 4 },
    },
    post: { id: 'thai', slug: 'a-th', status: 'draft', origin: 'machine' },
  });
  await openRun(runOf([review], { ...ended, status: 'done_with_errors' }));
  const line = group('To review:').getByRole('listitem');
  await expect.element(line).toMatchTextContent('ThaiNeeds review');
  await expect.element(line).toMatchTextContent('4 of 5 parts passed every check.');
});

test('a run that ends in trouble here is announced, and the editor stays', async () => {
  await openRun(live, { chunks: ['', event(trouble)], isHeld: true });
  await commands.releaseResponses();
  await expectToast('Failed to complete translations');
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  await expect.element(button('Publish')).toBeEnabled();
});

test('"Retry failed languages" tries all of them again', async () => {
  await openRun(trouble);
  await commands.stubResponses('POST /api/admin/runs/*/retry', [
    { body: { ...live, change: 20 }, isHeld: true },
  ]);
  await button('Retry failed languages').click();
  await expect.element(button('Retry failed languages')).toBeDisabled();
  await expect.element(button('Try again: Thai')).toBeDisabled();
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  const requests = await commands.listRequests();
  expect(requests.filter(({ path }) => path.endsWith('/retry'))).toMatchObject([{ body: {} }]);
});

test('a retry that is refused says why', async () => {
  await openRun(trouble);
  await commands.stubResponses('POST /api/admin/runs/*/retry', [
    { status: 409, body: { code: 'run.live', error: 'Another run is live.' } },
  ]);
  await button('Retry failed languages').click();
  await expectToast('Failed to complete translationsAnother run is live.');
  await expect.element(button('Retry failed languages')).toBeEnabled();
});
