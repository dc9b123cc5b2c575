import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { EditorPost } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { BlockSuggestion, ReviewState } from '#translation/contract.ts';
import type { SaveResult } from '../../draft/draft-types.ts';
import type { Draft } from '../../draft/use-draft.ts';
import { editorData, postWith } from '../../fixtures/editor-data.ts';
import TranslationReviewPanel from './review-panel.tsx';

const reviewState: ReviewState = { made_by: 'both', review: [], offers: [] };
const suggestion: BlockSuggestion = {
  hash: 'abc',
  source: 'The garden was very quiet.',
  yours: 'Im Garten war es still.',
  offered: 'Der Garten war sehr still.',
  hasPlace: true,
};
const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
const english = { ...post, id: 'post-en', locale: 'en' } as const;
const german = { ...post, id: 'post-de', locale: 'de', from: 'en' } as const;

const translation = (part: Partial<EditorPost> = {}, status: object = {}) =>
  postWith(
    { status: 'published' },
    { id: 'post-de', locale: 'de', version: 4, languages: [english, { ...german, ...status }], ...part },
  );

interface PanelOptions {
  reviewState?: Partial<ReviewState>;
  document?: EditorPost;
  mayEdit?: boolean;
  /** Result of saving pending changes; by default the document itself. */
  flushed?: SaveResult;
}

interface PanelHostProps extends PanelOptions {
  document: EditorPost;
  replaced: EditorPost[];
  onFlush: () => void;
}

function PanelHost({ document, mayEdit = true, flushed, replaced, onFlush, ...options }: PanelHostProps) {
  const [current, setCurrent] = useState(document);
  const draft: Pick<Draft, 'document' | 'flush' | 'replace'> = {
    document: current,
    async flush() {
      onFlush();
      return flushed ?? { ok: true, value: current };
    },
    replace(next) {
      replaced.push(next);
      setCurrent(next);
    },
  };
  const data = editorData({ mayEdit });
  return (
    <TranslationReviewPanel
      context={{ data, draft: draft as Draft, locale: 'de', text: { current: null } }}
      reviewState={{ ...reviewState, ...options.reviewState }}
    />
  );
}

async function show({ document = translation(), ...options }: PanelOptions = {}) {
  const replaced: EditorPost[] = [];
  const onFlush = vi.fn();
  const screen = await renderComponent(
    <PanelHost document={document} replaced={replaced} onFlush={onFlush} {...options} />,
  );
  return {
    screen,
    panel: screen.getByRole('region', { name: 'Translation', exact: true }),
    suggestionItem: screen.getByRole('listitem').filter({ hasText: suggestion.source }),
    replaced: () => replaced,
    onFlush,
  };
}

const sent = async () => (await commands.listRequests()).map(({ method, path }) => `${method} ${path}`);
const stubReviewState = (after: Partial<ReviewState> = {}) =>
  commands.stubResponses('GET /api/admin/posts/post-de/translation', [
    { body: { ...reviewState, ...after } },
  ]);

test.each([
  ['machine', 'Translated by AI. Original: English.'],
  ['both', 'Translated by AI, edited by hand. Original: English.'],
  ['people', undefined],
] as const)('a translation made by %s says so and links to the original', async (made_by, text) => {
  const { panel } = await show({ reviewState: { made_by } });
  await expect
    .element(panel.getByRole('link', { name: 'Open the original' }))
    .toHaveAttribute('href', '/admin/blog/post-en');
  const mentions = panel.getByText(/by AI/).elements();
  expect(mentions.map(({ textContent }) => textContent)).toEqual(text ? [text] : []);
});

test('an outdated translation says that the original has changed', async () => {
  const { panel } = await show({ document: translation({}, { translation: 'outdated' }) });
  await expect
    .element(panel.getByText('Out of date: the original has changed since this translation was made.'))
    .toBeVisible();
  await expectAccessible();
});

