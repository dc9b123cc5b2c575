import { beforeAll, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { RunState, RunStep } from '#assistant/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { runEndMs } from '#web/contract.ts';
import {
  button,
  expectToast,
  field,
  hidePage,
  listSaves,
  loadEditorModules,
  postId,
  postWith,
  renderEditor,
  tab,
} from '../fixtures/render-editor.tsx';
import { runWith, stepWith } from './fixtures/runs.ts';

beforeAll(loadEditorModules);

const waiting = (locale: Locale, part: Partial<RunStep> = {}) =>
  stepWith({ locale, status: 'queued', post: null, blocks: { total: 5, done: 0, accepted: 0 }, ...part });
const ended = { ended_at: '2026-01-01T00:01:00.000Z', current: null, percent: 100 } as const;
/** A run from this post: the original, French done, German at work, Thai to come. */
const live = runWith(
  [
    stepWith({ locale: 'fr' }),
    waiting('de', { status: 'translating', blocks: { total: 5, done: 2, accepted: 2 } }),
    waiting('th'),
  ],
  { post_id: postId, current: 'de', percent: 50 },
);
const original: RunStep = {
  ...stepWith({ locale: 'en', blocks: { total: 0, done: 0, accepted: 0 } }),
  kind: 'original',
  post: { id: postId, slug: 'a-title', status: 'published', origin: 'human' },
};
const runOf = (steps: RunStep[], part: Partial<RunState>): RunState => ({
  ...live,
  ...{ steps: [original, ...steps], change: 9 },
  ...part,
});
const done = runOf([stepWith({ locale: 'fr' }), stepWith({ locale: 'de' }), stepWith({ locale: 'th' })], {
  ...ended,
  status: 'done',
});
const failedThai = stepWith({
  ...{ locale: 'th', status: 'fallback', code: 'model.refused', blocks: { total: 5, done: 5, accepted: 0 } },
  post: { id: 'thai', slug: 'a-th', status: 'draft', origin: 'untranslated' },
});
const trouble = runOf([stepWith({ locale: 'fr' }), failedThai], { ...ended, status: 'done_with_errors' });

const card = page.getByRole('region').filter({ has: page.getByRole('progressbar') });
const group = (name: string) => card.getByRole('list', { name });
const event = (run: RunState) => `event: run\ndata: ${JSON.stringify(run)}\n\n`;

/** Opens the editor of a post whose run is known; `events` is what the server sends of it from then on. */
async function openRun(run: RunState, events: StubResponse = { chunks: [''], isHeld: true }) {
  const document = postWith();
  await commands.stubResponses('GET /api/admin/posts/*', [{ body: document }]);
  await commands.stubResponses('GET /api/admin/runs/*', [{ body: run }]);
  await commands.stubResponses('GET /api/admin/runs/*/events', [events]);
  return renderEditor({ document, run });
}

test('a live run shows what is done, what is worked on and what is to come', async () => {
  await openRun(live);
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  await expect.element(card.getByText('Translating to German...', { exact: true })).toBeVisible();
  await expect.element(group('Completed:').getByRole('listitem').nth(1)).toMatchTextContent('French');
  expect(group('Completed:').getByRole('listitem').elements()).toHaveLength(2);
  await expect
    .element(group('Still to come:').getByRole('listitem').first())
    .toHaveTextContent('GermanTranslating · 2 of 5 parts');
  await expect.element(group('Still to come:').getByRole('listitem').nth(1)).toHaveTextContent('ThaiWaiting');
  const bar = card.getByRole('progressbar', { name: 'AI is working...' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '2 of 4 steps done');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await expect.element(card.getByText('10 tokens used, about 100 expected, 1,000 at most')).toBeVisible();
  await expect.element(card.getByText('You can close this page. The work goes on without it.')).toBeVisible();
  await expectAccessible();
});

test('while it runs, the buttons that publish are off', async () => {
  await openRun(live);
  for (const name of ['Translating...', 'Save & Exit', 'Publish', 'Preview'])
    await expect.element(button(name)).toBeDisabled();
});

test('what is typed while the run publishes the post is saved on top of it, without a question', async () => {
  await openRun(live);
  const current = postWith({ status: 'published' }, { version: 2 });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 409, body: { code: 'post.conflict', error: 'Changed elsewhere.', current } },
    { savedPost: current },
  ]);
  await field('Excerpt').fill('Typed while it runs.');
  hidePage();
  await expect
    .poll(listSaves)
    .toMatchObject([
      { version: '"1"' },
      { version: '"2"', mode: 'autosave', fields: { excerpt: 'Typed while it runs.', status: 'published' } },
    ]);
  await expect.element(page.getByText('All changes saved')).toBeVisible();
  expect(page.getByText('This post was changed elsewhere').query()).toBeNull();
  await expect.element(field('Excerpt')).toHaveValue('Typed while it runs.');
});

