import { expect, test } from 'vitest';
import { buildCard, buildEmbed, carousel, soloImage, soloVideo } from './fixtures/build-embed.ts';
import { cdn } from './fixtures/build-post.ts';
import { readCacheKeyId } from './read-cache-key.ts';
import { isEmbedPage, readEmbed } from './read-embed.ts';

const code = 'DAsked00001';
const mine = { username: 'alma.demo', code };
const theirs = { username: 'bruno_demo', code: 'DOther00001', media: soloVideo('theirs') };
const read = (html: string, username: string | null = null) => readEmbed(html, { code, username });

function items(html: string, username: string | null = null) {
  const outcome = read(html, username);
  if (outcome.kind !== 'found' || !outcome.result.ok) return outcome;
  return outcome.result.value.items.map(
    (item) => `${item.type} ${item.source.kind} ${item.renditions[0].url.split('/').at(-1)}`,
  );
}

test('a video is its file with the signature intact, and its cover', () => {
  expect(read(buildEmbed(buildCard({ ...mine, media: soloVideo('clip') })))).toMatchObject({
    kind: 'found',
    result: {
      value: {
        code,
        author: { username: 'alma.demo' },
        text: `words of ${code}`,
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

test('a carousel keeps its order; the avatar is no item', () => {
  expect(items(buildEmbed(buildCard({ ...mine, media: carousel('one', 'clip2', 'three') })))).toEqual([
    'image own one.jpg',
    'video own clip2.mp4',
    'image own three.jpg',
  ]);
});

test('the parent that is drawn before a reply is not the post', () => {
  const parent = buildCard({ ...theirs, full: false, parent: true });
  const reply = { ...mine, media: soloImage('mine') };
  expect(items(buildEmbed(parent, buildCard(reply)))).toEqual(['image own mine.jpg?stp=dst-jpg_e35&oh=00_x']);
  expect(items(buildEmbed(parent, buildCard({ ...reply, full: false })))).toHaveLength(1);
});

test('the media of a quoted post is labelled with its author, and is not the own', () => {
  const html = buildEmbed(
    buildCard({ ...mine, media: soloImage('mine'), quote: buildCard({ ...theirs, full: false }) }),
  );
  expect(items(html)).toEqual([
    'image own mine.jpg?stp=dst-jpg_e35&oh=00_x',
    'video quoted theirs.mp4?efg=x&oh=00_x',
  ]);
  const outcome = read(html);
  expect(outcome).toMatchObject({
    result: { value: { items: [{}, { source: { username: 'bruno_demo', code: 'DOther00001' } }] } },
  });
});

test('the card of another post is refused', () => {
  for (const full of [true, false]) {
    expect(items(buildEmbed(buildCard({ ...theirs, full })))).toMatchObject({ kind: 'absent' });
  }
});

test('the card of another post of the same author is refused', () => {
  const html = buildEmbed(buildCard({ ...mine, code: 'DOther00001', media: soloImage('other') }));
  expect(items(html, 'alma.demo')).toMatchObject({ kind: 'absent' });
});

test('a stranger whose words link the post does not become it', () => {
  const text = `as <a href="https://www.threads.com/@alma.demo/post/${code}">they</a> said`;
  const html = buildEmbed(buildCard({ ...theirs, text }));
  expect(items(html)).toMatchObject({ kind: 'absent' });
  expect(items(html.replace(/<a class="Time.*?<\/a>/, ''))).toMatchObject({ kind: 'absent' });
});

test('the link preview is no media but says where it is', () => {
  const card = `<div class="LinkAttachmentOuterContainer"><a href="https://l.threads.com/?u=https%3A%2F%2Fexample.com%2F"></a><img src="${cdn}/v/t51.82787-15/p.jpg" /></div>`;
  expect(read(buildEmbed(buildCard({ ...mine, media: card })))).toMatchObject({
    result: { error: { code: 'post.media_elsewhere', post: { linksTo: 'https://example.com/' } } },
  });
});

test('a card with words only is a text post, media outside every known place a misreading', () => {
  expect(read(buildEmbed(buildCard(mine)))).toMatchObject({ result: { error: { code: 'post.no_media' } } });
  const media = `<div class="NewContainer"><img src="${cdn}/v/t51.82787-15/a.jpg" /></div>`;
  expect(read(buildEmbed(buildCard({ ...mine, media })))).toMatchObject({ kind: 'misread' });
});

test('a video of which only the cover is left is no picture, and a card with one is incomplete', () => {
  const cover = soloVideo('clip').replace(/<source.*?>/, '');
  expect(read(buildEmbed(buildCard({ ...mine, media: cover })))).toMatchObject({ kind: 'misread' });
  expect(read(buildEmbed(buildCard({ ...mine, media: soloImage('hill') + cover })))).toMatchObject({
    result: { ok: true, value: { incomplete: true, items: [{ type: 'image' }] } },
  });
});

test('an empty frame says nothing certain, the words do', () => {
  expect(read(buildEmbed(buildCard({ ...mine, text: '' })))).toMatchObject({ kind: 'absent' });
  expect(read(buildEmbed('<div>Thread not available</div>'))).toMatchObject({ kind: 'gone' });
  expect(read(buildEmbed(buildCard({ ...mine, text: 'Thread not available' })))).toMatchObject({
    result: { error: { code: 'post.no_media' } },
  });
});

test('without any link the account has to match', () => {
  const html = buildEmbed(buildCard({ ...mine, media: soloImage('mine') })).replace(
    /<a class="Time.*?<\/a>/,
    '',
  );
  expect(items(html, 'alma.demo')).toHaveLength(1);
  expect(items(html, 'bruno_demo')).toMatchObject({ kind: 'absent' });
  expect(items(html)).toMatchObject({ kind: 'absent' });
});

test('the card is told from the page of the site', () => {
  expect(isEmbedPage(buildEmbed(buildCard(mine)))).toBe(true);
  expect(isEmbedPage('<div class="LinkAttachment"></div>')).toBe(false);
});

test('a picture carries its id in its cache key', () => {
  const key = Buffer.from('3129000000000000001').toString('base64');
  expect(readCacheKeyId(`${cdn}/a.jpg?ig_cache_key=${encodeURIComponent(key)}.2-ccb7-5`)).toBe(
    '3129000000000000001',
  );
  expect(readCacheKeyId(`${cdn}/a.jpg?ig_cache_key=eHh4`)).toBeNull();
});

test('a card of endless depth is read without a crash', () => {
  expect(read(buildEmbed('<div class="OuterContainer">'.repeat(5_000))).kind).toBe('unrecognised');
});
