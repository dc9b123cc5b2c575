import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { english } from '../english.ts';
import { examplePost } from '../seo/fixtures/example-post.ts';
import { TranslationProvider } from '../translation.tsx';
import { PostRelated } from './post-related.tsx';
import { StillPostProvider } from './post-still.tsx';

test('where nothing is related, a sentence says so', () => {
  const still = { content: { html: '', headings: [] }, related: [] };
  const children = StillPostProvider({ still, children: createElement(PostRelated) });
  const html = renderToStaticMarkup(TranslationProvider({ translator: english, children }));
  expect(html).toContain('Related Posts');
  expect(html).toContain('Related posts will be implemented in a future update.');
  expect(html).not.toContain('href');
});

test('what is not translated yet names the language of its title', () => {
  const related = [examplePost({ text_locale: 'de' })];
  const still = { content: { html: '', headings: [] }, related };
  const children = StillPostProvider({ still, children: createElement(PostRelated) });
  const html = renderToStaticMarkup(TranslationProvider({ translator: english, children }));
  expect(html).toMatch(/<a lang="de"[^>]*>A thread</);
});