test('a published language leads to its editor and to its page', async () => {
  await openRun(live);
  const line = group('Completed:').getByRole('listitem').nth(1);
  await expect
    .element(line.getByRole('link', { name: 'French', exact: true }))
    .toHaveAttribute('href', '/admin/blog/fr');
  await expect
    .element(line.getByRole('link', { name: 'View post: French' }))
    .toHaveAttribute('href', '/fr/blog/a-fr');
});

test('progress arrives by itself, and is read out once for each language', async () => {
  const next = { ...live, change: 2, current: 'th' as const };
  await openRun(live, { chunks: ['', event(next)], isHeld: true });
  await expect
    .element(card.getByRole('status').getByText('Translating to German... 2 of 4 steps done'))
    .toBeInTheDocument();
  await commands.releaseResponses();
  await expect
    .element(card.getByRole('status').getByText('Translating to Thai... 2 of 4 steps done'))
    .toBeInTheDocument();
  const requests = await commands.listRequests();
  expect(requests.find(({ path }) => path.endsWith('/events'))?.headers['last-event-id']).toBe('1');
});

test('at the end it says that all is published, and the list opens after two seconds', async () => {
  await openRun(live, { chunks: ['', event({ ...done, source_version: 1 })], isHeld: true });
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'Publishing Complete!' })).toBeVisible();
  const shownAt = performance.now();
  await expectToast('All translations completed and published!');
  await expect
    .element(
      card.getByText('Your post has been published in the languages you chose. Redirecting...', {
        exact: true,
      }),
    )
    .toBeVisible();
  expect(card.getByRole('button', { name: 'Close' }).query()).toBeNull();
  await expect.element(page.getByText('another page')).toBeVisible();
  expect(performance.now() - shownAt).toBeGreaterThan(runEndMs - 500);
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

test('a run is cancelled, and says what was done', async () => {
  await openRun(live);
  const cancelled = runOf(
    [
      stepWith({ locale: 'fr' }),
      waiting('de', { status: 'cancelled' }),
      waiting('th', { status: 'cancelled' }),
    ],
    { ...ended, status: 'cancelled', percent: 50 },
  );
  await commands.stubResponses('POST /api/admin/runs/*/cancel', [{ body: cancelled }]);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Translation cancelled' })).toHaveFocus();
  await expect
    .element(card.getByText('What was done stays: 2 of 4 languages are published.', { exact: true }).first())
    .toBeVisible();
  await expect.element(button('Retry failed languages')).toBeVisible();
});

test('a closed card stays closed when the post is opened again, until the run changes', async () => {
  const screen = await openRun(trouble);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await screen.unmount();
  const again = await openRun(trouble);
  await expect.element(tab('Content')).toBeVisible();
  expect(card.query()).toBeNull();
  await again.unmount();
  await openRun({ ...trouble, change: 30 });
  await expect.element(card).toBeVisible();
});

test.each<[string, StubResponse, string]>([
  ['offline', { isOffline: true }, 'You are offline. The work goes on; this is how it stood last.'],
  [
    'signed out',
    { status: 401, body: { code: 'request.anonymous', error: 'Please sign in.' } },
    'You are signed out. Sign in again to see how it goes on.',
  ],
  [
    'looking at a run that is gone',
    { status: 404, body: { code: 'run.missing', error: 'There is none.' } },
    'This run can no longer be followed. Reload the page.',
  ],
])('a reader who is %s is told so', async (_, response, words) => {
  await openRun(live, { isOffline: true });
  await commands.stubResponses('GET /api/admin/runs/*', [response]);
  await commands.stubResponses('GET /api/admin/runs/*/events', [{ isOffline: true }]);
  window.dispatchEvent(new Event('online'));
  await expect.element(card.getByRole('status').getByText(words)).toBeVisible();
});

test('a connection that does not stay is replaced by asking, which is said', async () => {
  await openRun(live, { isOffline: true });
  await expect
    .element(
      card
        .getByRole('status')
        .getByText('Live progress is interrupted. We ask for it every few seconds instead.'),
    )
    .toBeVisible();
  await commands.stubResponses('GET /api/admin/runs/*', [{ body: trouble }]);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
});