test('an original has no panel', async () => {
  const { panel } = await show({
    document: postWith({}, { id: 'post-en', languages: [english, german] }),
  });
  expect(panel.elements()).toEqual([]);
});

test('an untranslated post can be marked as translated', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/translation/approve', [
    { body: { success: true } },
  ]);
  await commands.stubResponses('GET /api/admin/posts/post-de', [{ body: translation() }]);
  await stubReviewState({ made_by: 'people' });
  const { screen, panel, replaced } = await show({
    reviewState: { made_by: 'nobody' },
    document: translation({}, { translation: 'untranslated' }),
  });
  await expect.element(panel.getByText(/^Not translated: no translation was available/)).toBeVisible();
  await expect.element(panel.getByText(/Once the text is clearly in German/)).toBeVisible();
  await panel.getByRole('button', { name: 'Mark as translated' }).click();
  await expect.element(screen.getByText('Post marked as translated')).toBeVisible();
  expect(panel.getByText(/^Not translated/).elements()).toEqual([]);
  expect(replaced()).toHaveLength(1);
  await expect.element(panel).toHaveFocus();
});

test('a post that was edited since counts as translated by both', async () => {
  const { panel } = await show({ reviewState: { made_by: 'nobody' } });
  await expect.element(panel.getByText(/^Translated by AI, edited by hand\./)).toBeVisible();
});

test('a published post with unpublished changes cannot be marked as translated', async () => {
  const { panel } = await show({
    reviewState: { made_by: 'nobody' },
    document: translation({ has_working_copy: true }, { translation: 'untranslated' }),
  });
  await expect.element(panel.getByText(/^Not translated/)).toBeVisible();
  expect(panel.getByRole('button').elements()).toEqual([]);
});

test('blocks that kept the original text can be approved', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/translation/approve', [
    { body: { success: true } },
  ]);
  await commands.stubResponses('GET /api/admin/posts/post-de', [{ body: translation({ version: 5 }) }]);
  await stubReviewState();
  const { screen, panel, replaced, onFlush } = await show({ reviewState: { review: ['24 birds'] } });
  await expect.element(panel.getByText('Needs review: 1 block still has the original text.')).toBeVisible();
  await expect.element(panel.getByText('24 birds')).toBeVisible();
  await panel.getByRole('button', { name: 'Keep original text' }).click();
  await expect.element(screen.getByText('Original text kept')).toBeVisible();
  await expect.poll(() => panel.getByText(/^Needs review/).elements()).toEqual([]);
  expect(replaced().map(({ version }) => version)).toEqual([5]);
  expect(onFlush).toHaveBeenCalledOnce();
});

test('blocks with the same text are listed once but counted each', async () => {
  const { panel } = await show({ reviewState: { review: ['birds', 'birds', 'trees'] } });
  await expect.element(panel.getByText('Needs review: 3 blocks still have the original text.')).toBeVisible();
  expect(
    panel
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['birds', 'trees']);
});

test('a suggestion is shown next to the current text and can be accepted', async () => {
  const updated = translation({ version: 5, has_working_copy: true });
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/take', [{ body: updated }]);
  await stubReviewState();
  const {
    screen,
    panel,
    suggestionItem: item,
    replaced,
  } = await show({ reviewState: { offers: [suggestion] } });
  await expect.element(panel.getByText('1 new translation for a block edited by hand')).toBeVisible();
  await expect.element(item.getByText('Im Garten war es still.', { exact: true })).toBeVisible();
  await expect.element(item.getByText('The garden was very quiet.')).toHaveAttribute('lang', 'en');
  await expectAccessible();
  await item.getByRole('button', { name: 'Use new translation' }).click();
  await expect.element(screen.getByText('New translation added to the text')).toBeVisible();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(replaced()).toEqual([updated]);
  await expect.element(panel).toHaveFocus();
  const [request] = await commands.listRequests();
  expect([request?.path, request?.headers['if-match']]).toEqual([
    '/api/admin/posts/post-de/offers/abc/take',
    '"4"',
  ]);
});

