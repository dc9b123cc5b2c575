import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import type { DoubtfulBlock, LanguageReview } from '#translation/post-review-contract.ts';
import { mergeSpans } from './marked-text.tsx';
import PostReviewPage, { type PostReviewActionData, type PostReviewPageData } from './post-review-page.tsx';

const id = '4f3f2a52-0000-4000-8000-000000000001';
const block: DoubtfulBlock = {
  id: 'b1',
  hash: 'ab',
  digest: 'cd',
  source: 'It was late. Nobody saw <1>it</1>.',
  text: 'Es war spät. Alle sahen <1>es</1>.',
  assessment: {
    score: 50,
    proposal: null,
    model: null,
    isAccepted: false,
    doubts: [
      {
        kind: 'meaning',
        source: { start: 13, end: 26 },
        translation: { start: 13, end: 27 },
        found_by: 'rule',
      },
    ],
  },
};
const german: LanguageReview = {
  locale: 'de',
  post: { id, version: 2, status: 'draft', has_working_copy: false },
  score: { locale: 'de', score: 50, blocks: 9, unread: 0, doubtful: 1 },
  untranslated: 0,
  isOutdated: false,
  blocks: [block],
  mayEdit: true,
};
const languages: LanguageReview[] = [
  german,
  {
    ...german,
    locale: 'th',
    score: { locale: 'th', score: 96, blocks: 9, unread: 0, doubtful: 0 },
    blocks: [],
  },
  {
    ...german,
    locale: 'fr',
    score: { locale: 'fr', score: null, blocks: 9, unread: 0, doubtful: 0 },
    post: { id, version: 2, status: 'published', has_working_copy: true },
    isOutdated: true,
    blocks: [],
  },
  {
    ...german,
    locale: 'pt',
    post: { id, version: 2, status: 'published', has_working_copy: false },
    score: { locale: 'pt', score: 96, blocks: 9, unread: 0, doubtful: 0 },
    blocks: [],
  },
  { ...german, locale: 'it', post: null, score: null, blocks: [], mayEdit: false },
];

async function show(
  data: Partial<PostReviewPageData> & { languages?: LanguageReview[] } = {},
  failed?: PostReviewActionData,
) {
  const review = {
    original: { id, locale: 'en' as const, title: 'The fox' },
    languages: data.languages ?? languages,
  };
  const { screen } = await renderAdminPage(PostReviewPage, {
    path: `/admin/blog/${id}/review`,
    loaderData: { review, done: data.done ?? null },
    ...(failed && { actionData: failed }),
  });
  return screen;
}

const button = (screen: Awaited<ReturnType<typeof show>>, name: string) =>
  screen.getByRole('button', { name });

test('the state of each language is one line, and those with doubts are links to their blocks', async () => {
  const screen = await show();
  const link = screen.getByRole('link', { name: 'German: 50, 1 to look at' });
  await expect.element(link).toHaveAttribute('href', '#de-fine');
  await expect.element(screen.getByText('Italian: not translated')).toBeVisible();
  await expectAccessible({ isPage: true });
});

test('a language without doubts that waits for its publication is a link to the editor', async () => {
  const screen = await show();
  const link = (name: string) => screen.getByRole('link', { name });
  await expect
    .element(link('Thai: 96, nothing to look at · Draft'))
    .toHaveAttribute('href', `/admin/blog/${id}`);
  await expect.element(link('French: no score · Out of date · Unpublished changes')).toBeVisible();
  const portuguese = screen.getByText('Portuguese: 96, nothing to look at', { exact: true });
  await expect.element(portuguese).toBeVisible();
  await expect.element(link('Portuguese')).not.toBeInTheDocument();
  await expectAccessible({ isPage: true });
});

test('a language that the second model has only begun to read says how far it got', async () => {
  const score = { locale: 'th', score: 96, blocks: 1200, unread: 1188, doubtful: 0 } as const;
  const screen = await show({ languages: [{ ...german, locale: 'th', score, blocks: [] }] });
  const state = 'Thai: 96, nothing to look at · 12 of 1,200 blocks read · Draft';
  await expect.element(screen.getByText(state, { exact: true })).toBeVisible();
});

