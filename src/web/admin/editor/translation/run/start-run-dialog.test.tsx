import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import type { RunEstimate } from '#translation/contract.ts';
import { postId, postWith } from '../../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectToast,
  field,
  listSaves,
  renderEditor,
} from '../../fixtures/render-editor.tsx';
import { runWith, stepWith } from '../fixtures/runs.ts';

const start = dialog('Translate & Publish');
const startNow = start.getByRole('button', { name: 'Translate now' });
const estimate: RunEstimate = {
  tokens: 1200,
  cost: null,
  blocks: 90,
  known: 0,
  most: 50_000,
  leftToday: 80_000,
  reading: null,
};
const run = runWith([stepWith({ locale: 'de', status: 'queued', post: null })], { post_id: postId });
const anonymous = { status: 401, body: { code: 'request.anonymous', error: 'Please sign in.' } };

async function stubStart(
  options: { estimate?: StubResponse; start?: StubResponse[]; last?: StubResponse } = {},
) {
  const missing = { status: 404, body: { code: 'run.missing', error: 'There was none.' } };
  await commands.stubResponses('GET /api/accounts/session', [{ body: { user: {} } }]);
  await commands.stubResponses('GET /api/admin/posts/*', [{ body: postWith() }]);
  await commands.stubResponses('GET /api/admin/posts/*/run', [options.last ?? missing]);
  await commands.stubResponses('POST /api/admin/posts/*/translations', options.start ?? [{ body: run }]);
  await commands.stubResponses('POST /api/admin/posts/*/translations/estimate', [
    options.estimate ?? { body: estimate },
  ]);
  await commands.stubResponses('GET /api/admin/runs/*', [{ body: run }]);
}

async function openStart(options?: Parameters<typeof stubStart>[0]) {
  await stubStart(options);
  await renderEditor({ document: postWith() });
  await button('Translate & Publish').click();
  await expect.element(start).toBeVisible();
}

async function listStarts() {
  const requests = await commands.listRequests();
  return requests.filter(({ path }) => path.endsWith('/translations'));
}

test.each([
  ['no title', '', '<p>Some text.</p>'],
  ['no text', 'A title', '<p></p>'],
])('with %s, nothing can be translated', async (_, title, content) => {
  await renderEditor({ document: postWith({ title, content }) });
  await button('Translate & Publish').click();
  await expectToast('Please enter title and content first');
  expect(await commands.listRequests()).toEqual([]);
});

test('on a laptop, the dialog shows its title and its button in German', async () => {
  await page.viewport(1280, 800);
  await stubStart();
  await renderEditor({ document: postWith(), pageLocale: 'de' });
  const name = 'Übersetzen & veröffentlichen';
  await button(name).click();
  const opened = dialog(name);
  await expect.element(opened.getByRole('heading', { name })).toBeInViewport({ ratio: 1 });
  await expect.element(opened.getByRole('button', { name: 'Jetzt übersetzen' })).toBeInViewport({ ratio: 1 });
});

test('a signed-out user sees an error instead of the dialog', async () => {
  await stubStart();
  await commands.stubResponses('GET /api/accounts/session', [anonymous]);
  await renderEditor({ document: postWith() });
  await button('Translate & Publish').click();
  await expectToast('You must be authenticated to publish posts');
  expect(page.getByRole('dialog').query()).toBeNull();
});

test('typed text is saved before the dialog opens', async () => {
  await stubStart();
  await renderEditor();
  await field('Title').fill('Night moths');
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await userEvent.keyboard('Once.');
  await button('Translate & Publish').click();
  await expect.element(start).toBeVisible();
  // A pause while typing, as on a busy machine, saves the title first.
  expect((await listSaves()).at(-1)).toMatchObject({
    mode: 'autosave',
    fields: { title: 'Night moths', content: '<p>Once.</p>' },
  });
});

test.each<[string, StubResponse, string]>([
  ['a text that cannot be saved', { isOffline: true }, 'Failed to save postYou seem to be offline.'],
  ['a session that ends during the save', anonymous, 'You must be authenticated to publish posts'],
])('%s opens no dialog, and the reason is shown', async (_, response, message) => {
  await stubStart();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [response]);
  await field('Title').fill('Other');
  await button('Translate & Publish').click();
  await expectToast(message);
  expect(start.query()).toBeNull();
});