test('a suggestion can be rejected in favor of the current text', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/keep', [
    { body: { success: true } },
  ]);
  await stubReviewState();
  const { screen, suggestionItem: item, replaced } = await show({ reviewState: { offers: [suggestion] } });
  await item.getByRole('button', { name: 'Keep current translation' }).click();
  await expect.element(screen.getByText(/^Current translation kept\./)).toBeVisible();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(replaced()).toEqual([]);
});

test('a suggestion for a block without a known position can only be copied', async () => {
  const { suggestionItem: item } = await show({
    reviewState: { offers: [{ ...suggestion, hasPlace: false }] },
  });
  await expect
    .element(item.getByText(/changed too much to insert this translation automatically/))
    .toBeVisible();
  expect(item.getByRole('button', { name: 'Use new translation' }).elements()).toEqual([]);
  await expect.element(item.getByRole('button', { name: 'Keep current translation' })).toBeVisible();
});

test('a user without edit rights sees what needs review but no buttons', async () => {
  const { panel, suggestionItem: item } = await show({
    reviewState: { review: ['24 birds'], offers: [suggestion] },
    mayEdit: false,
  });
  await expect.element(item).toBeVisible();
  await expect.element(panel.getByText(/^Needs review/)).toBeVisible();
  expect(panel.getByRole('button').elements()).toEqual([]);
});

test.each([
  ['Use new translation', 'offers/abc/take', { offers: [suggestion] }],
  ['Keep current translation', 'offers/abc/keep', { offers: [suggestion] }],
  ['Keep original text', 'translation/approve', { review: ['24 birds'] }],
  ['Mark as translated', 'translation/approve', { made_by: 'nobody' }],
] as const)('a notice shows the reason if “%s” is rejected', async (name, path, part) => {
  await commands.stubResponses(`POST /api/admin/posts/post-de/${path}`, [
    { status: 409, body: { success: false, code: 'post.conflict', error: 'It was changed.' } },
  ]);
  const state = part as Partial<ReviewState>;
  await stubReviewState(state);
  const document = translation({}, { translation: 'untranslated' });
  const { screen, panel, replaced } = await show({ reviewState: state, document });
  await panel.getByRole('button', { name }).click();
  await expect.element(screen.getByText('It was changed.')).toBeVisible();
  // The panel reloads the review state after every decision, even a rejected one.
  await expect.poll(sent).toContain('GET /api/admin/posts/post-de/translation');
  await expect.element(panel.getByRole('button', { name })).toBeVisible();
  expect(replaced()).toEqual([]);
});

test('no decision is sent if the typed text cannot be saved', async () => {
  const { screen, suggestionItem: item } = await show({
    reviewState: { offers: [suggestion] },
    flushed: { ok: false, error: { code: 'post.conflict', error: 'Save first.' } },
  });
  await item.getByRole('button', { name: 'Use new translation' }).click();
  await expect.element(screen.getByText('Save first.')).toBeVisible();
  expect(await sent()).toEqual([]);
});

test('only one decision runs at a time', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/take', [
    { isPending: true, body: translation() },
  ]);
  await stubReviewState();
  const { suggestionItem: item } = await show({ reviewState: { offers: [suggestion] } });
  const [useButton, keepButton] = [
    item.getByRole('button', { name: 'Use new translation' }),
    item.getByRole('button', { name: 'Keep current translation' }),
  ];
  await useButton.click();
  await expect.element(keepButton).toHaveAttribute('aria-disabled', 'true');
  (keepButton.element() as HTMLElement).click();
  (useButton.element() as HTMLElement).click();
  await commands.releaseResponses();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(await sent()).toEqual([
    'POST /api/admin/posts/post-de/offers/abc/take',
    'GET /api/admin/posts/post-de/translation',
  ]);
});
