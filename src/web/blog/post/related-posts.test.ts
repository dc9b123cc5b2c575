import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { englishTranslator } from '#test/support/english-translator.ts';
import { examplePost } from '../../seo/fixtures/example-post.ts';
import { TranslatorProvider } from '../../translator.tsx';
import { StaticPostProvider } from '../static-post.tsx';
import { RelatedPosts } from './related-posts.tsx';

test('without related posts a sentence says so', () => {
  const staticPost = { content: { html: '', headings: [] }, related: [] };
  const children = StaticPostProvider({ staticPost, children: createElement(RelatedPosts) });
  const html = renderToStaticMarkup(TranslatorProvider({ translator: englishTranslator, children }));
  expect(html).toContain('Related Posts');
  expect(html).toContain('Related posts will be implemented in a future update.');
  expect(html).not.toContain('href');
});

test('an untranslated title has a lang attribute', () => {
  const related = [examplePost({ text_locale: 'de' })];
  const staticPost = { content: { html: '', headings: [] }, related };
  const children = StaticPostProvider({ staticPost, children: createElement(RelatedPosts) });
  const html = renderToStaticMarkup(TranslatorProvider({ translator: englishTranslator, children }));
  expect(html).toMatch(/<a lang="de"[^>]*>A thread</);
});