test('nine languages and drafts to review are preselected at first, and Enter starts the run', async () => {
  await page.viewport(1280, 800);
  await openStart();
  await expect
    .element(start.getByRole('heading', { name: 'Translate & Publish' }))
    .toBeInViewport({ ratio: 1 });
  await expect.element(startNow).toBeInViewport({ ratio: 1 });
  await expect.element(start.getByText('About 1,200 tokens.')).toBeVisible();
  await expect.element(start.getByText('Tokens left today: 80,000. Maximum per run: 50,000.')).toBeVisible();
  expect(start.getByRole('checkbox', { checked: true }).elements()).toHaveLength(9);
  await expect.element(start.getByRole('radio', { name: /^Save the translations as drafts/ })).toBeChecked();
  await expect.element(startNow).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toHaveFocus();
  await expect.element(start).not.toBeInTheDocument();
  const [request] = await listStarts();
  expect(request).toMatchObject({
    path: `/api/admin/posts/${postId}/translations`,
    headers: {
      'if-match': '"1"',
      'idempotency-key': expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
    },
    body: { choice: 'drafts', locales: ['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] },
  });
});

test('the next run of a post starts with the choice of the last one', async () => {
  const last = { ...run, choice: 'passed', status: 'done', ended_at: '2026-01-01T00:00:00.000Z' };
  await openStart({ last: { body: last } });
  await expect
    .element(start.getByRole('radio', { name: /^Publish every language that passes the checks/ }))
    .toBeChecked();
});

test('the languages and the publishing mode can be selected', async () => {
  await openStart();
  for (const name of ['Spanish', 'Portuguese', 'French', 'Italian', 'Chinese', 'Vietnamese', 'Indonesian'])
    await start.getByRole('checkbox', { name }).click();
  await start.getByRole('radio', { name: /^Publish translations only if every language passes/ }).click();
  await startNow.click();
  await expect.poll(listStarts).toMatchObject([{ body: { choice: 'all', locales: ['de', 'th'] } }]);
});

test('without a language, or with Escape or Cancel, nothing is started, and the focus returns to the button', async () => {
  await openStart();
  for (const box of start.getByRole('checkbox').elements()) (box as HTMLInputElement).click();
  await expect.element(start.getByRole('alert')).toHaveTextContent('Choose at least one language.');
  await expect.element(startNow).toHaveAttribute('aria-disabled', 'true');
  await startNow.click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(start).not.toBeInTheDocument();
  await expect.element(button('Translate & Publish')).toHaveFocus();
  await button('Translate & Publish').click();
  await start.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Translate & Publish')).toHaveFocus();
  expect(await listStarts()).toEqual([]);
});

test('the estimate follows the selected languages and shows reused blocks', async () => {
  await openStart({ estimate: { body: { ...estimate, known: 10 } } });
  await expect
    .element(
      start.getByText('About 1,200 tokens. Already translated and reused at no cost: 10 of 90 blocks.'),
    )
    .toBeVisible();
  await start.getByRole('checkbox', { name: 'German' }).click();
  await start.getByRole('checkbox', { name: 'Thai' }).click();
  await expect
    .poll(
      async () =>
        (await commands.listRequests()).filter(({ path }) => path.endsWith('/estimate')).at(-1)?.body,
    )
    .toEqual({ choice: 'passed', locales: ['es', 'pt', 'fr', 'it', 'zh', 'vi', 'id'] });
});

test('the estimate says what the run will cost, and warns about each budget that is too small', async () => {
  await openStart({ estimate: { body: { ...estimate, cost: { amount: 0.01234, currency: 'USD' } } } });
  await expect
    .element(start.getByText('About 1,200 tokens. Estimated cost: $0.0124.', { exact: true }))
    .toBeVisible();
  const warning = start.getByText(/^There may not be enough tokens for every language\./);
  const estimateAgain = async (body: RunEstimate) => {
    await commands.stubResponses('POST /api/admin/posts/*/translations/estimate', [{ body }]);
    await start.getByRole('checkbox', { name: 'German' }).click();
  };
  for (const part of [{ leftToday: 1000 }, { most: 1000 }, { most: 7000 }]) {
    await expect.element(warning).not.toBeInTheDocument();
    await estimateAgain({ ...estimate, ...part });
    await expect.element(warning).toBeVisible();
    await expect.element(startNow).toHaveAttribute('aria-disabled', 'false');
    await estimateAgain(estimate);
  }
});

test('the estimate shows the share of a second model, and warns if its own tokens may not last', async () => {
  const reading = { tokens: 500, leftToday: 20_000 };
  await openStart({ estimate: { body: { ...estimate, reading } } });
  const share = 'For the second model: about 500 of these tokens. It has 20,000 left today.';
  await expect.element(start.getByText(share)).toBeVisible();
  const warning = start.getByText(/^The second model’s tokens may not last\./);
  expect(warning.query()).toBeNull();
  await commands.stubResponses('POST /api/admin/posts/*/translations/estimate', [
    { body: { ...estimate, reading: { ...reading, leftToday: 6500 } } },
  ]);
  await start.getByRole('checkbox', { name: 'German' }).click();
  await expect.element(warning).toBeVisible();
  await expectAccessible();
});

test('an estimate that is loading or failed does not prevent the start', async () => {
  const failed = { status: 503, body: { code: 'server.unwritable', error: 'Not right now.' } };
  await openStart({ estimate: { ...failed, isPending: true } });
  await expect.element(start.getByText('Estimating…')).toBeVisible();
  await commands.releaseResponses();
  await expect.element(start.getByText('No estimate available. Not right now.')).toBeVisible();
  await expect.element(startNow).toHaveAttribute('aria-disabled', 'false');
});

test('without a model, an owner is led to the settings and nothing can be started', async () => {
  await stubStart();
  await renderEditor({ document: postWith(), models: { text: false, image: false } });
  await button('Translate & Publish').click();
  await expect
    .element(start.getByRole('link', { name: 'Connect a model' }))
    .toHaveAttribute('href', '/admin/settings/ai');
  expect(startNow.query()).toBeNull();
  await start.getByRole('button', { name: 'Cancel' }).click();
  expect(start.query()).toBeNull();
});

test('without a model, an editor is told whom to ask', async () => {
  await stubStart();
  const models = { text: false, image: false };
  await renderEditor({ document: postWith(), models, mayManageSettings: false });
  await button('Translate & Publish').click();
  await expect.element(start.getByText(/^No model is connected\. Ask an owner/)).toBeVisible();
  expect(start.getByRole('link').query()).toBeNull();
  expect(startNow.query()).toBeNull();
});

test('a start without a response is retried with the same key, and meanwhile the dialog stays open and its buttons are disabled', async () => {
  await openStart({ start: [{ isOffline: true }, { body: run, isPending: true }] });
  await startNow.click();
  await expectToast('Failed to complete translationsYou seem to be offline.');
  await startNow.click();
  await expect
    .element(start.getByRole('button', { name: 'Translating...' }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(start.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(start).toBeVisible();
  await commands.releaseResponses();
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  const starts = await listStarts();
  expect(starts).toHaveLength(2);
  expect(starts[1]?.headers['idempotency-key']).toBe(starts[0]?.headers['idempotency-key']);
});

test('a rejected start closes the dialog and shows the reason', async () => {
  await openStart({
    start: [{ status: 409, body: { code: 'run.translation', error: 'It is a translation.' } }],
  });
  await startNow.click();
  await expectToast('Failed to complete translationsIt is a translation.');
  await expect.element(start).not.toBeInTheDocument();
});

test('a post that was changed elsewhere is replaced by the current version', async () => {
  const current = postWith({ title: 'Their title' }, { version: 7 });
  await openStart({ start: [{ status: 409, body: { code: 'post.conflict', error: 'Changed.', current } }] });
  await startNow.click();
  await expectToast('Failed to complete translationsChanged.');
  await expect.element(field('Title')).toHaveValue('Their title');
});

test('a live run is joined without asking', async () => {
  await stubStart({ last: { body: run } });
  await renderEditor({ document: postWith() });
  await button('Translate & Publish').click();
  await expect.element(page.getByRole('heading', { name: 'AI is working...' })).toBeVisible();
  expect(start.query()).toBeNull();
});
