import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { BlogReader, FoundPost, Post, Sibling } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { servicesContext, type WebServices } from '../services.ts';
import { loadPost } from './load-post.ts';
import { stillPostContext } from './post-still.tsx';

const slugs: Partial<Record<Locale, string>> = { en: 'a-thread', de: 'ein-faden', th: 'ด้าย' };

function postIn(locale: Locale, slug: string): Post {
  return {
    ...{ id: `post-${locale}`, article_id: 'article', slug, locale, status: 'published' },
    ...{ title: `Title ${locale}`, excerpt: '', content: '<p>The whole text.</p>' },
    ...{ featured_image_url: null, featured_image_width: null, featured_image_height: null },
    ...{ featured_image_srcset: null, featured_image_alt: '' },
    ...{ seo_title: null, seo_description: null, seo_keywords: [] },
    ...{ published_at: '2026-01-01T00:00:00Z', created_at: '2026-01-01T00:00:00Z' },
    ...{ updated_at: '2026-01-01T00:00:00Z', read_time_minutes: 1, view_count: 0, author_id: null },
    ...{ category_id: null, category: null, tags: [] },
  };
}

const siblings = Object.entries(slugs).map(([locale, slug]) => ({
  ...{ id: `post-${locale}`, locale, slug, title: `Title ${locale}` },
  ...{ published_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ...{ source_locale: 'de', featured_image_url: null },
})) as Sibling[];

/** A blog of one article; its English post was once called `thread`. */
const blog: Partial<BlogReader> = {
  async findPost(locale, slug): Promise<FoundPost> {
    if (slugs[locale] === slug) return { kind: 'post', post: postIn(locale, slug) };
    return locale === 'en' && slug === 'thread' ? { kind: 'moved', slug: 'a-thread' } : { kind: 'missing' };
  },
  findElsewhere: async (locale, slug) =>
    siblings.some((sibling) => sibling.locale !== locale && sibling.slug === slug) ? siblings : [],
  siblingsOf: async () => siblings,
  relatedPosts: async () => [],
  renderContent: (html) => ({ html, headings: [] }),
};

async function load(locale: Locale | undefined, slug: string) {
  const context = new RouterContextProvider();
  const missing: string[] = [];
  const services = { blog, onMissingPath: (path: string) => missing.push(path) };
  context.set(servicesContext, services as unknown as WebServices);
  const path = `${locale ? `/${locale}` : ''}/blog/${encodeURIComponent(slug)}`;
  const request = new Request(`https://unspool.example${path}?from=feed`);
  const given = loadPost({ request, params: { locale, slug }, context } as unknown as Parameters<
    typeof loadPost
  >[0]);
  const [result] = await Promise.allSettled([given]);
  return { result, missing, still: context.get(stillPostContext) };
}

test('a post comes with its translations; its text goes to the rendering alone', async () => {
  const { result, still } = await load('de', 'ein-faden');
  expect(result).toMatchObject({
    status: 'fulfilled',
    value: {
      post: { id: 'post-de', title: 'Title de' },
      place: {
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
  expect(still?.content.html).toBe('<p>The whole text.</p>');
});

test('a former address answers 301 with the present one', async () => {
  const { result } = await load(undefined, 'thread');
  if (result?.status !== 'rejected' || !(result.reason instanceof Response)) throw new Error('no redirect');
  expect(result.reason.status).toBe(301);
  expect(result.reason.headers.get('location')).toBe('/blog/a-thread?from=feed');
});

test('a post that never was is missing, and noted as such', async () => {
  const { result, missing } = await load('fr', 'nothing');
  expect(result).toMatchObject({
    reason: { init: { status: 404 }, data: { missing: 'post', elsewhere: [] } },
  });
  expect(missing).toEqual(['/fr/blog/nothing']);
});

test("another language's address leads to the reader's own post, or to all there are", async () => {
  const own = await load('de', 'a-thread');
  expect(own.result).toMatchObject({
    reason: { data: { elsewhere: [{ locale: 'de', slug: 'ein-faden', title: 'Title de' }] } },
  });
  const none = await load('fr', 'a-thread');
  expect(none.result).toMatchObject({
    reason: { data: { elsewhere: [{ locale: 'en' }, { locale: 'de' }, { locale: 'th' }] } },
  });
});
