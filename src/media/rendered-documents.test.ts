import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composedMarkdown, hostileMarkdown } from '#test/support/hostile-markdown.ts';
import { markdownRenderers, parseRendered } from '#test/support/markdown-renderers.ts';
import { stressRuns } from '#test/support/stress.ts';
import { type FormattedRange, textStyles } from '#threads/contract.ts';
import type { DocumentMedia, DocumentPost } from './document-sections.ts';
import { postDocumentFormats } from './post-documents.ts';

const renderers = Object.entries(markdownRenderers);

const { length: styleCount } = textStyles;

/** Ranges of every style, each with an offset, and links to the text. */
function formatAll(text: string, step: number): FormattedRange[] {
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => ({
    start: index * step,
    end: index * step + step - (index % 2),
    styles: textStyles.filter((_, style) => (index + step) % styleCount >= style),
    ...(index % 3 === 1 && { link: `${index % 2 ? 'https://evil.example/' : 'javascript:'}${text}` }),
  }));
}

/** All that comes from a stranger is `text`. */
function formatDocument(text: string, formatting: FormattedRange[] = []): string {
  const post: DocumentPost = {
    code: 'DAone',
    url: 'https://www.threads.com/@ann/post/DAone',
    author: { username: 'ann', name: text },
    text,
    formatting,
    publishedAt: '2026-01-01T08:30:00.000Z',
    linksTo: `https://evil.example/${text}`,
  };
  const image: DocumentMedia = {
    type: 'image',
    name: `01-${text.toWellFormed()}.jpg`,
    alt: text,
    isBeside: true,
    postCode: null,
  };
  const video: DocumentMedia = { ...image, type: 'video' };
  return postDocumentFormats.md.format(post, [image, video, { ...video, isBeside: false }]);
}

const allowedElements = ['h1', 'p', 'a href', 'br', 'img src alt', 'strong', 'em', 'u'];

function findUnexpected(html: string): string[] {
  const { elements, urls: found } = parseRendered(html);
  return [
    ...elements.filter((element) => !allowedElements.includes(element)),
    ...found.filter((url) => !/^(https?:\/\/|(mailto|xmpp):|\/\/|0[12]-?)/i.test(url)),
  ];
}

test.each(renderers)('a saved post has no live HTML and no structure of its own in %s', (_, render) => {
  for (const text of hostileMarkdown) expect(findUnexpected(render(formatDocument(text))), text).toEqual([]);
  fc.assert(
    fc.property(composedMarkdown, (text) => {
      expect(findUnexpected(render(formatDocument(text)))).toEqual([]);
    }),
    { numRuns: stressRuns(80, 500) },
  );
});

test.each(renderers)('formats add no live HTML and no structure in %s, wherever they are', (_, render) => {
  for (const [index, text] of hostileMarkdown.entries()) {
    const formatting = formatAll(text, 1 + (index % 5));
    expect(findUnexpected(render(formatDocument(text, formatting))), text).toEqual([]);
  }
  const position = fc.nat(60);
  const link = fc.constantFrom(
    '',
    'https://evil.example/)](x',
    'javascript:alert(1)',
    'http://a.example/"><b>',
  );
  const range = fc.record({ start: position, end: position, styles: fc.subarray([...textStyles]), link });
  fc.assert(
    fc.property(composedMarkdown, fc.array(range, { maxLength: 6 }), (text, formatting) => {
      expect(findUnexpected(render(formatDocument(text, formatting)))).toEqual([]);
    }),
    { numRuns: stressRuns(60, 300) },
  );
});

test.each(renderers.filter(([name]) => name !== 'showdown'))(
  'without its formats, the text that %s shows is the text of the post',
  (_, render) => {
    const words = fc.string({
      maxLength: 30,
      unit: fc.constantFrom('a', 'ไ', '字', '1', ' ', '.', '*', '_', '“', '('),
    });
    const range = fc.record({
      start: fc.nat(30),
      end: fc.nat(30),
      styles: fc.subarray(['bold', 'italic', 'underline'] as const),
    });
    fc.assert(
      fc.property(words, fc.array(range, { maxLength: 6 }), (text, formatting) => {
        const shown = (markdown: string) => parseRendered(render(markdown)).text;
        expect(shown(formatDocument(text, formatting))).toBe(shown(formatDocument(text)));
      }),
    );
  },
);

const literal = [
  ...[
    '# a',
    '#',
    '- a',
    '+ a',
    '* a',
    '1. a',
    '12) a',
    '---',
    '***',
    '===',
    '> a',
    '| a |',
    ':-:',
    '    a',
    '~~~',
  ],
  ...['&lt;b&gt;', '&#106;', '\\*', '`a`', '~~a~~', '$a$', '[ ] a', '[a]: b', 'a | b', 'www.a.example/<b>'],
  ...['ftp://a.example/_b_', 'evil.example/<i>', '<b>', 'https://'],
];

test.each(renderers.filter(([name]) => name !== 'showdown'))(
  '%s shows the words as they are',
  (_, render) => {
    for (const text of literal) {
      const { text: shown } = parseRendered(render(formatDocument(text)));
      const words = text.trim();
      // In the heading, in the text and below a video, twice.
      expect(shown.split(words).length - 1, text).toBeGreaterThanOrEqual(4);
    }
  },
);
