import { expect, test } from 'vitest';
import { cdp, commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderBlogPage } from '#test/support/components/render-blog-page.tsx';
import { createAdminPost } from '../fixtures/admin-posts.ts';

test('a card has a title, status, category, excerpt, date, view count and language', async () => {
  const category = {
    id: 'c',
    name: 'Wind',
    slug: 'wind',
    color: '#2f7d5b',
    description: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const { cards } = await renderBlogPage({ found: [createAdminPost({ category, view_count: 1 })] });
  await expect.element(cards.getByRole('heading', { level: 2 })).toHaveTextContent('Kites');
  for (const text of ['Published', 'Wind', 'All that flies.', 'November 20, 2026', '1 view', 'EN'])
    await expect.element(cards.getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(cards.getByRole('link', { name: 'Edit “Kites”' }))
    .toHaveAttribute('href', '/admin/blog/post-1');
  await expect
    .element(cards.getByRole('link', { name: 'Kites', exact: true }))
    .toHaveAttribute('href', '/admin/blog/post-1');
});

test('a post without title, views or excerpt has a card', async () => {
  const fields = { title: '', excerpt: '', status: 'draft', has_working_copy: true } as const;
  const { cards } = await renderBlogPage({ found: [createAdminPost(fields)] });
  await expect.element(cards.getByRole('heading', { level: 2 })).toHaveTextContent('Untitled');
  await expect.element(cards.getByText('Draft', { exact: true })).toBeVisible();
  await expect.element(cards.getByText('Unpublished changes')).toBeVisible();
  await expect.element(cards.getByRole('link', { name: 'Edit “Untitled”' })).toBeVisible();
  expect(cards.getByText(/view/).elements()).toEqual([]);
  expect(cards.getByText(/^(Not translated|Out of date|Needs review)/).elements()).toEqual([]);
});

test('the time of a scheduled post is local', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Bangkok' });
  try {
    const { cards } = await renderBlogPage({
      found: [createAdminPost({ status: 'draft', scheduled_at: '2039-05-03T14:00:00.000Z' })],
    });
    await expect.element(cards.getByText('Scheduled: May 3, 2039 at 9:00 PM')).toBeVisible();
  } finally {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  }
});

test('a card links to the existing and missing languages of its article', async () => {
  const languages = [
    { id: 'post-1', locale: 'en', slug: 'kites', title: 'Kites', status: 'published' },
    { id: 'post-de', locale: 'de', slug: 'drachen', title: 'Drachen', status: 'draft' },
    { id: 'post-es', locale: 'es', slug: 'cometas', title: 'Cometas', status: 'archived' },
  ] as const;
  const { screen } = await renderBlogPage({ found: [createAdminPost({ languages: [...languages] })] });
  const row = screen.getByRole('list', { name: 'Languages of “Kites”' });
  expect(row.getByRole('listitem').elements()).toHaveLength(10);
  await expect.element(row.getByRole('img', { name: 'English: Published' })).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'Deutsch: Draft' }))
    .toHaveAttribute('href', '/admin/blog/post-de');
  await expect.element(row.getByRole('link', { name: 'Español: Archived' })).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'ไทย: missing, write it' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=th&article=article-1');
});

test('the card names the untranslated, outdated and unreviewed languages, also on a small phone in dark mode', async () => {
  await page.viewport(320, 640);
  await commands.emulateMedia({ colorScheme: 'dark' });
  const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
  const { cards } = await renderBlogPage({
    found: [
      createAdminPost({
        title: 'A garden',
        has_working_copy: true,
        view_count: 1200,
        languages: [
          { ...post, id: 'post-1', locale: 'en' },
          { ...post, id: 'fr', locale: 'fr', translation: 'outdated', review: 2 },
          { ...post, id: 'de', locale: 'de', translation: 'outdated' },
          { ...post, id: 'th', locale: 'th', status: 'draft', translation: 'untranslated' },
        ],
      }),
    ],
  });
  await expect.element(cards.getByText(/^Not translated: ไทย/)).toBeVisible();
  await expect.element(cards.getByText(/^Out of date: Français, Deutsch/)).toBeVisible();
  await expect.element(cards.getByText(/^Needs review: Français/)).toBeVisible();
  await expect
    .element(cards.getByText(/Open the original and translate again\./).first())
    .toBeInTheDocument();
  await expect
    .element(cards.getByRole('link', { name: 'Deutsch: Published, Out of date' }))
    .toHaveAttribute('href', '/admin/blog/de');
  await expect
    .element(cards.getByRole('link', { name: 'Français: Published, Out of date, Needs review' }))
    .toBeVisible();
  await expectAccessible({ isPage: true });
});

test('an author may delete their own draft, but not once it is scheduled', async () => {
  const draft = createAdminPost({ status: 'draft' });
  const scheduled = createAdminPost({
    id: 'post-2',
    title: 'Wind',
    status: 'draft',
    scheduled_at: '2039-05-03T14:00:00.000Z',
  });
  const { screen } = await renderBlogPage({ found: [draft, scheduled], mayPublish: false });
  await expect.element(screen.getByRole('button', { name: 'Delete “Kites”' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Edit “Wind”' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete “Wind”' }).elements()).toEqual([]);
});
