import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';

export default [
  // A pattern such as `/:locale?` would match the owner's pages too.
  ...locales.map((locale) =>
    route(localizedPath(locale, '/'), 'downloader/home/home-page.tsx', {
      id: `home-${locale}`,
      caseSensitive: true,
    }),
  ),
  route('/:locale?/about', 'site/about-page.tsx', { caseSensitive: true }),
  route('/:locale?/contact', 'site/contact/contact-page.tsx', { caseSensitive: true }),
  route('/:locale?/tools', 'site/tools/tools-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog', 'blog/list/post-list-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/:slug', 'blog/post/post-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/author/:slug', 'blog/collections/author-page.tsx', { caseSensitive: true }),
  route('/:locale?/blog/category/:slug', 'blog/collections/taxon-page.tsx', {
    id: 'category',
    caseSensitive: true,
  }),
  route('/:locale?/blog/tag/:slug', 'blog/collections/taxon-page.tsx', { id: 'tag', caseSensitive: true }),
  // `adminPageAccess` lists who may open each of these.
  route('/admin', 'admin/layout.tsx', { caseSensitive: true }, [
    index('admin/posts/posts-index.ts'),
    route('sign-in', 'admin/auth/sign-in-page.tsx', { caseSensitive: true }),
    route('sign-out', 'admin/auth/sign-out.ts', { caseSensitive: true }),
    route('set-up', 'admin/auth/setup-page.tsx', { caseSensitive: true }),
    route('reset', 'admin/auth/reset-password-page.tsx', { caseSensitive: true }),
    route('invitation', 'admin/auth/invitation-page.tsx', { caseSensitive: true }),
    route('account', 'admin/accounts/account-page.tsx', { caseSensitive: true }),
    route('two-factor', 'admin/accounts/second-factor-page.tsx', { caseSensitive: true }),
    route('profile/:author', 'admin/accounts/profile-page.tsx', { caseSensitive: true }),
    route('people', 'admin/accounts/users-page.tsx', { caseSensitive: true }),
    route('keys', 'admin/accounts/api-keys-page.tsx', { caseSensitive: true }),
    route('blog', 'admin/posts/posts-page.tsx', { caseSensitive: true }),
    // A new post is `/admin/blog/new`.
    route('blog/:post', 'admin/editor/editor-page.tsx', { caseSensitive: true }),
    route('blog/:post/translate', 'admin/editor/translation/side-by-side/side-by-side-page.tsx', {
      caseSensitive: true,
    }),
    route('blog/:post/review', 'admin/review/post-review-page.tsx', { caseSensitive: true }),
    route('review', 'admin/review/review-page.tsx', { caseSensitive: true }),
    route('preview/:post', 'preview/post-preview-page.tsx', { caseSensitive: true }),
    route('categories', 'admin/taxonomy/taxonomy-page.tsx', { id: 'admin-categories', caseSensitive: true }),
    route('pages', 'admin/pages/pages-page.tsx', { caseSensitive: true }),
    route('tags', 'admin/taxonomy/taxonomy-page.tsx', { id: 'admin-tags', caseSensitive: true }),
    route('inbox', 'admin/inbox/inbox-page.tsx', { caseSensitive: true }),
    route('inbox/:message', 'admin/inbox/message-page.tsx', { caseSensitive: true }),
    route('translation', 'admin/glossary/glossary-page.tsx', { caseSensitive: true }),
    route('figures', 'admin/figures/figures-page.tsx', { caseSensitive: true }),
    route('figures/:post', 'admin/figures/post-figures-page.tsx', { caseSensitive: true }),
    route('data', 'admin/data-jobs/data-page.tsx', { caseSensitive: true }),
    route('start', 'admin/start/start-page.tsx', { caseSensitive: true }),
    route('settings', 'admin/settings/settings-index.ts', { caseSensitive: true }),
    route('settings/:section', 'admin/settings/settings-page.tsx', { caseSensitive: true }),
  ]),
  route('/preview/:token', 'preview/shared-preview-page.tsx', { caseSensitive: true }),
  route('/robots.txt', 'seo/robots.ts'),
  route('/:locale?/manifest.webmanifest', 'seo/web-manifest.ts', { caseSensitive: true }),
  route('/:locale?/llms.txt', 'seo/llms.ts', { caseSensitive: true }),
  route('/:locale?/feed.xml', 'blog/feed/feed-route.ts', { id: 'rss', caseSensitive: true }),
  route('/:locale?/atom.xml', 'blog/feed/feed-route.ts', { id: 'atom', caseSensitive: true }),
  route('/:locale?/feed.json', 'blog/feed/feed-route.ts', { id: 'json-feed', caseSensitive: true }),
  route('/:name.xml', 'seo/sitemap.ts'),
  route('/theme/:name.css', 'appearance/theme-stylesheet-route.ts', { caseSensitive: true }),
  route('/site-icon/:id/:variant.png', 'appearance/site-icon-route.ts', { caseSensitive: true }),
  route('/og/:locale.png', 'seo/share-cards.ts', { id: 'share-card' }),
  route('/og/:folder/:locale/:slug.png', 'seo/share-cards.ts', {
    id: 'post-share-card',
    caseSensitive: true,
  }),
  route('/:locale?/:slug', 'blog/custom-page/custom-page.tsx', { caseSensitive: true }),
  route('*', 'site/not-found-route.tsx'),
] satisfies RouteConfig;
