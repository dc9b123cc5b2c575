import { type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the product. English has no prefix. */
export default [
  route('/:locale?', 'pages/home.tsx'),
  route('/:locale?/about', 'pages/about.tsx', { caseSensitive: true }),
  route('/:locale?/contact', 'pages/contact.tsx', { caseSensitive: true }),
  route('/:locale?/blog', 'blog/list-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/:slug', 'blog/post-page.tsx', { caseSensitive: true }),
  route('/robots.txt', 'seo/robots-file.ts'),
  // The index, and one for each language: sitemap.xml, sitemap-de.xml
  route('/:name.xml', 'seo/sitemap-file.ts'),
  route('/og/:locale.png', 'seo/card-file.ts'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
