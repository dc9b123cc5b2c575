import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { DocumentMedia, DocumentPost } from './document-sections.ts';
import { postDocumentFormats } from './post-documents.ts';

const { txt, md, html } = postDocumentFormats;

const post: DocumentPost = {
  code: 'DAb_c-1',
  url: 'https://www.threads.com/@ann.b/post/DAb_c-1',
  author: { username: 'ann.b', name: 'Ann' },
  text: 'สวัสดี\n100% & more #1',
  publishedAt: '2026-01-01T08:30:00.000Z',
};

const image: DocumentMedia = {
  type: 'image',
  name: '01-a.jpg',
  alt: 'a hill',
  isBeside: true,
  postCode: null,
};
const video: DocumentMedia = { type: 'video', name: '02-b.mp4', alt: null, isBeside: true, postCode: null };

const thread: DocumentPost = {
  ...post,
  thread: {
    posts: ['DAone', post.code, 'DAthree'].map((code, index) => ({
      code,
      url: `https://www.threads.com/@ann.b/post/${code}`,
      text: index === 1 ? '' : `Text ${index}`,
      publishedAt: `2026-01-0${index + 1}T08:30:00.000Z`,
    })),
  },
};

/** Elements with their attributes, and the text between the tags. */
function parseHtml(text: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  let content = '';
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push({ name, attributes }),
    ontext: (part) => {
      content += part;
    },
  });
  parser.end(text);
  return {
    elements,
    content,
    named: (...names: string[]) => elements.filter(({ name }) => names.includes(name)),
  };
}

test('the text has the author, date, URL, words and files of a post', () => {
  expect(txt.format(post, [image, video])).toBe(
    `Ann @ann.b\n${post.publishedAt}\n${post.url}\n\n${post.text}\n\n01-a.jpg\nALT: a hill\n\n02-b.mp4\n`,
  );
  expect(txt.format({ ...post, text: '', author: { username: 'ann', name: '' } }, [])).toBe(
    `@ann\n${post.publishedAt}\n${post.url}\n`,
  );
});

test('the Markdown shows images, and links to other files', () => {
  expect(md.format(post, [image, video])).toBe(
    [
      '# Ann @ann.b',
      `[2026-01-01 08:30 UTC](${post.url})`,
      'สวัสดี  \n100% &amp; more #1',
      '![a hill](01-a.jpg)',
      '[02-b.mp4](02-b.mp4)\n',
    ].join('\n\n'),
  );
});

test('the page shows every file with its description', () => {
  const gif = { ...image, type: 'gif' as const };
  const media = [
    image,
    video,
    gif,
    { ...gif, name: '04.mp4' },
    { ...video, type: 'audio' as const, name: '05.m4a' },
  ];
  const { named } = parseHtml(html.format(post, media));
  expect(named('img', 'video', 'audio').map(({ name, attributes }) => [name, attributes.src])).toEqual([
    ['img', '01-a.jpg'],
    ['video', '02-b.mp4'],
    ['img', '01-a.jpg'],
    ['video', '04.mp4'],
    ['audio', '05.m4a'],
  ]);
  expect(named('img')[0]?.attributes.alt).toBe('a hill');
  expect(named('video')[0]?.attributes).toMatchObject({ controls: '', 'aria-label': '02-b.mp4' });
});

test('the page is self-contained, without scripts', () => {
  const { elements, named } = parseHtml(html.format(post, [image, video]));
  const tags = new Set(elements.map(({ name }) => name));
  for (const tag of ['script', 'link', 'iframe', 'object', 'form', 'base']) expect(tags).not.toContain(tag);
  expect(named('meta').map(({ attributes }) => attributes.content)).toContainEqual(
    expect.stringContaining("script-src 'none'"),
  );
  const sources = elements.flatMap(({ attributes: { src } }) => src ?? []);
  expect(sources).toEqual(['01-a.jpg', '02-b.mp4']);
});

test.each(Object.entries(postDocumentFormats))('as %s, a thread has every post in order', (_, { format }) => {
  const media = [
    { ...image, name: 'of-three.jpg', postCode: 'DAthree' },
    { ...image, name: 'of-one.jpg', postCode: 'DAone' },
  ];
  const text = format(thread, media);
  const parts = ['DAone', 'Text 0', 'of-one.jpg', 'post/DAb_c-1', 'DAthree', 'Text 2', 'of-three.jpg'];
  const positions = parts.map((part) => text.indexOf(part));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions).not.toContain(-1);
  expect(format({ ...post, thread: { more: 2 } }, [])).toBe(format(post, []));
});

