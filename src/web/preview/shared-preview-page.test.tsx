import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import { createAdminPost } from '../admin/fixtures/admin-posts.ts';
import SharedPreviewPage from './shared-preview-page.tsx';

const show = (loaderData: object, locale: 'en' | 'de' = 'en') =>
  renderAdminPage(SharedPreviewPage, { path: '/preview/token', loaderData, locale });

test('the bar shows that this is a preview and its expiry, and has no link to the admin area', async () => {
  const post = createAdminPost({ title: 'Ein Entwurf', locale: 'de', status: 'draft' });
  const { screen } = await show({ ok: true, post, expiresAt: Date.parse('2026-11-29T12:00:00Z') }, 'de');
  const bar = screen.getByRole('complementary', { name: 'Vorschau' });
  await expect.element(bar).toMatchTextContent('Das ist nicht die veröffentlichte Seite.');
  await expect.element(bar).toMatchTextContent('29. November 2026 um 12:00 UTC');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ein Entwurf');
  expect(document.title).toBe('Ein Entwurf | Unspool');
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(document.querySelectorAll('[href^="/admin"]')).toHaveLength(0);
  await expectAccessible();
});

test('the SEO title takes precedence over the title', async () => {
  const post = createAdminPost({ seo_title: 'Kites for everyone' });
  await show({ ok: true, post, expiresAt: Date.parse('2026-11-29T12:00:00Z') });
  await expect.poll(() => document.title).toBe('Kites for everyone | Unspool');
});

test('a preview has no share button and no view counter', async () => {
  const { screen } = await show({ ok: true, post: createAdminPost(), expiresAt: 0 });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Share' }).elements()).toEqual([]);
  expect(document.body.innerHTML).not.toContain('views.gif');
  expect(document.querySelector('link[rel=canonical]')).toBe(null);
});

test.each([
  ['preview.expired', 'Preview links work for seven days, and this one has expired.'],
  ['preview.changed', 'The text has changed since this link was created.'],
  ['preview.missing', 'The link is incomplete, or the post has been deleted.'],
])('%s explains why there is no preview', async (code, text) => {
  const { screen } = await show({ ok: false, code });
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This preview is no longer available');
  await expect.element(screen.getByRole('main')).toMatchTextContent(text);
  await expectAccessible({ isPage: true });
});
