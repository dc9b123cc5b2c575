import { expect, test } from 'vitest';
import {
  buildEmbed,
  buildEmbedBlock,
  carousel,
  type EmbedBlockOptions,
  soloImage,
  soloVideo,
} from '../fixtures/build-embed.ts';
import { cdn } from '../fixtures/build-post.ts';
import { isEmbedPage, parseEmbed } from './embed.ts';

const code = 'DAsked00001';
const ownPost = { username: 'alma.demo', code };
const ownEmbed = (options: Partial<EmbedBlockOptions>) =>
  buildEmbed(buildEmbedBlock({ ...ownPost, ...options }));
const otherPost = { username: 'bruno_demo', code: 'DOther00001', media: soloVideo('theirs') };
const parse = (html: string, username: string | null = null) => parseEmbed(html, { code, username });

function items(html: string, username: string | null = null) {
  const outcome = parse(html, username);
  if (outcome.kind !== 'found' || !outcome.result.ok) return outcome;
  return outcome.result.value.items.map(
    (item) => `${item.type} ${item.source.kind} ${item.renditions[0].url.split('/').at(-1)}`,
  );
}

test('a video has its file URL with an intact signature, and its cover', () => {
  expect(parse(ownEmbed({ media: soloVideo('clip') }))).toMatchObject({
    kind: 'found',
    result: {
      value: {
        code,
        author: { username: 'alma.demo' },
        text: `text of ${code}`,
        items: [
          {
            type: 'video',
            renditions: [{ url: `${cdn}/o1/v/t16/clip.mp4?efg=x&oh=00_x`, format: 'MP4' }],
            thumbnailUrl: `${cdn}/v/t51.71878-15/clip.jpg`,
            source: { kind: 'own', username: 'alma.demo', code },
          },
        ],
      },
    },
  });
});

test('a carousel keeps its order, and the avatar is not an item', () => {
  expect(items(ownEmbed({ media: carousel('one', 'clip2', 'three') }))).toEqual([
    'image own one.jpg',
    'video own clip2.mp4',
    'image own three.jpg',
  ]);
});

test('the parent shown before a reply is not the post', () => {
  const parent = buildEmbedBlock({ ...otherPost, full: false, parent: true });
  const reply = { ...ownPost, media: soloImage('mine') };
  expect(items(buildEmbed(parent, buildEmbedBlock(reply)))).toEqual([
    'image own mine.jpg?stp=dst-jpg_e35&oh=00_x',
  ]);
  expect(items(buildEmbed(parent, buildEmbedBlock({ ...reply, full: false })))).toHaveLength(1);
});

test('the media of a quoted post is labeled with its author and separate from own media', () => {
  const html = buildEmbed(
    buildEmbedBlock({
      ...ownPost,
      media: soloImage('mine'),
      quote: buildEmbedBlock({ ...otherPost, full: false }),
    }),
  );
  expect(items(html)).toEqual([
    'image own mine.jpg?stp=dst-jpg_e35&oh=00_x',
    'video quoted theirs.mp4?efg=x&oh=00_x',
  ]);
  const outcome = parse(html);
  expect(outcome).toMatchObject({
    result: { value: { items: [{}, { source: { username: 'bruno_demo', code: 'DOther00001' } }] } },
  });
});

test('a quoted post that looks like a full post is quoted, not mistaken for the post', () => {
  const quoted = buildEmbedBlock(otherPost).replace(
    'OuterContainer OuterContainerFull',
    'OuterContainerFull OuterContainerQuotePost',
  );
  const quoting = (own: Partial<EmbedBlockOptions>) =>
    ownEmbed({ ...own, quote: quoted }).replace('"QuoteContainer"', '"QuotePostContainer"');
  const theirs = 'video quoted theirs.mp4?efg=x&oh=00_x';
  expect(items(quoting({}))).toEqual([theirs]);
  expect(items(quoting({ media: carousel('one', 'clip2') }))).toEqual([
    'image own one.jpg',
    'video own clip2.mp4',
    theirs,
  ]);
  expect(parse(quoting({}))).toMatchObject({
    result: { value: { items: [{ source: { username: 'bruno_demo', code: 'DOther00001' } }] } },
  });
  // The quoting post isn't the requested one, although it quotes it.
  const quotesUs = buildEmbedBlock({ ...otherPost, quote: buildEmbedBlock(ownPost) }).replace(
    '"QuoteContainer"',
    '"QuotePostContainer"',
  );
  expect(items(buildEmbed(quotesUs))).toMatchObject({ kind: 'not_found' });
});

