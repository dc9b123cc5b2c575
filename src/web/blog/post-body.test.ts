import { getAttributeValue, getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PostSummary } from '#blog/contract.ts';
import { renderContent } from '#content/render-content.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { examplePost } from '../seo/fixtures/example-post.ts';
import { TranslatorProvider } from '../translator.tsx';
import { RelatedPosts, wrapTables } from './post-body.tsx';
import { StaticPostReactContext } from './static-post.ts';

test('an attribute with a tag in it stays an attribute', () => {
  const alt = '<table ><meta http-equiv=refresh content=0>';
  const { html } = renderContent(
    `<figure><img src="/files/a/480.webp" alt="${alt.replaceAll('<', '&lt;')}"></figure>`,
  );
  const document = parseDocument(wrapTables(html, 'Table'));
  expect(getElementsByTagName('table', document)).toEqual([]);
  expect(getElementsByTagName('meta', document)).toEqual([]);
  expect(getElementsByTagName('img', document)[0]?.attribs.alt).toBe(alt);
});

test('every table is in its own labeled, focusable region', () => {
  const cell = '<table><tbody><tr><td>1</td></tr></tbody></table>';
  const html = `<p>a</p>${cell}<blockquote><table lang="de"><tbody><tr><td>${cell}</td></tr></tbody></table></blockquote>`;
  const tables = getElementsByTagName('table', parseDocument(wrapTables(html, 'Say "it" & go')));
  expect(tables).toHaveLength(3);
  for (const [index, { parent }] of tables.entries()) {
    if (parent?.type !== 'tag') throw new Error('a table without a frame');
    expect(parent.name).toBe('section');
    expect(getAttributeValue(parent, 'tabindex')).toBe('0');
    expect(getAttributeValue(parent, 'aria-label')).toBe(`Say "it" & go ${index + 1}`);
    expect(parent.children).toHaveLength(1);
  }
  expect(wrapTables(cell, 'Table')).toContain('aria-label="Table"');
});

test('escaped table markup is unchanged', () => {
  const html = '<p>A <code>&lt;table&gt;</code> is no <em>tablet</em>.</p>';
  expect(wrapTables(html, 'Table')).toBe(html);
});

function renderRelated(related: PostSummary[]): string {
  const staticPost = { content: { html: '', headings: [], questions: [] }, related };
  const children = createElement(StaticPostReactContext, { value: staticPost }, createElement(RelatedPosts));
  return renderToStaticMarkup(TranslatorProvider({ translator: englishTranslator, children }));
}

test('without related posts a sentence says so', () => {
  const html = renderRelated([]);
  expect(html).toContain('Related Posts');
  expect(html).toContain('Related posts will be implemented in a future update.');
  expect(html).not.toContain('href');
});

test('an untranslated title has a lang attribute', () => {
  expect(renderRelated([examplePost({ text_locale: 'de' })])).toMatch(/<a lang="de"[^>]*>A thread</);
});
