import type { LoaderFunctionArgs } from 'react-router';
import type { PostSummary } from '#blog/contract.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { escapeMarkdown } from '#platform/escape-markdown.ts';
import { blogPostPath, type PublicPage } from '../paths.ts';
import { fileNotFoundResponse } from '../requests/file-response.ts';
import { servicesContext } from '../services.ts';
import { describeContactPage } from './contact-description.ts';
import { feedFormats, feedInfo, feedPath } from './feed-formats.ts';

const newestPosts = 20;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin, settings } = context.get(servicesContext);
  const { siteName, replyHours } = settings.site();
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  if (path !== '/llms.txt') return fileNotFoundResponse({ request, context });
  const query = { locale, page: 1, pageSize: newestPosts, search: '', category: '', tag: '' };
  const { posts } = await blog.listPosts(query);
  const body = renderLlmsTxt(serverTranslator(locale, siteName), publicOrigin, posts, replyHours);
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

const pages = [
  { page: '/', name: 'nav.home', description: 'home.description' },
  { page: '/blog', name: 'nav.blog', description: 'blog.list.description' },
  { page: '/about', name: 'nav.about', description: 'about.description' },
  { page: '/tools', name: 'tools.heading', description: 'tools.description' },
] as const satisfies readonly { page: PublicPage; name: MessageKey; description: MessageKey }[];

const references = [
  { name: 'machine.api_page', path: '/api' },
  { name: 'machine.api_document', path: '/openapi.json' },
] as const satisfies readonly { name: MessageKey; path: string }[];

/** The format is described at llmstxt.org. */
export function renderLlmsTxt(
  t: Translator,
  publicOrigin: string,
  posts: readonly PostSummary[],
  replyHours: number | null,
): string {
  const toUrl = (path: string) => publicOrigin + localizedPath(t.locale, path);
  const newest = posts.map(({ title, slug, excerpt }) => entry(title, toUrl(blogPostPath(slug)), excerpt));
  return [
    `# ${escapeText(t('brand.name'))}`,
    `> ${t('home.description')}`,
    ...section(t('nav.label'), [
      ...pages.map(({ page, name, description }) => entry(t(name), toUrl(page), t(description))),
      entry(t('nav.contact'), toUrl('/contact'), describeContactPage(t, replyHours)),
    ]),
    ...section(t('machine.newest'), newest),
    ...section(
      t('machine.feeds'),
      feedFormats.map((format) => entry(feedInfo[format].name, publicOrigin + feedPath(t.locale, format))),
    ),
    ...section(
      t('machine.api'),
      references.map(({ name, path }) => entry(t(name), publicOrigin + path)),
    ),
    '',
  ].join('\n\n');
}

function section(heading: string, entries: string[]): string[] {
  return entries.length > 0 ? [`## ${heading}`, entries.join('\n')] : [];
}

function entry(name: string, url: string, description = ''): string {
  const link = `- [${escapeText(name)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  return description ? `${link}: ${escapeText(description)}` : link;
}

const escapeText = (text: string) => escapeMarkdown(text.replace(/\s+/g, ' ').trim());
