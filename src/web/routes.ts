import { type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the product. English has no prefix. */
export default [
  route('/:locale?', 'pages/home.tsx'),
  route('/:locale?/about', 'pages/about.tsx', { caseSensitive: true }),
  route('/:locale?/contact', 'pages/contact.tsx', { caseSensitive: true }),
  route('/:locale?/blog', 'blog/list-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/:slug', 'blog/post-page.tsx', { caseSensitive: true }),
  route('/robots.txt', 'seo/robots-file.ts'),
  route('/:locale?/llms.txt', 'seo/llms-file.ts', { caseSensitive: true }),
  route('/:locale?/feed.xml', 'seo/feed-file.ts', { id: 'rss', caseSensitive: true }),
  route('/:locale?/atom.xml', 'seo/feed-file.ts', { id: 'atom', caseSensitive: true }),
  route('/:locale?/feed.json', 'seo/feed-file.ts', { id: 'json-feed', caseSensitive: true }),
  // The index, and one or more for each language: sitemap.xml, sitemap-de.xml, sitemap-de-2.xml
  route('/:name.xml', 'seo/sitemap-file.ts'),
  route('/og/:locale.png', 'seo/card-file.ts'),
  route('/og/blog/:locale/:slug.png', 'seo/post-card-file.ts', { caseSensitive: true }),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
