import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { examplePostSummary } from '../fixtures/example-list.ts';
import { StaticPostProvider } from '../static-post.tsx';
import { RelatedPosts } from './static-content.tsx';

const renderRelated = (locale: 'en' | 'de' = 'en') =>
  renderComponent(
    <StaticPostProvider
      staticPost={{
        content: { html: '', headings: [] },
        related: [
          examplePostSummary(1, { published_at: null, read_time_minutes: 4 }),
          examplePostSummary(2, { read_time_minutes: 0 }),
          examplePostSummary(3),
        ],
      }}
    >
      <h1>Title</h1>
      <div className="px-4">
        <RelatedPosts />
      </div>
    </StaticPostProvider>,
    { locale },
  );

test('three related posts are linked with their date and reading time', async () => {
  await page.viewport(320, 700);
  const screen = await renderRelated('de');
  const related = screen.getByRole('complementary', { name: 'Ähnliche Artikel' });
  const links = related.getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Post 1', '/de/blog/post-1'],
    ['Post 2', '/de/blog/post-2'],
    ['Post 3', '/de/blog/post-3'],
  ]);
  const facts = related
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.textContent);
  expect(facts).toEqual(['1. Januar 20264 Min. Lesezeit', '2. Januar 2026', '2. Januar 20261 Min. Lesezeit']);
  await expectAccessible();
});

test('related posts are not printed', async () => {
  await renderRelated();
  await commands.emulateMedia({ media: 'print' });
  await expect.poll(() => document.querySelector('aside')?.checkVisibility()).toBe(false);
});
