import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** All page routes. English paths have no locale prefix. */
export default [
  route('/:locale?', 'site/home/home-page.tsx'),
  route('/:locale?/about', 'site/about-page.tsx', { caseSensitive: true }),
  route('/:locale?/contact', 'site/contact/contact-page.tsx', { caseSensitive: true }),
  route('/:locale?/tools', 'site/tools/tools-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog', 'blog/list/post-list-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/:slug', 'blog/post/post-page.tsx', { caseSensitive: true }),
  // `adminPageAccess` lists who may open each of these.
  route('/admin', 'admin/layout.tsx', { caseSensitive: true }, [
    index('admin/index-route.ts'),
    route('sign-in', 'admin/auth/sign-in-page.tsx', { caseSensitive: true }),
    route('sign-out', 'admin/auth/sign-out.ts', { caseSensitive: true }),
    route('set-up', 'admin/auth/setup-page.tsx', { caseSensitive: true }),
    route('reset', 'admin/auth/reset-password-page.tsx', { caseSensitive: true }),
    route('invitation', 'admin/auth/invitation-page.tsx', { caseSensitive: true }),
    route('account', 'admin/accounts/account-page.tsx', { caseSensitive: true }),
    route('people', 'admin/accounts/users-page.tsx', { caseSensitive: true }),
    route('keys', 'admin/accounts/api-keys-page.tsx', { caseSensitive: true }),
    route('blog', 'admin/posts/posts-page.tsx', { caseSensitive: true }),
    // A new post is `/admin/blog/new`.
    route('blog/:post', 'admin/editor/editor-page.tsx', { caseSensitive: true }),
    route('preview/:post', 'admin/preview/post-preview-page.tsx', { caseSensitive: true }),
    route('categories', 'admin/taxonomy/categories-page.tsx', { caseSensitive: true }),
    route('tags', 'admin/taxonomy/tags-page.tsx', { caseSensitive: true }),
    route('translation', 'admin/glossary/glossary-page.tsx', { caseSensitive: true }),
  ]),
  route('/preview/:token', 'admin/preview/shared-preview-page.tsx', { caseSensitive: true }),
  route('/robots.txt', 'seo/routes/robots-txt.ts'),
  route('/:locale?/manifest.webmanifest', 'seo/routes/manifest.ts', { caseSensitive: true }),
  route('/:locale?/llms.txt', 'seo/routes/llms-txt.ts', { caseSensitive: true }),
  route('/:locale?/feed.xml', 'seo/routes/feeds.ts', { id: 'rss', caseSensitive: true }),
  route('/:locale?/atom.xml', 'seo/routes/feeds.ts', { id: 'atom', caseSensitive: true }),
  route('/:locale?/feed.json', 'seo/routes/feeds.ts', { id: 'json-feed', caseSensitive: true }),
  // An index and numbered sitemaps per language: sitemap.xml, sitemap-de.xml, sitemap-de-2.xml
  route('/:name.xml', 'seo/routes/sitemap-xml.ts'),
  route('/og/:locale.png', 'seo/routes/share-card.ts'),
  route('/og/blog/:locale/:slug.png', 'seo/routes/post-share-card.ts', { caseSensitive: true }),
  route('*', 'site/not-found-route.tsx'),
] satisfies RouteConfig;
