import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composedMarkdown, hostileMarkdown } from '#test/support/hostile-markdown.ts';
import { markdownRenderers, parseRendered } from '#test/support/markdown-renderers.ts';
import { type DocumentMedia, type DocumentPost, postDocumentFormats } from './post-documents.ts';

const renderers = Object.entries(markdownRenderers);

/** All that comes from a stranger is `text`. */
function formatDocument(text: string): string {
  const post: DocumentPost = {
    code: 'DAone',
    url: 'https://www.threads.com/@ann/post/DAone',
    author: { username: 'ann', name: text },
    text,
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

const allowedElements = ['h1', 'p', 'a href', 'br', 'img src alt'];

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
    { numRuns: 500 },
  );
});

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
