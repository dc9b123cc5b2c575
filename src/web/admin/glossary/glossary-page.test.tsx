import { expect, test } from 'vitest';
import { cdp, commands, page } from 'vitest/browser';
import { locales } from '#i18n/locales.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import type { RunTokenUsage, StoredStyleGuide, TokenUsage } from '#translation/contract.ts';
import GlossaryPage from './glossary-page.tsx';

const defaultGuides = locales.map(
  (locale): StoredStyleGuide => ({ locale, address: 'free', style: '', terms: [], remembered: 0 }),
);
const withGerman = (german: Partial<StoredStyleGuide>) =>
  defaultGuides.map((guide) => (guide.locale === 'de' ? { ...guide, ...german } : guide));

const run: RunTokenUsage = {
  id: 'run',
  post_id: 'post-1',
  title: 'A garden in the evening',
  source_locale: 'en',
  locales: ['de', 'fr'],
  status: 'done',
  tokens: 12_345,
  created_at: '2026-11-20T10:00:00.000Z',
};
const noUsage: TokenUsage = { today: { tokens: 0, budget: 2_000_000 }, runs: [] };

async function show({
  styleGuides = defaultGuides,
  tokenUsage = noUsage,
  hasModel = true,
  mayManage = true,
} = {}) {
  const access = { mayManage, hasMachineNote: false, expiresAt: Date.now() + 3_600_000 };
  const loaderData = { styleGuides, tokenUsage, hasModel, ...access };
  const { screen } = await renderAdminPage(GlossaryPage, { path: '/admin/translation', loaderData });
  return {
    screen,
    german: screen.getByRole('article').filter({ hasText: 'Deutsch' }),
    edit: screen.getByRole('button', { name: 'Edit German' }),
    dialog: screen.getByRole('dialog', { name: 'Edit German' }),
    save: screen.getByRole('button', { name: 'Save' }),
  };
}

test("the page shows today's token usage and the daily limit", async () => {
  const { screen } = await show({
    tokenUsage: { today: { tokens: 12_345, budget: 2_000_000 }, runs: [] },
  });
  await expect.element(screen.getByText('Today: 12,345 of 2,000,000 tokens')).toBeVisible();
  await expect.element(screen.getByText('Nothing has been translated yet.')).toBeVisible();
  await expectAccessible({ isPage: true });
});

test('without a language model there is no token usage', async () => {
  const { screen } = await show({ hasModel: false });
  await expect
    .element(screen.getByText('No AI is set up for text, so translations use no tokens.'))
    .toBeVisible();
  expect(screen.getByText(/^Today:/).elements()).toEqual([]);
});

test('with prices, the cost of the day follows', async () => {
  const cost = { amount: 1.5, currency: 'EUR' };
  const { screen } = await show({
    tokenUsage: { today: { tokens: 12_345, budget: 2_000_000, cost }, runs: [] },
  });
  await expect.element(screen.getByText('Cost today: at most €1.50')).toBeVisible();
  await expect.element(screen.getByText(/Images aren’t included\.$/)).toBeVisible();
});

test('each translation run has a row with its post, time, languages and tokens', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Bangkok' });
  try {
    const { screen } = await show({
      tokenUsage: { ...noUsage, runs: [run, { ...run, id: 'other', post_id: 'post-2', title: '' }] },
    });
    const rows = screen.getByRole('row');
    expect(rows.elements()).toHaveLength(3);
    await expect
      .element(rows.nth(1).getByRole('link', { name: 'A garden in the evening' }))
      .toHaveAttribute('href', '/admin/blog/post-1');
    await expect.element(rows.nth(1)).toMatchTextContent('November 20, 2026 at 5:00 PM');
    await expect.element(rows.nth(1)).toMatchTextContent('de fr');
    await expect.element(rows.nth(1)).toMatchTextContent('12,345 Tokens');
    await expect.element(rows.nth(2).getByRole('link', { name: 'Untitled' })).toBeVisible();
    await expectAccessible({ isPage: true });
    await page.viewport(320, 640);
    await expectAccessible({ isPage: true });
  } finally {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  }
});

test('a card summarizes the style guide of its language', async () => {
  const terms = [
    { source: 'post', target: 'Beitrag' },
    { source: 'Unspool', target: 'Unspool' },
  ];
  const { german, screen } = await show({
    styleGuides: withGerman({ address: 'formal', style: 'Short sentences.', terms }),
  });
  await expect.element(german.getByText('Formal · 2 glossary terms')).toBeVisible();
  await expect.element(german.getByText('Short sentences.')).toBeVisible();
  expect(screen.getByRole('article').elements()).toHaveLength(10);
  expect(screen.getByText('Nothing set. The AI follows the tone of the original.').elements()).toHaveLength(
    9,
  );
});

