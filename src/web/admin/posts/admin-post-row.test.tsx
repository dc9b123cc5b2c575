import { expect, test } from 'vitest';
import { cdp, commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderBlogPage } from '#test/support/components/render-blog-page.tsx';
import { createAdminPost } from '../fixtures/admin-posts.ts';

const category = {
  id: 'c',
  name: 'Wind',
  slug: 'wind',
  color: '#2f7d5b',
  description: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

test('a row has the title, status, category, author, date, view count and language of a post', async () => {
  await page.viewport(1280, 800);
  const { rows } = await renderBlogPage({ found: [createAdminPost({ category, view_count: 1200 })] });
  await expect.element(rows.getByRole('rowheader')).toHaveTextContent('Kites');
  for (const text of ['Published', 'Wind', 'Ada', 'Nov 20, 2026', '1,200'])
    await expect.element(rows.getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(rows.getByRole('link', { name: 'Edit “Kites”' }))
    .toHaveAttribute('href', '/admin/blog/post-1');
  await expect
    .element(rows.getByRole('link', { name: 'Kites', exact: true }))
    .toHaveAttribute('href', '/admin/blog/post-1');
  await expect.element(rows.getByRole('img', { name: 'English: Published' })).toHaveTextContent('EN');
  await expectAccessible({ isPage: true });
});

test('on a phone an entry has two lines and all controls are 44 pixels high', async () => {
  await page.viewport(390, 844);
  const { rows } = await renderBlogPage({
    found: [createAdminPost({ title: 'A long title that does not fit into one line of a phone', category })],
  });
  const { height } = rows.element().getBoundingClientRect();
  expect(height).toBeLessThan(80);
  for (const text of ['Published', 'Nov 20, 2026', '1/10'])
    await expect.element(rows.getByText(text, { exact: true })).toBeVisible();
  await expect.element(rows.getByRole('cell').filter({ hasText: 'EN1/10' })).toBeVisible();
  for (const control of [
    rows.getByRole('checkbox').element().closest('label'),
    rows.getByRole('link', { name: /^Edit/ }).element(),
    rows.getByRole('button', { name: /^Delete/ }).element(),
  ])
    expect(control?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('at 1280 by 800 pixels ten posts are visible', async () => {
  await page.viewport(1280, 800);
  const { rows } = await renderBlogPage({
    found: Array.from({ length: 12 }, (_, index) =>
      createAdminPost({ id: `post-${index}`, title: `Post number ${index}`, category }),
    ),
  });
  expect(rows.nth(9).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(800);
});

test('a post without title and views has a row, and an unpublished date is that of its creation', async () => {
  const fields = { title: '', status: 'draft', has_working_copy: true, published_at: null } as const;
  const { rows } = await renderBlogPage({
    found: [createAdminPost({ ...fields, created_at: '2026-03-04T12:00:00.000Z' })],
  });
  await expect.element(rows.getByRole('rowheader')).toMatchTextContent('Untitled');
  await expect.element(rows.getByText('Draft', { exact: true })).toBeVisible();
  await expect.element(rows.getByText('Mar 4, 2026')).toBeVisible();
  await expect.element(rows.getByText('Unpublished changes')).toBeVisible();
  await expect.element(rows.getByRole('link', { name: 'Edit “Untitled”' })).toBeVisible();
  expect(rows.getByText(/view/).elements()).toEqual([]);
});

test('the time of a scheduled post is local', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Bangkok' });
  try {
    const { rows } = await renderBlogPage({
      found: [createAdminPost({ status: 'draft', scheduled_at: '2039-05-03T14:00:00.000Z' })],
    });
    await expect.element(rows.getByText('Scheduled: May 3, 2039 at 9:00 PM')).toBeVisible();
  } finally {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  }
});

test('a row links to the existing and missing languages of its article', async () => {
  await page.viewport(1280, 800);
  const languages = [
    { id: 'post-1', locale: 'en', slug: 'kites', title: 'Kites', status: 'published' },
    { id: 'post-de', locale: 'de', slug: 'drachen', title: 'Drachen', status: 'draft' },
    { id: 'post-es', locale: 'es', slug: 'cometas', title: 'Cometas', status: 'archived' },
  ] as const;
  const { screen } = await renderBlogPage({ found: [createAdminPost({ languages: [...languages] })] });
  const chips = screen.getByRole('list', { name: 'Languages of “Kites”' });
  expect(chips.getByRole('listitem').elements()).toHaveLength(10);
  await expect.element(chips.getByRole('img', { name: 'English: Published' })).toBeVisible();
  await expect
    .element(chips.getByRole('link', { name: 'Deutsch: Draft' }))
    .toHaveAttribute('href', '/admin/blog/post-de');
  await expect.element(chips.getByRole('link', { name: 'Español: Archived' })).toBeVisible();
  await expect
    .element(chips.getByRole('link', { name: 'Add language: Thai' }))
    .toHaveAttribute('href', '/admin/blog/post-1/translate?to=th');
});

test('untranslated, outdated and unreviewed languages have a mark and a name, also in dark mode', async () => {
  await page.viewport(1280, 800);
  await commands.emulateMedia({ colorScheme: 'dark' });
  const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
  const { rows } = await renderBlogPage({
    found: [
      createAdminPost({
        title: 'A garden',
        has_working_copy: true,
        languages: [
          { ...post, id: 'post-1', locale: 'en' },
          { ...post, id: 'fr', locale: 'fr', translation: 'outdated', review: 2 },
          { ...post, id: 'de', locale: 'de', translation: 'outdated' },
          { ...post, id: 'th', locale: 'th', status: 'draft', translation: 'untranslated' },
        ],
      }),
    ],
  });
  const german = rows.getByRole('link', { name: 'Deutsch: Published · Out of date' });
  await expect.element(german).toHaveAttribute('href', '/admin/blog/de/translate?to=de');
  await expect.element(german).toMatchTextContent('↻');
  await expect
    .element(german)
    .toHaveAttribute('title', expect.stringContaining('Open the original and translate again.'));
  const french = rows.getByRole('link', { name: 'Français: Published · Out of date · Needs review' });
  await expect.element(french).toMatchTextContent('↻!');
  await expect
    .element(rows.getByRole('link', { name: 'ไทย: Draft · Not translated' }))
    .toMatchTextContent('=');
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

test('arrow keys move the focus between the rows, Home and End to the first and last one', async () => {
  const { screen } = await renderBlogPage({
    found: ['Kites', 'Wind', 'Rain'].map((title, index) => createAdminPost({ id: `post-${index}`, title })),
  });
  const checkbox = (title: string) => screen.getByRole('checkbox', { name: `Select “${title}”` });
  (checkbox('Kites').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(checkbox('Rain')).toHaveFocus();
  await userEvent.keyboard(' {Home}');
  await expect.element(checkbox('Kites')).toHaveFocus();
  await expect.element(checkbox('Rain')).toBeChecked();
  await userEvent.keyboard('{Tab}{End}');
  await expect.element(screen.getByRole('link', { name: 'Rain', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('link', { name: 'Wind', exact: true })).toHaveFocus();
});
