import { expect, test } from 'vitest';
import { buildPage } from '../fixtures/build-page.ts';
import { cdn } from '../fixtures/build-post.ts';
import { parseOgTags } from './og-tags.ts';

const code = 'DAsked00001';
const target = { code, username: null };
const ogUrl = `https://www.threads.com/@alma.demo/post/${code}`;
const ogImage = `${cdn}/v/t51.82787-15/hill.jpg?stp=dst-jpg_e35&oh=00_x`;
const ogTitle = 'Alma & Co (@alma.demo) on Threads';

test('the image of an empty page that names the post is used with an intact signature', () => {
  expect(parseOgTags(buildPage([], { ogUrl, ogImage, ogTitle }), target)).toMatchObject({
    kind: 'found',
    result: {
      value: {
        code,
        author: { username: 'alma.demo', name: 'Alma & Co' },
        items: [{ type: 'image', renditions: [{ url: ogImage, format: 'JPG' }], source: { code } }],
      },
    },
  });
});

test.each([
  ['another post', { ogUrl: 'https://www.threads.com/@x/post/DOther00001', ogImage }],
  ['the bare site', { ogUrl: 'https://www.threads.com/', ogImage }],
  ['another host', { ogUrl: `https://evil.example/@x/post/${code}`, ogImage }],
  ['nothing', { ogImage }],
])('a page that names %s is not trusted', (_, head) => {
  expect(parseOgTags(buildPage([], head), target)).toEqual({ kind: 'inapplicable' });
});

test('tags that contradict each other are not trusted', () => {
  const html = buildPage([], { ogUrl, ogImage }).replace(
    'rel="canonical" href="',
    'rel="canonical" href="https://www.threads.com/t/DOther00001#',
  );
  expect(parseOgTags(html, target)).toEqual({ kind: 'inapplicable' });
});

test.each([
  ['an avatar', `${cdn}/v/t51.2885-19/me.jpg`],
  ['an avatar of the newer kind', `${cdn}/v/t51.82787-19/me.jpg`],
  ['the cover of a video', `${cdn}/v/t51.71878-15/cover.jpg`],
  ['a placeholder', 'https://static.cdninstagram.com/rsrc.php/null.jpg'],
])('%s is not media', (_, image) => {
  expect(parseOgTags(buildPage([], { ogUrl, ogImage: image, ogTitle }), target)).toEqual({
    kind: 'inapplicable',
  });
});
