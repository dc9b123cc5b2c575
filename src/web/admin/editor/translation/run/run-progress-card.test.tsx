import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { postWith } from '../../fixtures/editor-data.ts';
import { button, field, hidePage, listSaves, tab } from '../../fixtures/render-editor.tsx';
import { buildRun, card, ended, failedRun, group, live, openRun, queuedStep } from '../fixtures/open-run.ts';
import { stepWith } from '../fixtures/runs.ts';

test('a live run lists completed, current and pending languages', async () => {
  await openRun(live);
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  await expect.element(card.getByText('Translating into German…', { exact: true })).toBeVisible();
  await expect.element(group('Completed:').getByRole('listitem').nth(1)).toMatchTextContent('French');
  expect(group('Completed:').getByRole('listitem').elements()).toHaveLength(2);
  await expect
    .element(group('Remaining:').getByRole('listitem').first())
    .toHaveTextContent('GermanTranslating · 2 of 5 blocks');
  await expect.element(group('Remaining:').getByRole('listitem').nth(1)).toHaveTextContent('ThaiWaiting');
  const bar = card.getByRole('progressbar', { name: 'AI is working...' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '2 of 4 languages done');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await expect.element(card.getByText('Tokens: 10 used, about 100 expected, 1,000 maximum')).toBeVisible();
  await expect
    .element(card.getByText('You can close this page. Translation continues in the background.'))
    .toBeVisible();
  await expectAccessible();
});

test('the publish buttons are disabled during a run', async () => {
  await openRun(live);
  for (const name of ['Translating...', 'Save & Exit', 'Publish', 'Preview'])
    await expect.element(button(name)).toBeDisabled();
});

test('text typed while the run publishes the post is saved on top of it without asking', async () => {
  await openRun(live);
  const current = postWith({ status: 'published' }, { version: 2 });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 409, body: { code: 'post.conflict', error: 'Changed elsewhere.', current } },
    { savedPost: current },
  ]);
  await field('Excerpt').fill('Typed while it runs.');
  hidePage();
  await expect.element(field('Status')).toHaveValue('published');
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

test('a published language links to its editor and its page', async () => {
  await openRun(live);
  const line = group('Completed:').getByRole('listitem').nth(1);
  await expect
    .element(line.getByRole('link', { name: 'French', exact: true }))
    .toHaveAttribute('href', '/admin/blog/fr');
  await expect
    .element(line.getByRole('link', { name: 'View post: French' }))
    .toHaveAttribute('href', '/fr/blog/a-fr');
});

test('progress arrives and is announced once per language', async () => {
  const next = { ...live, change: 2, current: 'th' as const };
  await openRun(live);
  await expect
    .element(card.getByRole('status').getByText('Translating into German… 2 of 4 languages done'))
    .toBeInTheDocument();
  await commands.stubResponses('GET /api/admin/runs/*', [{ body: next }]);
  await expect
    .element(card.getByRole('status').getByText('Translating into Thai… 2 of 4 languages done'))
    .toBeInTheDocument();
});

test('a run can be cancelled, and the card says what was done', async () => {
  await openRun(live);
  const cancelled = buildRun(
    [
      stepWith({ locale: 'fr' }),
      queuedStep('de', { status: 'cancelled' }),
      queuedStep('th', { status: 'cancelled' }),
    ],
    { ...ended, status: 'cancelled', percent: 50 },
  );
  await commands.stubResponses('POST /api/admin/runs/*/cancel', [{ body: cancelled }]);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Translation canceled' })).toHaveFocus();
  await expect
    .element(
      card
        .getByText('Completed translations are kept. Languages published: 2 of 4.', { exact: true })
        .first(),
    )
    .toBeVisible();
  await expect.element(button('Retry failed languages')).toBeVisible();
});

test('a closed card stays closed until the run changes', async () => {
  const screen = await openRun(failedRun);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await screen.unmount();
  const reopened = await openRun(failedRun);
  await expect.element(tab('Content')).toBeVisible();
  expect(card.query()).toBeNull();
  await reopened.unmount();
  await openRun({ ...failedRun, change: 30 });
  await expect.element(card).toBeVisible();
});

test.each<[string, StubResponse, string]>([
  ['offline', { isOffline: true }, 'You’re offline. Translation continues; this is the last known status.'],
  [
    'signed out',
    { status: 401, body: { code: 'request.anonymous', error: 'Please sign in.' } },
    'You’re signed out. Sign in again to see the progress.',
  ],
  [
    'looking at a run that is gone',
    { status: 404, body: { code: 'run.missing', error: 'There is none.' } },
    'This translation run is no longer available. Reload the page.',
  ],
  [
    'looking at a server that fails',
    { status: 500, body: { code: 'server.failed', error: 'It failed.' } },
    'The progress can’t be loaded right now. This page keeps trying.',
  ],
])(
  'a user who is %s sees a message, until the progress arrives again',
  async (situation, response, message) => {
    await openRun(live, [response]);
    await expect.element(card.getByRole('status').getByText(message)).toBeVisible();
    if (situation === 'looking at a run that is gone') return;
    await commands.stubResponses('GET /api/admin/runs/*', [{ body: failedRun }]);
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByRole('heading', { name: 'Not every language is done' })).toBeVisible();
  },
);
