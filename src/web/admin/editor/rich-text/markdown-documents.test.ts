import { expect, test } from 'vitest';
import { htmlToMarkdown } from '#backup/content/markdown.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { joinHtml } from '#translation/blocks/post-text.ts';
import { splitHtml } from '#translation/blocks/split-html.ts';
import { markdownDocuments, parseStructure, readStructure } from './fixtures/markdown-documents.ts';
import { cleanPastedHtml } from './paste/clean-pasted-html.ts';
import { isMarkdown } from './paste/detect-markdown.ts';
import { markdownToHtml } from './paste/markdown-to-html.ts';

const imageUrl = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';

/** The stored text of a pasted document, once its images are copied. */
function store(markdown: string): string {
  const html = cleanPastedHtml(markdownToHtml(markdown) ?? '');
  return sanitizeContent(html.replace(/(<img src=")(?:https?:|\.\.\/\.\.\/files)[^"]*/g, `$1${imageUrl}`));
}

test('there are twelve documents', () => {
  expect(markdownDocuments).toHaveLength(12);
});

test.each(markdownDocuments)(
  '%s keeps its structure from pasting to a restored export',
  (_path, markdown) => {
    expect(isMarkdown(markdown)).toBe(true);
    const stored = store(markdown);
    expect(readStructure(stored)).toEqual(parseStructure(markdown));
    expect(sanitizeContent(stored)).toBe(stored);

    const split = splitHtml(stored, 'en');
    const texts = new Map(split.blocks.map(({ id, text }) => [id, text]));
    expect(texts.size).toBeGreaterThan(3);
    expect(joinHtml(split, texts, { to: 'en' })).toBe(stored);
    expect(readStructure(joinHtml(split, texts, { to: 'de' }))).toEqual(readStructure(stored));

    expect(readStructure(store(htmlToMarkdown(stored)))).toEqual(readStructure(stored));
  },
);
