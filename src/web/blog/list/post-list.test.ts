import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { englishTranslator } from '#test/support/english-translator.ts';
import { TranslatorProvider } from '../../translator.tsx';
import { examplePostSummary } from '../fixtures/example-list.ts';
import { type ListedPost, toListedPost } from './listed-post.ts';
import { PostCard } from './post-list.tsx';

const post: ListedPost = {
  ...toListedPost(examplePostSummary(1, { title: 'Four tags', published_at: null, read_time_minutes: 2 })),
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
  expect(html).toContain('January 1, 2026');
  expect(html).toContain('href="/blog/post-1"');
});

test("a card omits what the post doesn't have", () => {
  expect(render()).toContain('2 min read');
  const html = render({ read_time_minutes: 0, category: null, tags: [] });
  expect(html).not.toContain('min read');
  expect(html).not.toContain('<ul');
  expect(html).not.toContain('<img');
  expect(html).toContain('0 views<');
});

test('the title and excerpt of an untranslated post have a lang attribute', () => {
  const html = render({ text_locale: 'de' });
  expect(html).toMatch(/<h2 lang="de"[^>]*>Four tags</);
  expect(html).toMatch(/<p lang="de"[^>]*>About 1\./);
  expect(render()).not.toContain('lang=');
});
