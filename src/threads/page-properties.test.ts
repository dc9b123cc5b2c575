import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { buildPage, mediaBlock, relatedBlock, threadBlock } from './fixtures/build-page.ts';
import { alma, bruno, buildPost, buildUser, child, photo, sharing, video } from './fixtures/build-post.ts';
import { parsePostFromHtml } from './strategies/post-page.ts';

const code = 'DAsked00001';
const numRuns = stressRuns(100, 5_000);

/** A video whose file has the code of its post as its name. */
const postOf = (postCode: string, user = alma, info = {}) =>
  buildPost(postCode, { ...video(postCode), user }, info);
const selfReply = (postCode: string, info = {}) =>
  postOf(postCode, alma, { is_reply: true, reply_to_author: alma, ...info });
const stranger = (index: number) =>
  postOf(`DOther0000${index}`, bruno, { is_reply: true, reply_to_author: alma });

function read(html: string, wholeThread = false, postCode = code) {
  const outcome = parsePostFromHtml(html, { code: postCode, username: null, wholeThread });
  return outcome.kind === 'found' ? outcome.result : outcome.kind;
}

const post = postOf(code);
const block = mediaBlock(post);
const others = [relatedBlock(stranger(1)), threadBlock([stranger(2)], [stranger(3)])];
const expected = read(buildPage([block, ...others]));

const quote = (text: string, quoteSign: string) =>
  quoteSign +
  JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quoteSign, `\\${quoteSign}`) +
  quoteSign;
const escapeCode = (text: string) =>
  text.replaceAll(code, (match) =>
    [...match].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
  );

const contents: ((json: string) => string)[] = [
  (json) => json,
  (json) => ` \n${json}\n`,
  (json) => `\uFEFF${json}`,
  (json) => `${json};`,
  (json) => `{"a":1}\n${json}`,
  (json) => JSON.stringify(JSON.parse(json), null, 2),
  (json) => JSON.stringify({ payload: json }),
  (json) => JSON.stringify([JSON.stringify({ result: json })]),
  (json) => JSON.stringify(json),
  escapeCode,
];
const calls: ((json: string) => string)[] = [
  (json) => `handle(${json})`,
  (json) => `var pattern = /["']/g; requireLazy(["x"], function () { /* don't */ handle("x", ${json}) })`,
  (json) => `window.data = ${json};`,
  (json) => `(window.list = window.list || []).push(${json})`,
  (json) => `handle(JSON.parse(${quote(json, "'")}))`,
  (json) => `handle(JSON.parse( ${quote(json, '"')} ))`,
  (json) => `handle(JSON.parse(${quote(json, '`')}))`,
];
const dataTags = [
  '<script type="application/json">',
  "<SCRIPT\n data-x='a>b'\n TYPE='application/json; charset=utf-8' >",
  '<script data-sjs type=application/json>',
  '<script type="text/x-data">',
];
const codeTags = [
  '<script>',
  '<script nonce="a>b">',
  '<script type="module">',
  '<SCRIPT type=text/javascript>',
];

const wrapped = fc.oneof(
  fc.tuple(fc.constantFrom(...dataTags), fc.constantFrom(...contents)).map(
    ([tag, wrap]) =>
      (json: string) =>
        tag + wrap(json),
  ),
  fc.tuple(fc.constantFrom(...codeTags), fc.constantFrom(...calls)).map(
    ([tag, wrap]) =>
      (json: string) =>
        tag + wrap(json),
  ),
);

test('no mutation of the page’s wrapping changes what is read', () => {
  fc.assert(
    fc.property(wrapped, fc.constantFrom('</script>', '</SCRIPT >'), fc.boolean(), (wrap, end, isFirst) => {
      const script = wrap(block) + end;
      const page = buildPage(others);
      const html = isFirst
        ? page.replace('<body>', `<body>${script}`)
        : page.replace('</body>', `${script}</body>`);
      expect(read(html)).toEqual(expected);
    }),
    { numRuns },
  );
});

/** Copies with other fields, of the same size and of different sizes, as pages have them. */
const copies = [
  mediaBlock({ ...post, caption: null }),
  mediaBlock({ ...post, like_count: 3, accessibility_caption: 'a hill' }),
  mediaBlock({ ...post, like_count: 4, accessibility_caption: 'a mountain' }),
  JSON.stringify({ data: { id: post.id, has_audio: false } }),
  JSON.stringify({ data: { id: post.id, has_audio: true } }),
];
test('no order of the blocks changes what is read', () => {
  const thread = threadBlock([post], [selfReply('DChain00002'), selfReply('DChain00003')], [stranger(2)]);
  const blocks = [...copies, ...others, thread];
  for (const wholeThread of [false, true]) {
    const result = read(buildPage(blocks), wholeThread);
    expect(result).toMatchObject({ ok: true });
    fc.assert(
      fc.property(fc.shuffledSubarray(blocks, { minLength: blocks.length }), (shuffled) => {
        expect(read(buildPage(shuffled), wholeThread)).toEqual(result);
      }),
      { numRuns },
    );
  }
});

