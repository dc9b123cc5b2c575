import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import ToolsPage from './tools-page.tsx';

const origin = 'https://unspool.example';

beforeEach(() => localStorage.setItem('unspool.language-suggestion', 'given'));

const openTools = (requiresProof: boolean, locale: 'en' | 'de' = 'en') =>
  renderPublicPage(ToolsPage, {
    path: locale === 'en' ? '/tools' : `/${locale}/tools`,
    loaderData: { origin, requiresProof },
    locale,
  });

test('the page lists bookmarklet, URL prefix, share menu, shortcut and API', async () => {
  await page.viewport(320, 700);
  const { screen } = await openTools(false);
  const bookmark = `javascript:void(window.open('${origin}/?url='+encodeURIComponent(location.href)))`;
  await expect
    .element(screen.getByRole('link', { name: 'Save with Unspool' }))
    .toHaveAttribute('href', bookmark);
  await expect.element(screen.getByText(bookmark, { exact: true })).toBeVisible();
  for (const text of [
    `${origin}/https://www.threads.com/@username/post/...`,
    `${origin}/?url=`,
    `${origin}/functions/v1/extract-threads-media`,
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'The share menu on Android' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /^API documentation/ }))
    .toHaveAttribute('href', '/api');
  await expectAccessible();
});

test('if the API requires a proof of work, the shortcut only opens the post', async () => {
  const { screen } = await openTools(true);
  await expect.element(screen.getByRole('heading', { name: 'Open the post in Unspool' })).toBeVisible();
  await expect
    .element(screen.getByRole('heading', { name: 'Save straight to Photos' }))
    .not.toBeInTheDocument();
  await expect.element(screen.getByText(/extract-threads-media/)).not.toBeInTheDocument();
});

test("the links open the start page in the page's language", async () => {
  const { screen } = await openTools(false, 'de');
  await expect.element(screen.getByText(`${origin}/de?url=`, { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText(/^https:\/\/unspool\.example\/de\/https:\/\/www\.threads\.com\//))
    .toBeVisible();
});
