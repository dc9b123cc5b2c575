import type { PostSummary } from '#blog/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey, Translator } from '#i18n/translate.ts';
import { postPath } from '../blog/post-path.ts';
import { feedFormats, feedPath, feeds } from './feed-addresses.ts';
import type { PublicPage } from './public-pages.ts';

const pages = [
  { page: '/', name: 'nav.home', description: 'home.description' },
  { page: '/blog', name: 'nav.blog', description: 'blog.list.description' },
  { page: '/about', name: 'nav.about', description: 'about.description' },
  { page: '/tools', name: 'tools.heading', description: 'tools.description' },
  { page: '/contact', name: 'nav.contact', description: 'contact.description' },
] as const satisfies readonly { page: PublicPage; name: MessageKey; description: MessageKey }[];

const references = [
  { name: 'machine.api_page', path: '/api' },
  { name: 'machine.api_document', path: '/openapi.json' },
] as const satisfies readonly { name: MessageKey; path: string }[];

/** What the site is and where things are, as Markdown for language models (llmstxt.org). */
export function writeLlms(t: Translator, publicOrigin: string, posts: readonly PostSummary[]): string {
  const here = (path: string) => publicOrigin + localizedPath(t.locale, path);
  const newest = posts.map(({ title, slug, excerpt }) => entry(title, here(postPath(slug)), excerpt));
  return [
    `# ${t('brand.name')}`,
    `> ${t('home.description')}`,
    ...section(
      t('nav.label'),
      pages.map(({ page, name, description }) => entry(t(name), here(page), t(description))),
    ),
    ...section(t('machine.newest'), newest),
    ...section(
      t('machine.feeds'),
      feedFormats.map((format) => entry(feeds[format].name, publicOrigin + feedPath(t.locale, format))),
    ),
    ...section(
      t('machine.api'),
      references.map(({ name, path }) => entry(t(name), publicOrigin + path)),
    ),
    '',
  ].join('\n\n');
}

/** A heading with its list; nothing where the list is empty. */
function section(heading: string, entries: string[]): string[] {
  return entries.length > 0 ? [`## ${heading}`, entries.join('\n')] : [];
}

function entry(name: string, url: string, description = ''): string {
  const link = `- [${oneLine(name)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  return description ? `${link}: ${oneLine(description)}` : link;
}

/** Text that Markdown takes for nothing else. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}