test('formality, style note and terms are saved and shown on the card', async () => {
  const style = {
    address: 'informal',
    style: 'Short sentences.',
    terms: [
      { source: 'Unspool', target: 'Unspool' },
      { source: 'post', target: 'Beitrag' },
    ],
  };
  await commands.stubResponses('PUT /api/admin/translation/styles/de', [
    { body: { ...style, locale: 'de', remembered: 0 } },
  ]);
  const { screen, german, edit, dialog, save } = await show({ styleGuides: withGerman({ remembered: 7 }) });
  await edit.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(screen.getByLabelText('Let the AI decide')).toBeChecked();
  await screen.getByLabelText('Informal', { exact: true }).click();
  await screen.getByLabelText('Style note').fill(' Short sentences. ');
  await screen.getByRole('button', { name: 'Add term' }).click();
  await screen.getByLabelText('Original').fill('Unspool');
  await screen.getByLabelText('Keep as is').click();
  await expect.element(screen.getByLabelText('Translation')).toBeDisabled();
  await expect.element(screen.getByLabelText('Translation')).toHaveValue('Unspool');
  await screen.getByRole('button', { name: 'Add term' }).click();
  await screen.getByLabelText('Original').nth(1).fill('post');
  await screen.getByLabelText('Translation').nth(1).fill('Beitrag');
  await expect.element(dialog).toMatchTextContent('If you change the formality or the style note');
  await expect.element(dialog).toMatchTextContent('7 translated blocks in this language can be reused');
  await expectAccessible({ isPage: true });
  await save.click();
  await expect.element(german.getByText('Informal · 2 glossary terms')).toBeVisible();
  await expect.element(german.getByText('Short sentences.')).toBeVisible();
  expect(dialog.elements()).toEqual([]);
  await expect.element(edit).toHaveFocus();
  expect((await commands.listRequests()).map(({ body }) => body)).toEqual([style]);
});

test('a term can be removed, and an incomplete row is not sent', async () => {
  const terms = [{ source: 'post', target: 'Beitrag' }];
  const { screen, edit, save } = await show({ styleGuides: withGerman({ terms }) });
  await edit.click();
  await expect.element(screen.getByLabelText('Original')).toHaveValue('post');
  await expect.element(screen.getByLabelText('Keep as is')).not.toBeChecked();
  await screen.getByLabelText('Translation').clear();
  await save.click();
  await expect.element(screen.getByLabelText('Translation')).toHaveFocus();
  expect(await commands.listRequests()).toEqual([]);
  await screen.getByRole('button', { name: 'Remove “post”' }).click();
  expect(screen.getByLabelText('Original').elements()).toEqual([]);
  await commands.stubResponses('PUT /api/admin/translation/styles/de', [{ body: defaultGuides[4] }]);
  await save.click();
  await expect
    .poll(async () => (await commands.listRequests()).map(({ body }) => body))
    .toEqual([{ address: 'free', style: '', terms: [] }]);
});

test('no term can be added after the hundredth', async () => {
  const terms = Array.from({ length: 99 }, (_, index) => ({ source: `a${index}`, target: `b${index}` }));
  const { screen, edit } = await show({ styleGuides: withGerman({ terms }) });
  await edit.click();
  const add = screen.getByRole('button', { name: 'Add term' });
  await add.click();
  await expect.poll(() => add.elements()).toEqual([]);
  expect(screen.getByLabelText('Original').elements()).toHaveLength(100);
});

test('a failed save shows the error, keeps the form and can be repeated', async () => {
  const failed = { success: false, code: 'terms.double', error: 'A word is there twice.' };
  await commands.stubResponses('PUT /api/admin/translation/styles/de', [
    { status: 422, body: failed },
    { body: { ...defaultGuides[4], style: 'Short sentences.' } },
  ]);
  const { screen, german, edit, dialog, save } = await show();
  await edit.click();
  await screen.getByLabelText('Style note').fill('Short sentences.');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A word is there twice.');
  await expect.element(screen.getByLabelText('Style note')).toHaveValue('Short sentences.');
  await save.click();
  await expect.element(german.getByText('Short sentences.')).toBeVisible();
  expect(await commands.listRequests()).toHaveLength(2);
});

test('an owner can tell readers which posts a machine translated', async () => {
  const { screen } = await show();
  await commands.stubResponses('PUT /api/admin/translation/note', [
    { body: { shown: true } },
    { isOffline: true },
  ]);
  const note = screen.getByRole('checkbox', { name: 'Tell readers when a post was translated by AI' });
  await note.click();
  await expect.element(note).toBeChecked();
  expect(await commands.listRequests()).toMatchObject([{ method: 'PUT', body: { shown: true } }]);
  await note.click();
  await expect.element(note).toBeChecked();
});

test('others don’t see the setting', async () => {
  const { screen } = await show({ mayManage: false });
  await expect.element(screen.getByRole('heading', { name: 'Glossary and style' })).toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toEqual([]);
});