test.each([
  ['SoloMediaContainerQuotePost', 'SingleInnerMediaContainerQuote'],
  ['SoloMediaContainerQuotePost', 'Frame'],
  ['Frame', 'SingleInnerMediaContainerQuote'],
  ['Frame', 'SingleInnerMediaContainerVideoQuotePost'],
  ['MediaScrollContainerQuote', 'MediaScrollImageContainerQuote'],
])('the media of a quoted post in %s and %s is read', (outer, inner) => {
  const wrap = (media: string) => `<div class="${outer}"><div class="${inner}">${media}</div></div>`;
  const quoting = (media: string) => {
    const quote = buildEmbedBlock({ ...otherPost, media: wrap(media) }).replace(
      'OuterContainer OuterContainerFull',
      'OuterContainer OuterContainerFull OuterContainerQuotePost',
    );
    return ownEmbed({ quote: `<div>${quote}</div>` }).replace('"QuoteContainer"', '"QuotePostContainer"');
  };
  const video = `<video><source src="${cdn}/o1/v/t16/theirs.mp4"></video>`;
  expect(items(quoting(video))).toEqual(['video quoted theirs.mp4']);
  const image = `<img src="${cdn}/v/t51.82787-15/theirs.jpg" />`;
  if (!inner.includes('Video')) expect(items(quoting(image))).toEqual(['image quoted theirs.jpg']);
});

test('the link of a topic or of a parent is not the author', () => {
  const link = '<a class="HeaderLink" href="https://www.threads.com/@topic"><span>topic</span></a>';
  for (const name of ['TopicTagWrapper', 'RepliedToText']) {
    const html = ownEmbed({ media: soloImage('mine') }).replace(
      '<a class="HeaderLink"',
      `<div class="${name}">${link}</div><a class="HeaderLink"`,
    );
    expect(parse(html)).toMatchObject({ result: { value: { author: { username: 'alma.demo' } } } });
  }
});

test.each(['Thread not available', 'Thread nicht verfügbar', 'ไม่พบเธรด'])(
  'the error of an embed means in any language (%s) that the post is gone',
  (words) => {
    const error = `<div class="EmbedError"><span>${words}</span></div>`;
    for (const html of [`<html><body>${error}</body></html>`, buildEmbed(error)])
      expect(items(html)).toMatchObject({ kind: 'gone' });
  },
);

test('the embed of another post is rejected', () => {
  for (const full of [true, false]) {
    expect(items(buildEmbed(buildEmbedBlock({ ...otherPost, full })))).toMatchObject({ kind: 'not_found' });
  }
});

test('the embed of another post by the same author is rejected', () => {
  const html = ownEmbed({ code: 'DOther00001', media: soloImage('other') });
  expect(items(html, 'alma.demo')).toMatchObject({ kind: 'not_found' });
});

