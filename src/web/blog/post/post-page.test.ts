import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { BlogReader, PostLookup, PublishedTranslation } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { examplePost } from '../../seo/fixtures/example-post.ts';
import { servicesContext, type WebServices } from '../../services.ts';
import { staticPostContext } from '../static-post.ts';
import { loader } from './post-page.tsx';

const slugs: Partial<Record<Locale, string>> = { en: 'a-thread', de: 'ein-faden', th: 'ด้าย' };

const translations = Object.entries(slugs).map(([locale, slug]) => ({
  id: `post-${locale}`,
  locale,
  slug,
  title: `Title ${locale}`,
  published_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  source_locale: 'de',
  featured_image_url: null,
})) as PublishedTranslation[];

/** A blog with one article. `thread` is an old slug of its English post. */
const blog: Partial<BlogReader> = {
  async findPost(locale, slug): Promise<PostLookup> {
    if (slugs[locale] === slug) {
      const content = '<p>The whole text.</p>';
      return { kind: 'post', post: examplePost({ id: `post-${locale}`, locale, slug, content }) };
    }
    return locale === 'en' && slug === 'thread' ? { kind: 'moved', slug: 'a-thread' } : { kind: 'missing' };
  },
  findTranslationsBySlug: async (locale, slug) =>
    translations.some((translation) => translation.locale !== locale && translation.slug === slug)
      ? translations
      : [],
  listTranslations: async () => translations,
  findRelatedPosts: async () => [],
  renderContent: async (html) => ({ html, headings: [], questions: [] }),
};

async function load(locale: Locale | undefined, slug: string) {
  const context = new RouterContextProvider();
  const missing: string[] = [];
  const machineNote = { isShownOn: async (id: string) => id === 'post-th' };
  const services = { blog, machineNote, onMissingPath: (path: string) => missing.push(path) };
  context.set(servicesContext, services as unknown as WebServices);
  const path = `${locale ? `/${locale}` : ''}/blog/${encodeURIComponent(slug)}`;
  const request = new Request(`https://unspool.example${path}?from=feed`);
  const args = { request, params: { locale, slug }, context } as unknown as LoaderFunctionArgs;
  const promise = loader(args);
  const [result] = await Promise.allSettled([promise]);
  return { result, missing, staticPost: context.get(staticPostContext) };
}

test('the loader returns the post and its translations; only server rendering gets the text', async () => {
  const { result, staticPost } = await load('de', 'ein-faden');
  expect(result).toMatchObject({
    status: 'fulfilled',
    value: {
      post: { id: 'post-de', slug: 'ein-faden' },
      translatedPage: {
        section: '/blog',
        source: 'de',
        paths: {
          en: '/blog/a-thread',
          de: '/blog/ein-faden',
          th: '/blog/%E0%B8%94%E0%B9%89%E0%B8%B2%E0%B8%A2',
        },
      },
    },
  });
  expect(JSON.stringify(result)).not.toContain('The whole text');
  expect(staticPost?.content.html).toBe('<p>The whole text.</p>');
});

test('an old slug redirects with 301 to the current one', async () => {
  const { result } = await load(undefined, 'thread');
  if (result?.status !== 'rejected' || !(result.reason instanceof Response)) throw new Error('no redirect');
  expect(result.reason.status).toBe(301);
  expect(result.reason.headers.get('location')).toBe('/blog/a-thread?from=feed');
});

test('an unknown slug is 404 and is reported as missing', async () => {
  const { result, missing } = await load('fr', 'nothing');
  expect(result).toMatchObject({
    reason: { init: { status: 404 }, data: { missing: 'post', translations: [] } },
  });
  expect(missing).toEqual(['/fr/blog/nothing']);
});

test('a slug of another language suggests the requested translation, or all of them', async () => {
  const german = await load('de', 'a-thread');
  expect(german.result).toMatchObject({
    reason: { data: { translations: [{ locale: 'de', slug: 'ein-faden', title: 'Title de' }] } },
  });
  const french = await load('fr', 'a-thread');
  expect(french.result).toMatchObject({
    reason: { data: { translations: [{ locale: 'en' }, { locale: 'de' }, { locale: 'th' }] } },
  });
});

test('the page knows whether it says that a machine translated the post', async () => {
  const note = async (locale: Locale, slug: string) => (await load(locale, slug)).result;
  expect(await note('th', 'ด้าย')).toMatchObject({ value: { hasMachineNote: true } });
  expect(await note('de', 'ein-faden')).toMatchObject({ value: { hasMachineNote: false } });
});
