import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { RenderedContent } from '#content/render-content.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { examplePostSummary } from './fixtures/example-list.ts';
import { PostContent, RelatedPosts } from './post-body.tsx';
import { StaticPostReactContext } from './static-post.ts';

const headings: RenderedContent['headings'] = [
  { id: 'one', level: 2, text: 'One' },
  { id: 'one-a', level: 3, text: 'One A' },
  { id: 'สอง', level: 2, text: 'สอง' },
  { id: 'three', level: 2, text: 'Three' },
];
const paragraphs = '<p>It needs a minute.</p>'.repeat(40);
const html = headings
  .map(({ id, level, text }) => `<h${level} id="${id}">${text}</h${level}>${paragraphs}`)
  .join('');

const table = `<table><tbody><tr>${'<td>unbreakable-word-in-a-cell</td>'.repeat(12)}</tr></tbody></table>`;

const related = [
  examplePostSummary(1, { published_at: null, read_time_minutes: 4 }),
  examplePostSummary(2, { read_time_minutes: 0 }),
  examplePostSummary(3),
];

const renderText = (content: Omit<RenderedContent, 'questions'>, locale: 'en' | 'de' = 'en') =>
  renderComponent(
    <StaticPostReactContext value={{ content: { ...content, questions: [] }, related }}>
      <main>
        <h1>Title</h1>
        <PostContent />
      </main>
      <div className="px-4">
        <RelatedPosts />
      </div>
    </StaticPostReactContext>,
    { locale },
  );

test('on a phone the table of contents is collapsed and can be opened with the keyboard', async () => {
  await page.viewport(320, 700);
  const screen = await renderText({ html, headings });
  await expect.element(screen.getByRole('navigation', { name: 'In this post' })).not.toBeInTheDocument();
  const links = screen.getByRole('main').getByRole('link');
  await expect.element(links).not.toBeInTheDocument();
  const summary = screen.getByText('In this post').first();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(links).toHaveLength(4);
  expect(links.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['One', '#one'],
    ['One A', '#one-a'],
    ['สอง', '#%E0%B8%AA%E0%B8%AD%E0%B8%87'],
    ['Three', '#three'],
  ]);
  await expect.element(summary).toBeVisible();
  await expectAccessible();
});

test('on a wide screen the table of contents is sticky beside the text', async () => {
  await page.viewport(1280, 900);
  const screen = await renderText({ html, headings });
  const contents = screen.getByRole('navigation', { name: 'In this post' });
  await expect.element(contents).toBeVisible();
  expect(document.querySelector('details')?.checkVisibility()).toBe(false);
  const target = document.getElementById('three');
  target?.scrollIntoView();
  await expect.poll(() => target?.getBoundingClientRect().top).toBeLessThan(100);
  const { top, left } = contents.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(left).toBeGreaterThan(document.querySelector('.prose')?.getBoundingClientRect().right ?? 0);
});

test('a post with two sections has no table of contents', async () => {
  const screen = await renderText({ html, headings: headings.slice(0, 3) });
  await expect.element(screen.getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
  await expect.element(screen.getByText('In this post')).not.toBeInTheDocument();
});

test('a wide table scrolls in its own focusable region', async () => {
  await page.viewport(320, 700);
  const screen = await renderText({ html: `<p>x</p>${table}${table}`, headings: [] });
  const frame = screen.getByRole('region', { name: 'Table 1', exact: true });
  await expect.element(screen.getByRole('region', { name: 'Table 2', exact: true })).toBeInTheDocument();
  await userEvent.tab();
  await expect.element(frame).toHaveFocus();
  const element = frame.element();
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth);
  expect(getComputedStyle(element).overflowX).toBe('auto');
  await expectAccessible();
});

test('three related posts are linked with their date and reading time', async () => {
  await page.viewport(320, 700);
  const screen = await renderText({ html: '<p>x</p>', headings: [] }, 'de');
  const aside = screen.getByRole('complementary', { name: 'Ähnliche Artikel' });
  const links = aside.getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Post 1', '/de/blog/post-1'],
    ['Post 2', '/de/blog/post-2'],
    ['Post 3', '/de/blog/post-3'],
  ]);
  const facts = aside
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.textContent);
  expect(facts).toEqual(['1. Januar 20264 Min. Lesezeit', '2. Januar 2026', '2. Januar 20261 Min. Lesezeit']);
  await expectAccessible();
});

test('the text is printed, its table of contents and the related posts are not', async () => {
  await renderText({ html, headings });
  await commands.emulateMedia({ media: 'print' });
  await expect
    .poll(() => [...document.querySelectorAll('nav, details, aside')].some((part) => part.checkVisibility()))
    .toBe(false);
  expect(document.querySelector('.prose')?.checkVisibility()).toBe(true);
});