test('a post by someone else that links to the post is rejected', () => {
  const text = `as <a href="https://www.threads.com/@alma.demo/post/${code}">they</a> said`;
  const html = buildEmbed(buildEmbedBlock({ ...otherPost, text }));
  expect(items(html)).toMatchObject({ kind: 'not_found' });
  expect(items(html.replace(/<a class="Time.*?<\/a>/, ''))).toMatchObject({ kind: 'not_found' });
});

test('a link preview is not media but gives its URL', () => {
  const linkPreview = `<div class="LinkAttachmentOuterContainer"><a href="https://l.threads.com/?u=https%3A%2F%2Fexample.com%2F"></a><img src="${cdn}/v/t51.82787-15/p.jpg" /></div>`;
  expect(parse(ownEmbed({ media: linkPreview }))).toMatchObject({
    result: { error: { code: 'post.media_elsewhere', post: { linksTo: 'https://example.com/' } } },
  });
});

test('an embed with only text is a text post, and media outside known containers is a parse error', () => {
  expect(parse(ownEmbed({}))).toMatchObject({
    result: { error: { code: 'post.no_media' } },
  });
  const media = `<div class="NewContainer"><img src="${cdn}/v/t51.82787-15/a.jpg" /></div>`;
  expect(parse(ownEmbed({ media }))).toMatchObject({ kind: 'parse_error' });
});

test('a video with only a cover is not an image, and an embed with one is incomplete', () => {
  const cover = soloVideo('clip').replace(/<source.*?>/, '');
  expect(parse(ownEmbed({ media: cover }))).toMatchObject({
    kind: 'parse_error',
  });
  expect(parse(ownEmbed({ media: soloImage('hill') + cover }))).toMatchObject({
    result: { ok: true, value: { incomplete: true, items: [{ type: 'image' }] } },
  });
});

test('an image of Threads in place of a GIF means that the GIF is withheld, and other placeholders do not', () => {
  const placeholder = (name: string) =>
    `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer"><img src="https://static.cdninstagram.com/rsrc.php/yA/r/${name}" /></div></div>`;
  const gif = placeholder('xg_5YoVlvjp.gif?_nc=1');
  for (const text of ['words', ''])
    expect(parse(ownEmbed({ media: gif, text }))).toMatchObject({
      result: { ok: false, error: { code: 'post.no_media', post: { text, withheld: ['gif'] } } },
    });
  const beside = parse(ownEmbed({ media: soloImage('mine') + gif }));
  expect(beside).toMatchObject({ result: { ok: true, value: { items: [{}], withheld: ['gif'] } } });
  expect(beside).not.toHaveProperty('result.value.incomplete');
  expect(parse(ownEmbed({ media: placeholder('blank.png') }))).toMatchObject({ kind: 'parse_error' });
  const quoted = buildEmbedBlock({ ...otherPost, full: false, media: gif });
  expect(parse(ownEmbed({ quote: quoted }))).not.toHaveProperty('result.error.post.withheld');
});

test('an empty embed means not found, but the unavailable notice means gone', () => {
  expect(parse(ownEmbed({ text: '' }))).toMatchObject({ kind: 'not_found' });
  expect(parse(buildEmbed('<div>Thread not available</div>'))).toMatchObject({ kind: 'gone' });
  const error = '<body><div class="EmbedError"><span>Thread not available</span></div></body>';
  expect(isEmbedPage(error)).toBe(true);
  expect(parse(error)).toMatchObject({ kind: 'gone' });
  expect(parse(buildEmbed(buildEmbedBlock({ ...otherPost, text: 'Thread not available' })))).toMatchObject({
    kind: 'not_found',
  });
  expect(parse(ownEmbed({ text: 'Thread not available' }))).toMatchObject({
    result: { error: { code: 'post.no_media' } },
  });
});

test('without any link, the account must match', () => {
  const html = ownEmbed({ media: soloImage('mine') }).replace(/<a class="Time.*?<\/a>/, '');
  expect(items(html, 'alma.demo')).toHaveLength(1);
  expect(items(html, 'bruno_demo')).toMatchObject({ kind: 'not_found' });
  expect(items(html)).toMatchObject({ kind: 'not_found' });
});

test('an embed page is distinguished from a regular page', () => {
  expect(isEmbedPage(ownEmbed({}))).toBe(true);
  expect(isEmbedPage('<div class="LinkAttachment"></div>')).toBe(false);
});

test('images in deeply nested containers are read in a moment', () => {
  const [depth, images] = [190, 50];
  const media = `${'<div class="SoloMediaContainer">'.repeat(depth)}${'<b></b>'.repeat(20_000)}${soloImage('mine').repeat(images)}${'</div>'.repeat(depth)}`;
  expect(items(ownEmbed({ media }))).toHaveLength(images);
});

test('an excessively nested embed is read without a crash', () => {
  expect(parse(buildEmbed('<div class="OuterContainer">'.repeat(5_000))).kind).toBe('unrecognized');
});

test.each([
  ['<a class="HeaderLink" href="/@maker/">Other</a>', 'maker'],
  ['<a class="x HeaderLink" href="https://www.threads.com/%40maker/post/x">Other</a>', 'maker'],
  ['<a class="NameContainer" href="/">@maker </a>', 'maker'],
  ['<a class="NameContainer">maker</a>', 'maker'],
  ['<div class="QuoteContainer"><a class="HeaderLink" href="/@other">x</a></div>', null],
  ['<a class="HeaderLinks" href="/@maker">maker</a>', null],
  ['<a class="HeaderLink" href="/">two words</a>', null],
])('the account in %s is %s', (header, username) => {
  const html = ownEmbed({}).replace(/<a class="HeaderLink".*?<\/a>/, header);
  const outcome = parse(html);
  if (username === null) expect(outcome.kind).toBe('parse_error');
  else expect(outcome).toMatchObject({ result: { error: { post: { author: { username } } } } });
});