test('media that is not beside the document links to its post', () => {
  const linked = { ...video, name: 'Video 1', alt: 'a boat', isBeside: false };
  expect(md.format(post, [linked])).toContain(`[Video 1](${post.url})\n\nALT: a boat\n`);
  const { named, content } = parseHtml(html.format(post, [linked]));
  expect(named('video')).toEqual([]);
  expect(named('a').at(-1)?.attributes.href).toBe(post.url);
  expect(content).toContain('ALT: a boat');
});

test('a file name becomes a relative URL', () => {
  const named = { ...image, name: 'ภาพ (1) #a%b?"c.jpg' };
  const encoded = '%E0%B8%A0%E0%B8%B2%E0%B8%9E%20(1)%20%23a%25b%3F%22c.jpg';
  expect(parseHtml(html.format(post, [named])).named('img')[0]?.attributes.src).toBe(encoded);
  expect(md.format(post, [named])).toContain(`![a hill](${encoded.replace('(', '%28').replace(')', '%29')})`);
});

const hostile = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title></textarea><!--',
  '&lt;script&gt;&#106;avascript:alert(1)',
  'a\u202ereversed\u2066 <b>',
  '\ud83d lone, \0 nul',
];

test.each(hostile)('%j stays text in the page, wherever it comes from', (text) => {
  const media = { ...image, name: text.toWellFormed(), alt: text };
  const source = html.format({ ...post, text, author: { username: text, name: text } }, [
    media,
    { ...media, type: 'video' },
    { ...media, isBeside: false },
  ]);
  const { named, elements, content } = parseHtml(source);
  expect(named('script', 'b')).toEqual([]);
  expect(named('img')).toHaveLength(1);
  expect(named('style', 'title')).toHaveLength(2);
  const handlers = elements
    .flatMap(({ attributes }) => Object.keys(attributes))
    .filter((name) => /^on/.test(name));
  expect(handlers).toEqual([]);
  expect(content).toContain(text.toWellFormed().replace(/\0/, ''));
  expect(source.isWellFormed()).toBe(true);
});

test('a name and a description cannot reorder the line around them', () => {
  const name = 'Ann\u202e\u2066\nmoc.live';
  for (const { format } of Object.values(postDocumentFormats)) {
    const text = format({ ...post, author: { username: 'ann', name } }, [{ ...image, alt: name }]);
    expect(text).not.toMatch(/[\u202e\u2066]/);
    expect(text).toContain('Ann moc.live');
  }
});

test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'ftp://a.b/c', 'nonsense'])(
  'neither a post nor a page links to %j',
  (url) => {
    const malicious = { ...post, url, linksTo: url, text: `[x](${url}) <${url}> <a href="${url}">` };
    const { named } = parseHtml(html.format(malicious, [{ ...image, isBeside: false }]));
    expect(named('a')).toEqual([]);
    expect(md.format(malicious, [])).not.toMatch(/(?<!\\)\]\(|(?<!\\)</);
  },
);

test('http and https URLs become links, without the punctuation around them', () => {
  const text = 'See (https://a.example/b_c*d?e=1&f="x). And HTTP://b.example!';
  const { named, content } = parseHtml(html.format({ ...post, text }, []));
  expect(
    named('a')
      .slice(1)
      .map(({ attributes }) => attributes.href),
  ).toEqual(['https://a.example/b_c*d?e=1&f=', 'HTTP://b.example']);
  expect(content).toContain(text);
  expect(md.format({ ...post, text }, [])).toContain(
    'See (<https://a.example/b_c*d?e=1&f=>"x). And <HTTP://b.example>!',
  );
});

