import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** All page routes. English paths have no locale prefix. */
export default [
  route('/:locale?', 'pages/home.tsx'),
  route('/:locale?/about', 'pages/about.tsx', { caseSensitive: true }),
  route('/:locale?/contact', 'pages/contact.tsx', { caseSensitive: true }),
  route('/:locale?/tools', 'pages/tools.tsx', { caseSensitive: true }),
  route('/:locale?/blog', 'blog/list-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/:slug', 'blog/post-page.tsx', { caseSensitive: true }),
  // `adminPageAccess` lists who may open each of these.
  route('/admin', 'admin/area.tsx', { caseSensitive: true }, [
    index('admin/start.ts'),
    route('sign-in', 'admin/sign-in-page.tsx', { caseSensitive: true }),
    route('sign-out', 'admin/sign-out.ts', { caseSensitive: true }),
    route('set-up', 'admin/set-up-page.tsx', { caseSensitive: true }),
    route('reset', 'admin/reset-page.tsx', { caseSensitive: true }),
    route('invitation', 'admin/invitation-page.tsx', { caseSensitive: true }),
    route('account', 'admin/account-page.tsx', { caseSensitive: true }),
    route('people', 'admin/people-page.tsx', { caseSensitive: true }),
    route('keys', 'admin/keys-page.tsx', { caseSensitive: true }),
    route('blog', 'admin/blog-page.tsx', { caseSensitive: true }),
    // A new post is `/admin/blog/new`.
    route('blog/:post', 'admin/editor/editor-page.tsx', { caseSensitive: true }),
    route('preview/:post', 'admin/preview/own-preview-page.tsx', { caseSensitive: true }),
    route('categories', 'admin/shelves/categories-page.tsx', { caseSensitive: true }),
    route('tags', 'admin/shelves/tags-page.tsx', { caseSensitive: true }),
    route('translation', 'admin/styles/translation-page.tsx', { caseSensitive: true }),
  ]),
  route('/preview/:token', 'admin/preview/shared-preview-page.tsx', { caseSensitive: true }),
  route('/robots.txt', 'seo/robots-file.ts'),
  route('/:locale?/manifest.webmanifest', 'seo/manifest-file.ts', { caseSensitive: true }),
  route('/:locale?/llms.txt', 'seo/llms-file.ts', { caseSensitive: true }),
  route('/:locale?/feed.xml', 'seo/feed-file.ts', { id: 'rss', caseSensitive: true }),
  route('/:locale?/atom.xml', 'seo/feed-file.ts', { id: 'atom', caseSensitive: true }),
  route('/:locale?/feed.json', 'seo/feed-file.ts', { id: 'json-feed', caseSensitive: true }),
  // An index and numbered sitemaps per language: sitemap.xml, sitemap-de.xml, sitemap-de-2.xml
  route('/:name.xml', 'seo/sitemap-file.ts'),
  route('/og/:locale.png', 'seo/card-file.ts'),
  route('/og/blog/:locale/:slug.png', 'seo/post-card-file.ts', { caseSensitive: true }),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
