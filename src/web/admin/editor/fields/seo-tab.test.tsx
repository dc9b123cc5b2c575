import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { type } from '../rich-text/fixtures/open-text.tsx';
import SeoTab from './seo-tab.tsx';

async function openSeo(fields = {}) {
  const { screen, fields: current } = await renderEditorPart((context) => <SeoTab context={context} />, {
    fields,
  });
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  return {
    screen,
    current,
    title: field('SEO Title'),
    description: field('SEO Description'),
    keywords: field('SEO Keywords'),
    result: screen.getByRole('region', { name: 'Search result preview' }),
  };
}

test('the keywords field keeps the typed text and passes a list to the form', async () => {
  const { current, keywords } = await openSeo();
  await keywords.click();
  await type(' video , threads,, save a post ,');
  await expect.element(keywords).toHaveValue(' video , threads,, save a post ,');
  expect(current().seo_keywords).toEqual(['video', 'threads', 'save a post']);
  await expect.element(keywords).toHaveAccessibleDescription('Separated by commas.');
});

test('an empty title or description is stored as null', async () => {
  const { current, title, description } = await openSeo({ seo_title: 'A', seo_description: 'B' });
  await title.fill('Three videos');
  await description.fill('How to save three videos.');
  expect(current()).toMatchObject({
    seo_title: 'Three videos',
    seo_description: 'How to save three videos.',
  });
  await title.fill('');
  await description.fill('');
  expect(current()).toMatchObject({ seo_title: null, seo_description: null });
});

test('the counters have the limits of search results', async () => {
  const { title, description } = await openSeo({ seo_title: '😀' });
  await expect.element(title).toHaveAccessibleDescription('1 of 60 characters');
  await expect.element(description).toHaveAccessibleDescription('0 of 160 characters');
});

test('a canonical URL reaches the form once it is complete, and an incomplete one is explained', async () => {
  const { screen, current } = await openSeo();
  const url = screen.getByLabelText('Canonical URL', { exact: true });
  await url.fill('example.org/post');
  await expect.element(url).not.toHaveAttribute('aria-invalid');
  await screen.getByLabelText('SEO Title', { exact: true }).click();
  await expect.element(url).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(screen.getByRole('alert').getByText('Enter a full URL that starts with https://.'))
    .toBeVisible();
  expect(current().canonical_url).toBeNull();
  await url.fill('https://example.org/post');
  await expect.element(url).not.toHaveAttribute('aria-invalid');
  expect(current().canonical_url).toBe('https://example.org/post');
  await url.fill('');
  expect(current().canonical_url).toBeNull();
});

test('a post is hidden from search engines with a checkbox', async () => {
  const { screen, current } = await openSeo();
  const checkbox = screen.getByRole('checkbox', { name: 'Hide from search engines' });
  await expect.element(checkbox).toHaveAccessibleDescription(/sitemap/);
  await checkbox.click();
  expect(current().noindex).toBe(true);
});

test('the social media preview shows the cover, host, title and description', async () => {
  const { screen } = await openSeo({
    title: 'One Two',
    excerpt: 'An excerpt',
    featured_image_url: '/files/4f3f2a52-0000-4000-8000-000000000001/2000.webp',
  });
  const preview = screen.getByRole('region', { name: 'Social media preview' });
  await expect.element(preview.getByText('unspool.test', { exact: true })).toBeVisible();
  await expect.element(preview.getByText('One Two', { exact: true })).toBeVisible();
  await expect.element(preview.getByText('An excerpt')).toBeVisible();
  expect(preview.element().querySelector('img')?.getAttribute('src')).toMatch(/^\/files\//);
});

test('the search result shows the SEO fields, falling back to title and excerpt', async () => {
  const { result, title, description } = await openSeo({ title: 'One Two', excerpt: 'An excerpt' });
  await expect.element(result).toMatchTextContent('unspool.test/blog/one-two');
  await expect.element(result.getByText('One Two', { exact: true })).toBeVisible();
  await expect.element(result.getByText('An excerpt')).toBeVisible();
  await title.fill('For machines');
  await description.fill('Of machines');
  await expect.element(result.getByText('For machines')).toBeVisible();
  await expect.element(result.getByText('Of machines')).toBeVisible();
  await expectAccessible();
});

test('the search result of an empty post shows placeholders', async () => {
  const { result } = await openSeo();
  await expect.element(result).toMatchTextContent('……');
});