test.each([
  ['a link', '[x](javascript:alert(1))', '&#91;x&#93;(javascript:alert(1))'],
  ['the end of a link', 'x](javascript:alert(1))', 'x&#93;(javascript:alert(1))'],
  ['an image', '![x](https:)', '!&#91;x&#93;(https:)'],
  ['HTML', '<script>', '&lt;script&gt;'],
  ['an entity', '&#106;', '&amp;#106;'],
  ['emphasis and code', '*a* _b_ `c` ~~d~~', '\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~'],
  ['an escape', '\\[x]', '\\\\&#91;x&#93;'],
  ['a heading', '# a', '\\# a'],
  ['a heading by underline', 'a\n===\nb\n---', 'a  \n\\===  \nb  \n\\---'],
  ['a list', '- a\n+ b\n1. c\n2) d', '\\- a  \n\\+ b  \n1\\. c  \n2\\) d'],
  ['a quote', '> a', '&gt; a'],
  ['a code block', '    a\n\t# b', '\u00a0\u00a0\u00a0\u00a0a  \n\u00a0\\# b'],
  ['a table', 'a | b', 'a \\| b'],
  ['blank lines', '\n\na\n \n\nb\n', 'a\n\n\nb'],
])('in Markdown, %s of the author stays text', (_, text, escaped) => {
  expect(md.format({ ...post, text }, [])).toBe(
    `# Ann @ann.b\n\n[2026-01-01 08:30 UTC](${post.url})\n\n${escaped}\n`,
  );
});