test('no place of other people’s edges changes a thread, and with positions, no order of its posts', () => {
  const place = (position: number) => ({
    self_thread_info: { self_thread_length: 4, post_position_in_self_thread: position },
  });
  const first = postOf(code, alma, place(1));
  const rest = [2, 3, 4].map((position) => selfReply(`DChain0000${position}`, place(position)));
  const result = read(buildPage([threadBlock([first], ...rest.map((reply) => [reply]))]), true);
  expect(result).toMatchObject({ value: { thread: { posts: [{}, {}, {}, {}] } } });
  const edges = [...rest, stranger(1), stranger(2)].map((reply) => [reply]);
  fc.assert(
    fc.property(fc.shuffledSubarray(edges, { minLength: edges.length }), (shuffled) => {
      expect(read(buildPage([threadBlock([first], ...shuffled)]), true)).toEqual(result);
    }),
    { numRuns },
  );
});

test('the order of an album’s children is the order of its items, and changes none of them', () => {
  const children = [child('1', photo('a')), child('2', video('b')), child('3', photo('c', 800, 600))];
  const items = (carousel_media: unknown[]) => {
    const result = read(buildPage([mediaBlock(buildPost(code, { carousel_media }))]));
    return typeof result === 'object' && result.ok ? result.value.items : [];
  };
  const alone = new Map(children.map((node) => [node, items([node])[0]]));
  fc.assert(
    fc.property(fc.shuffledSubarray(children), (shuffled) => {
      if (shuffled.length > 0) expect(items(shuffled)).toEqual(shuffled.map((node) => alone.get(node)));
    }),
  );
});

const users = [alma, bruno, buildUser('cleo.demo', '7003')];
const anyCode = fc.integer({ min: 1, max: 6 }).map((number) => `DPost00000${number}`);
const authorOf = (postCode: string) => users[Number(postCode.at(-1)) % users.length] ?? alma;
const anyPost = fc
  .record({
    postCode: anyCode,
    otherCode: anyCode,
    key: fc.constantFrom('quoted_post', 'quoted_attachment_post', 'reposted_post', null),
    hasMedia: fc.boolean(),
    replyTo: fc.constantFrom(null, ...users),
  })
  .map(({ postCode, otherCode, key, hasMedia, replyTo }) => {
    const info = {
      reply_to_author: replyTo,
      ...(key && sharing(key, postOf(otherCode, authorOf(otherCode)))),
    };
    return buildPost(postCode, { ...(hasMedia && video(postCode)), user: authorOf(postCode) }, info);
  });
const anyBlock = fc.oneof(
  anyPost.map(mediaBlock),
  fc.array(anyPost, { minLength: 1, maxLength: 3 }).map((posts) => threadBlock(posts)),
  fc.array(anyPost, { minLength: 1, maxLength: 3 }).map((posts) => relatedBlock(...posts)),
  fc
    .array(anyPost, { minLength: 2, maxLength: 4 })
    .map((posts) => threadBlock(...posts.map((node) => [node]))),
);

test('a post is never answered with a file or a word of another post', () => {
  fc.assert(
    fc.property(
      fc.array(anyBlock, { minLength: 1, maxLength: 4 }),
      anyCode,
      fc.boolean(),
      (blocks, asked, whole) => {
        const result = read(buildPage(blocks), whole, asked);
        if (typeof result === 'string') return;
        const found = result.ok ? result.value : result.error.post;
        expect(found).toMatchObject({
          code: asked,
          text: `text of ${asked}`,
          author: { username: authorOf(asked).username },
        });
        for (const { source, renditions } of found?.items ?? []) {
          expect(renditions[0].url).toContain(`/${source.code}.mp4`);
          expect(source.username).toBe(authorOf(String(source.code)).username);
          const isSameAuthor = authorOf(String(source.code)) === authorOf(asked);
          expect(source.kind === 'own' || source.kind === 'continuation' ? isSameAuthor : true).toBe(true);
          if (source.kind === 'own' && !whole) expect(source.code).toBe(asked);
        }
        for (const entry of found?.thread && 'posts' in found.thread ? found.thread.posts : [])
          expect([entry.text, authorOf(entry.code)]).toEqual([`text of ${entry.code}`, authorOf(asked)]);
      },
    ),
    { numRuns: stressRuns(200, 10_000) },
  );
});