test('a doubt is marked in both texts, without the numbered tags', async () => {
  const screen = await show();
  const marks = [...screen.container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(['Nobody saw it', 'Alle sahen es.']);
  await expect.element(screen.getByText('The meaning may differ')).toBeVisible();
  expect(screen.container.querySelector('p[lang="de"]')?.textContent).toBe('Es war spät. Alle sahen es.');
});

test('each decision is a form that names exactly this text', async () => {
  const screen = await show();
  const form = screen.container.querySelector<HTMLFormElement>('ol form');
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({
    to: 'de',
    block: 'b1',
    hash: 'ab',
    digest: 'cd',
  });
  await expect.element(button(screen, 'Fine as it is')).toHaveAttribute('value', 'accept');
  await expect.element(button(screen, 'Use the proposed text')).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Edit the translation'));
  const field = screen.getByRole('textbox', { name: 'Translated text' });
  await expect.element(field).toHaveValue('Es war spät. Alle sahen <1>es</1>.');
});

test('a proposal can be used with one button', async () => {
  const proposal = 'Es war spät. Keiner sah <1>es</1>.';
  const proposed = { ...block, assessment: { ...block.assessment, proposal } };
  const screen = await show({ languages: [{ ...german, blocks: [proposed] }] });
  await expect.element(screen.getByText('Es war spät. Keiner sah es.')).toBeVisible();
  await expect.element(button(screen, 'Use the proposed text')).toHaveAttribute('value', 'proposal');
});

test('after a decision, the next block has the focus and says what happened, so one key accepts it', async () => {
  const screen = await show({ done: { kind: 'accept', to: 'de' } });
  await expect.element(button(screen, 'Fine as it is')).toHaveFocus();
  await expect
    .element(button(screen, 'Fine as it is'))
    .toHaveAccessibleDescription('The translation was accepted. The meaning may differ Score: 50');
});

test('on opening, the first language to decide about has the focus, and leads to its first button', async () => {
  const other: LanguageReview = { ...german, locale: 'fr', mayEdit: false };
  const screen = await show({ languages: [other, german, { ...german, locale: 'th' }] });
  const link = screen.getByRole('link', { name: 'German: 50, 1 to look at' });
  await expect.element(link).toHaveFocus();
  const target = link.element().getAttribute('href')?.slice(1) ?? '';
  expect(document.getElementById(target)).toBe(button(screen, 'Fine as it is').first().element());
});

test('after the last decision of a language, the first block of the next one has the focus', async () => {
  const done = { kind: 'accept', to: 'th' } as const;
  const thai: LanguageReview = { ...german, locale: 'th', blocks: [] };
  const french: LanguageReview = { ...german, locale: 'fr' };
  const screen = await show({ done, languages: [german, thai, french] });
  const fine = button(screen, 'Fine as it is').last();
  await expect.element(fine).toHaveFocus();
  await expect
    .element(fine)
    .toHaveAccessibleDescription(
      'The translation was accepted. French: 50, 1 to look at The meaning may differ Score: 50',
    );
});

test('after the last language, the first block of those before it has the focus', async () => {
  const thai: LanguageReview = { ...german, locale: 'th', blocks: [] };
  const screen = await show({ done: { kind: 'accept', to: 'th' }, languages: [german, thai] });
  await expect.element(button(screen, 'Fine as it is')).toHaveFocus();
});

test('after the last decision of all, the message has the focus', async () => {
  const screen = await show({
    done: { kind: 'edit', to: 'th' },
    languages: languages.filter(({ locale }) => locale !== 'de'),
  });
  await expect.element(screen.getByRole('status')).toHaveFocus();
  await expect.element(screen.getByRole('status')).toHaveTextContent('The new translation was saved.');
});

test('a rejected text is still there, with the reason', async () => {
  const failed = {
    error: 'The numbered tags must be the same.',
    to: 'de',
    block: 'b1',
    typed: 'Ohne',
  } as const;
  const screen = await show({}, failed);
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  await expect.element(screen.getByRole('textbox', { name: 'Translated text' })).toHaveValue('Ohne');
});

test('a rejected text whose block is gone is still there too', async () => {
  const failed = { error: 'The original has changed.', to: 'th', block: 'b1', typed: 'ข้อความ' } as const;
  const screen = await show({}, failed);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The original has changed.');
  await expect.element(screen.getByRole('textbox', { name: 'Translated text' })).toHaveValue('ข้อความ');
});

test('a translation that readers do not see yet has a link to the editor, where it can be published', async () => {
  const post = { id, version: 2, status: 'published', has_working_copy: true } as const;
  const screen = await show({
    languages: [
      german,
      { ...german, locale: 'fr', post },
      { ...german, locale: 'it', post: { ...post, has_working_copy: false } },
    ],
  });
  const links = screen.getByRole('link', { name: 'Open the translation in the editor' });
  expect(links.elements()).toHaveLength(2);
  await expect.element(links.first()).toHaveAttribute('href', `/admin/blog/${id}`);
});

test('who may not edit sees the doubts without buttons', async () => {
  const screen = await show({ languages: [{ ...german, mayEdit: false }] });
  await expect.element(screen.getByText('The meaning may differ')).toBeVisible();
  await expect.element(button(screen, 'Fine as it is')).not.toBeInTheDocument();
});

test('more doubts than are shown are counted', async () => {
  const score = { locale: 'de', score: 50, blocks: 9, unread: 0, doubtful: 4 } as const;
  const screen = await show({ languages: [{ ...german, score }] });
  await expect.element(screen.getByText('3 more to look at. They appear once these are done.')).toBeVisible();
});

test('blocks with the text of the original count, and lead to the side-by-side page', async () => {
  const score = { locale: 'de', score: 96, blocks: 9, unread: 0, doubtful: 0 } as const;
  const screen = await show({ languages: [{ ...german, score, untranslated: 2, blocks: [] }] });
  await expect.element(screen.getByRole('link', { name: 'German: 96, 2 to look at' })).toBeVisible();
  await expect.element(screen.getByText(/^2 blocks still have the original text\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'All blocks beside the original' }))
    .toHaveAttribute('href', `/admin/blog/${id}/translate?to=de`);
});

test('a block that nobody has read says so instead of a score', async () => {
  const unread = { ...block, assessment: { ...block.assessment, score: null, doubts: [] } };
  const score = { locale: 'de', score: null, blocks: 9, unread: 0, doubtful: 1 } as const;
  const screen = await show({ languages: [{ ...german, score, blocks: [unread] }] });
  await expect.element(screen.getByRole('heading', { name: 'German: 1 to look at' })).toBeVisible();
  await expect.element(screen.getByText('The second model hasn’t read this')).toBeVisible();
});

test('overlapping spans are one mark, and a span that ends behind the text is none', () => {
  expect(
    mergeSpans([
      { start: 5, end: 9 },
      { start: 0, end: 2 },
      { start: 7, end: 12 },
    ]),
  ).toEqual([
    { start: 0, end: 2 },
    { start: 5, end: 12 },
  ]);
});
