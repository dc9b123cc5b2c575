import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { englishTranslator } from '#test/support/english-translator.ts';
import { TranslatorProvider } from '../../translator.tsx';
import type { ListedPost } from './listed-post.ts';
import { PostCard } from './post-card.tsx';

const post: ListedPost = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  slug: 'four-tags',
  title: 'Four tags',
  excerpt: 'A post with more tags than a card shows.',
  featured_image_url: null,
  featured_image_width: null,
  featured_image_height: null,
  featured_image_srcset: null,
  featured_image_alt: '',
  published_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  read_time_minutes: 2,
  view_count: 1,
  category: { name: 'Guides', slug: 'guides', color: '#c8391b' },
  tags: ['first', 'second', 'third', 'fourth'].map((slug) => ({ slug, name: `The ${slug} tag` })),
};

function render(changes: Partial<ListedPost> = {}): string {
  const children = createElement(PostCard, { post: { ...post, ...changes }, isFirst: false });
  return renderToStaticMarkup(TranslatorProvider({ translator: englishTranslator, children }));
}

test('a card shows the category, at most three tags and the creation date of an unpublished post', () => {
  const html = render();
  expect(html.match(/(Guides|The \w+ tag)</g)).toEqual([
    'Guides<',
    'The first tag<',
    'The second tag<',
    'The third tag<',
  ]);
  expect(html).toContain('March 1, 2026');
  expect(html).toContain('href="/blog/four-tags"');
});

test("a card omits what the post doesn't have", () => {
  expect(render()).toContain('2 min read');
  const html = render({ read_time_minutes: 0, category: null, tags: [] });
  expect(html).not.toContain('min read');
  expect(html).not.toContain('<ul');
  expect(html).not.toContain('<img');
  expect(html).toContain('1 view<');
});

test('the title and excerpt of an untranslated post have a lang attribute', () => {
  const html = render({ text_locale: 'de' });
  expect(html).toMatch(/<h2 lang="de"[^>]*>Four tags</);
  expect(html).toMatch(/<p lang="de"[^>]*>A post with more/);
  expect(render()).not.toContain('lang=');
});
