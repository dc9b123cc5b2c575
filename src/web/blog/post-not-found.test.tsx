import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { PostNotFoundPage } from './post-not-found.tsx';

test.each([
  ['en', 'Post Not Found', "The blog post you're looking for doesn't exist.", '/blog'],
  ['de', 'Artikel nicht gefunden', 'Den Artikel, den du suchst, gibt es nicht.', '/de/blog'],
  ['th', 'ไม่พบบทความ', 'ไม่มีบทความที่คุณกำลังมองหา', '/th/blog'],
] as const)(
  'a missing post in %s shows a page that links to the blog',
  async (locale, heading, text, href) => {
    await page.viewport(320, 700);
    document.documentElement.lang = locale;
    const screen = await renderComponent(<PostNotFoundPage missing="post" translations={[]} />, { locale });
    const main = screen.getByRole('main');
    await expect.element(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.poll(() => document.title).toBe(`${heading} | Unspool`);
    await expect.element(main.getByText(text, { exact: true })).toBeVisible();
    await expect.element(main.getByRole('link')).toHaveAttribute('href', href);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    await expectAccessible();
  },
);

test('translations of the article are linked, those in other languages with the language name', async () => {
  const screen = await renderComponent(
    <PostNotFoundPage
      missing="post"
      translations={[
        { locale: 'en', slug: 'a-thread', title: 'A thread' },
        { locale: 'th', slug: 'ด้าย', title: 'ด้าย' },
      ]}
    />,
  );
  await expect.element(screen.getByText('You may be looking for:')).toBeVisible();
  const sameLocaleLink = screen.getByRole('link', { name: 'A thread', exact: true });
  await expect.element(sameLocaleLink).toHaveAttribute('href', '/blog/a-thread');
  const other = screen.getByRole('link', { name: 'ไทย: ด้าย', exact: true });
  await expect.element(other).toHaveAttribute('href', '/th/blog/%E0%B8%94%E0%B9%89%E0%B8%B2%E0%B8%A2');
  await expect.element(other).toHaveAttribute('hreflang', 'th');
  expect(other.element().closest('li')?.lang).toBe('th');
});