test('a name or a description cannot end its Markdown link', () => {
  const text = md.format({ ...post, author: { username: 'a', name: '# ](x)' } }, [
    { ...image, alt: '](javascript:alert(1)) ![' },
  ]);
  expect(text).toMatch(/^# # &#93;\(x\) @a\n/);
  expect(text).toContain('![&#93;(javascript:alert(1)) !&#91;](01-a.jpg)');
});

test('the link of a post is part of every document', () => {
  for (const { format } of Object.values(postDocumentFormats))
    expect(format({ ...post, linksTo: 'https://a.example/film' }, [])).toContain('https://a.example/film');
});

const secret = {
  ...post,
  text: 'It sinks\nat night, *really*.',
  formatting: [{ start: 3, end: 17, styles: ['spoiler' as const] }],
};

test('hidden words are marked, and covered where a document can cover them', () => {
  expect(txt.format(secret, [])).toContain('It [SPOILER]sinks\nat night[/SPOILER], *really*.\n');
  expect(md.format(secret, [])).toContain(
    'It &#91;SPOILER&#93;sinks  \nat night&#91;/SPOILER&#93;, \\*really\\*.\n',
  );
  const page = html.format(secret, []);
  expect(parseHtml(page).content).toContain(secret.text);
  expect(page).toContain('aria-label="SPOILER"><span>sinks\nat night</span></label>, ');
  expect(page).toContain('.spoiler :not(:checked)+span{visibility:hidden}');
  const part = { ...secret, thread: { posts: [{ ...secret }] } };
  for (const { format } of Object.values(postDocumentFormats)) expect(format(part, [])).toContain('SPOILER');
});

test('hidden media is beside every document, marked, and not shown at once', () => {
  const media = [
    { ...image, isSpoiler: true as const },
    { ...video, isSpoiler: true as const },
  ];
  expect(txt.format(post, media)).toContain('01-a.jpg\nSPOILER\nALT: a hill\n\n02-b.mp4\nSPOILER\n');
  expect(md.format(post, media)).toContain(
    '\n\n[SPOILER: 01-a.jpg](01-a.jpg)\n\nALT: a hill\n\n[SPOILER: 02-b.mp4](02-b.mp4)\n',
  );
  const source = html.format(post, media);
  expect(source.split('<details><summary>SPOILER: ')).toHaveLength(3);
  expect(parseHtml(source).named('img', 'video')).toHaveLength(2);
  expect(html.format(post, [image])).not.toContain('SPOILER:');
});

const link = 'https://a.example/b?c=d';
const styled = {
  ...post,
  text: 'Bold words, an italic one and all three.\nOur page by @bob: □',
  formatting: [
    { start: 0, end: 11, styles: ['bold' as const] },
    { start: 15, end: 21, styles: ['italic' as const] },
    { start: 30, end: 39, styles: ['bold' as const, 'italic' as const, 'underline' as const] },
    { start: 41, end: 49, styles: [], link },
    { start: 53, end: 57, styles: [], link: 'https://www.threads.com/@bob' },
    { start: 59, end: 60, styles: ['sticker' as const] },
  ],
};

test('formats, links, mentions and stickers are a part of every document', () => {
  expect(txt.format(styled, [])).toContain(
    `Bold words, an italic one and all three.\nOur page <${link}> by @bob: [STICKER]\n`,
  );
  expect(md.format(styled, [])).toContain(
    [
      '<strong>Bold words,</strong> an *italic* one and <u>***all three***</u>.  \n',
      `[Our page](${link}) by [@bob](https://www.threads.com/@bob): &#91;STICKER&#93;\n`,
    ].join(''),
  );
  const source = html.format(styled, []);
  expect(source).toContain(
    '<strong>Bold words,</strong> an <em>italic</em> one and <u><em><strong>all three',
  );
  expect(source).toContain('dir="auto">Our page</a> by <a href="https://www.threads.com/@bob"');
  expect(
    parseHtml(source)
      .named('a')
      .slice(1)
      .map(({ attributes }) => attributes.href),
  ).toEqual([link, 'https://www.threads.com/@bob']);
});

test.each([
  ['within a word', 'abc', 1, 2, 'a**b**c'],
  ['in a language without spaces', 'สวัสดีครับ', 6, 10, 'สวัสดี**ครับ**'],
  ['with spaces', 'a b c', 1, 4, 'a **b** c'],
  ['with punctuation', 'a “b” c', 2, 5, 'a <strong>“b”</strong> c'],
  ['with signs of its own', '2*3*4', 0, 5, '**2\\*3\\*4**'],
  ['over two lines', 'a\nb', 0, 3, '**a**  \n**b**'],
  ['of a bare URL', 'https://a.example', 0, 17, '<strong><https://a.example></strong>'],
  ['of nothing but a space', 'a b', 1, 2, 'a b'],
])('in Markdown, bold words %s are bold', (_, text, start, end, expected) => {
  const formatting = [{ start, end, styles: ['bold' as const] }];
  expect(md.format({ ...post, text, formatting }, [])).toContain(`\n\n${expected}\n`);
});

test('formats that touch each other use no signs', () => {
  const formatting = [
    { start: 0, end: 1, styles: ['bold' as const] },
    { start: 1, end: 2, styles: ['italic' as const] },
  ];
  expect(md.format({ ...post, text: 'ab', formatting }, [])).toContain('<strong>a</strong><em>b</em>');
});

test('a link in .txt shows its target only if the words do not', () => {
  const format = (text: string, link: string) =>
    txt.format({ ...post, text, formatting: [{ start: 0, end: text.length, styles: [], link }] }, []);
  expect(format('example.com/a', 'https://www.example.com/a/')).not.toContain('<');
  expect(format('bank.example', 'https://evil.example/')).toContain('bank.example <https://evil.example/>');
});

test.each(hostile)('whatever is formatted in %j, it stays text in the page', (text) => {
  const formatting = [...text].map((_, start) => ({
    start,
    end: start + 2,
    styles: ['bold' as const, 'spoiler' as const].slice(start % 3),
    link: start % 2 ? `https://evil.example/${text}` : `javascript:${text}`,
  }));
  const { named, elements, content } = parseHtml(html.format({ ...post, text, formatting }, []));
  expect(named('script', 'b', 'img')).toEqual([]);
  for (const { attributes } of elements) expect(attributes.href ?? 'https://').toMatch(/^https:/);
  expect(content).toContain(text.toWellFormed().replace(/\0/, ''));
});

test('a gap in a thread has its numbers in every document, if they are known', () => {
  const posts = ['DAone', 'DAtwo'].map((code) => ({ ...post, code, text: `Text of ${code}` }));
  const gaps = [
    { after: 1, count: 1, reason: 'unavailable' as const },
    { after: 1, count: 2, reason: 'missing' as const },
    { after: 2, count: 1, reason: 'missing' as const },
  ];
  const torn = { ...post, thread: { posts, gaps } };
  expect(txt.format(torn, [])).toContain('Text of DAone\n\n2–4/6\n\n[…]\n\nAnn @ann.b');
  expect(txt.format(torn, [])).toMatch(/Text of DAtwo\n\n6\/6\n\n\[…\]\n$/);
  expect(md.format(torn, [])).toContain('## 1/6\n\n');
  expect(md.format(torn, [])).toContain('\n\n## 2–4/6\n\n&#91;…&#93;\n\n## 5/6\n\n');
  expect(html.format(torn, [])).toContain(
    '<article>\n<h2>2–4/6</h2>\n<p class="text" dir="auto">[…]</p>\n</article>',
  );
  const unknown = {
    ...post,
    thread: { posts, gaps: [{ after: 0, count: true as const, reason: 'missing' as const }] },
  };
  expect(md.format(unknown, [])).toMatch(/^# Ann @ann.b\n\n&#91;…&#93;\n\n## 1\/2/);
});
