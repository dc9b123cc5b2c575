import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import { createAdminPost } from '../fixtures/admin-posts.ts';
import PagesPage from './pages-page.tsx';

const show = (pages: ReturnType<typeof createAdminPost>[], actionData?: object) =>
  renderAdminPage(PagesPage, { path: '/admin/pages', loaderData: { locale: 'en', pages }, actionData });

test('privacy and terms are always listed, with the default text until the owner has their own', async () => {
  const languages = [{ id: 'en', locale: 'en', slug: 'privacy', title: 'P', status: 'published' }] as const;
  const imprint = createAdminPost({ id: 'i', article_id: 'i', title: 'Imprint', slug: 'imprint' });
  const privacy = createAdminPost({
    id: 'p',
    article_id: 'p',
    title: 'Our privacy policy',
    languages: [...languages],
  });
  const { screen } = await show([imprint, privacy]);
  const headings = screen.getByRole('heading', { level: 2 }).elements();
  expect(headings.map((heading) => heading.textContent)).toEqual(['Terms', 'Imprint', 'Our privacy policy']);
  expect(screen.getByText('Default text', { exact: true }).elements()).toHaveLength(1);
  expect(screen.getByText('Custom text').elements()).toHaveLength(1);
  await expect.element(screen.getByText(/with the slug “privacy”/)).toBeVisible();
  const create = screen.getByRole('link', { name: 'New page' });
  await expect.element(create).toHaveAttribute('href', '/admin/blog/new?kind=page&locale=en');
  await expectAccessible({ isPage: true });
});

test('only the confirmation of an own privacy text says that the default text returns', async () => {
  const { screen } = await show([
    createAdminPost({ id: 'i', article_id: 'i', title: 'Imprint', slug: 'imprint' }),
    createAdminPost({ id: 't', article_id: 't', title: 'Rules', slug: 'terms' }),
  ]);
  for (const summary of document.querySelectorAll('summary')) summary.click();
  const sure = screen.getByText(/This page and all its versions will be deleted/).elements();
  expect(sure.map(({ textContent }) => textContent?.includes('the default text again'))).toEqual([
    false,
    true,
  ]);
});

test('a taken slug is explained', async () => {
  const { screen } = await show([], { takenSlug: 'terms' });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('already has the slug “terms”');
});
