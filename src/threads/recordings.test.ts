import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildPage, mediaBlock } from './fixtures/build-page.ts';
import { type RequestHandler, startReader } from './fixtures/start-reader.ts';
import { findJsonBlocks, findNodes } from './parse/json.ts';
import { idToCreationMs, shortcodeToId } from './parse/shortcode.ts';
import { parseLsdToken, parsePageQueries } from './strategies/data-endpoints.ts';
import { parsePostFromHtml } from './strategies/post-page.ts';

/** Real responses of Threads, outside the repository; the folder's README lists the expected results. */
const folder = new URL('../../../shared/recordings/', import.meta.url);

const isMissing = !existsSync(folder);
const load = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const recorded = test.skipIf(isMissing);

const postPage = 'post-page-2026-06-text-with-carousel-continuation.html';
const profilePage = 'profile-page-2026-02-four-videos.html';
const recordedEmptyPage = 'shell-page-2023.html';
const graphqlResponse = 'graphql-2023-containing-thread.json';

/** Codes and user names belong to real people, so they're read from the folder's README. */
const table = isMissing ? '' : load('README.md');
const findCode = (what: RegExp) =>
  [...table.matchAll(/`([\w-]{11})`: ([^`|]*)/g)].find((match) => what.test(match[2] ?? ''))?.[1] ??
  'missing';

const text = findCode(/text only/);
const carousel = findCode(/5 videos in order/);
const gif = findCode(/1 GIF/);
const image = findCode(/1 jpg/);
const quote = findCode(/quoted video/);
const linkPreview = findCode(/link preview/);
const missingCode = findCode(/not in the page/);
const oldVideo = findCode(/1 video with audio/);
const emptyPagePost = /shell[^|]*; post `([\w-]{11})`/.exec(table)?.[1] ?? 'missing';
const textAuthor = /user ([\w.]+), text only/.exec(table)?.[1];
const quotedAuthor = /quoted video of @([\w.]+)/.exec(table)?.[1];

/** The fake server returns `body` for every page and 404 for anything else. */
async function extract(body: string, code: string, username = '_') {
  const { reader } = startReader((request) =>
    request.method === 'GET' && !request.path.endsWith('/embed') ? { body } : { status: 404 },
  );
  return await reader.extract(`https://www.threads.com/@${username}/post/${code}`);
}

async function describe(body: string, code: string) {
  const result = await extract(body, code);
  if (!result.ok) return result.error.code;
  return result.value.items.map((item) => {
    const { width, height, format } = item.renditions[0];
    return `${item.source.kind} ${item.type} ${format} ${width}x${height} ${item.durationSeconds ?? '-'}s`;
  });
}

const fiveVideos = (kind: string) => [
  `${kind} video MP4 720x1280 8s`,
  `${kind} video MP4 720x1280 5s`,
  `${kind} video MP4 464x832 9s`,
  `${kind} video MP4 480x832 9s`,
  `${kind} video MP4 480x832 9s`,
];

recorded.each([
  ['a text post with a continuation', text, fiveVideos('continuation')],
  ['a carousel', carousel, fiveVideos('own')],
  ['a GIF', gif, ['own gif GIF 498x498 -s']],
  ['a photo', image, ['own image JPG 960x883 -s']],
  ['a quote', quote, ['quoted video MP4 720x1280 16s']],
  ['a link preview', linkPreview, 'post.media_elsewhere'],
  ['a post that is not there', missingCode, 'upstream.changed'],
])('the recorded post page yields only the right media for %s', async (_, code, expected) => {
  expect(await describe(load(postPage), code)).toEqual(expected);
});

recorded('a continuation has its own code, and every item its own author', async () => {
  const html = load(postPage);
  const continued = await extract(html, text);
  expect(continued).toMatchObject({ ok: true, value: { code: text, author: { username: textAuthor } } });
  const sources = continued.ok ? continued.value.items.map((item) => item.source.code) : [];
  expect(new Set(sources)).toEqual(new Set([carousel]));
  expect(await extract(html, quote)).toMatchObject({
    value: { items: [{ source: { username: quotedAuthor } }] },
  });
  const renditions = [{ url: expect.stringMatching(/^https:\/\/media\.tenor\.co\//) }, { format: 'WEBP' }];
  expect(await extract(html, gif)).toMatchObject({ value: { items: [{ renditions }] } });
  const linksTo = expect.stringMatching(/^https:\/\/(?:www\.)?youtube\.com\//);
  expect(await extract(html, linkPreview)).toMatchObject({ error: { post: { linksTo } } });
});

recorded(
  'the recorded thread yields its author’s three posts and none of the nineteen that follow',
  async () => {
    const html = load(postPage);
    const { reader } = startReader((request) =>
      request.method === 'GET' ? { body: html } : { status: 404 },
    );
    const link = `https://www.threads.com/@_/post/${text}`;
    const result = await reader.extract(link, { thread: true });
    const posts =
      result.ok && result.value.thread && 'posts' in result.value.thread ? result.value.thread.posts : [];
    expect(posts.map((post) => post.code.slice(0, 4))).toEqual(Array(3).fill(text.slice(0, 4)));
    expect(posts.map((post) => post.code)).toEqual([text, carousel, expect.any(String)]);
    const sources = result.ok ? result.value.items.map((item) => item.source) : [];
    const post = {
      code: carousel,
      url: expect.stringContaining(`/@${textAuthor}/post/${carousel}`),
      place: 2,
      of: 3,
    };
    expect(sources).toEqual(Array(5).fill({ kind: 'own', username: textAuthor, code: carousel, post }));
    expect(result.ok && result.value.incomplete).toBeUndefined();
    // As a single post, the text already includes its continuation, so there's no more media.
    expect(await reader.extract(link)).not.toMatchObject({ value: { thread: {} } });
  },
);

recorded('each of the four videos of the recorded profile page is found by its own code', async () => {
  const html = load(profilePage);
  const posts = findJsonBlocks(html).flatMap(
    (block) =>
      findNodes(
        JSON.parse(block),
        (node) => Array.isArray(node.video_versions) && typeof node.code === 'string',
      ).nodes,
  );
  const codes = [...new Set(posts.map((node) => String(node.code)))];
  expect(codes).toHaveLength(4);
  for (const code of codes)
    expect(await describe(html, code)).toEqual([expect.stringMatching(/^own video MP4 720x1280 /)]);
});

recorded(
  'the recorded empty page is recognized, and its tags are used only for the post they name',
  async () => {
    const html = load(recordedEmptyPage);
    expect(parsePostFromHtml(html, { code: emptyPagePost, username: null }).kind).toBe('empty_page');
    expect(await describe(html, emptyPagePost)).toEqual(['own image JPG nullxnull -s']);
    expect(await describe(html, `${emptyPagePost.slice(0, -1)}_`)).toBe('upstream.empty');
  },
);

recorded('the recorded post page without its data is empty even if routes and tags name the post', () => {
  const html = load(postPage);
  const bare = findJsonBlocks(html)
    .filter((block) => block.includes('"video_versions"'))
    .reduce((remaining, block) => remaining.replace(block, () => '{}'), html);
  expect(parsePostFromHtml(bare, { code: text, username: null }).kind).toBe('empty_page');
});

recorded('the GraphQL response of 2023 is parsed', async () => {
  const handler: RequestHandler = ({ path }) => {
    if (path === '/api/graphql') return { body: load(graphqlResponse) };
    return { body: path.includes('/post/') ? buildPage([]) : '' };
  };
  const { reader } = startReader(handler);
  const result = await reader.extract(`https://www.threads.net/t/${oldVideo}`);
  expect(result).toMatchObject({ ok: true, value: { items: [{ type: 'video', hasAudio: true }] } });
  if (result.ok) expect(result.value.items).toHaveLength(1);
});

const postFiles = isMissing ? [] : readdirSync(folder).filter((name) => /^post-.*\.json$/.test(name));

recorded.each(postFiles)('%s yields the media that its name describes', async (name) => {
  const node = JSON.parse(load(name)) as { code: string };
  const result = await extract(buildPage([mediaBlock(node)]), node.code, 'somebody');
  const items = result.ok ? result.value.items : [];
  const size = /(\d+)x(\d+)/.exec(name);
  if (/carousel-5/.test(name)) expect(items.map((item) => item.type)).toEqual(Array(5).fill('video'));
  else if (/text-quoting-video/.test(name))
    expect(items).toMatchObject([{ type: 'video', source: { kind: 'quoted' } }]);
  else if (/link-preview/.test(name))
    expect(result).toMatchObject({ error: { code: 'post.media_elsewhere' } });
  else if (/text/.test(name)) expect(result).toMatchObject({ error: { code: 'post.no_media' } });
  else if (/capped720/.test(name))
    expect(items).toMatchObject([{ type: 'video', renditions: [{ width: 720, height: 1280 }] }]);
  else if (/gif/.test(name)) expect(items).toMatchObject([{ type: 'gif' }]);
  else {
    const renditions = [{ width: Number(size?.[1]), height: Number(size?.[2]) }];
    expect(items).toMatchObject([{ type: /video/.test(name) ? 'video' : 'image', renditions }]);
  }
});

recorded('the shortcode of every recorded post matches its id and roughly its time', () => {
  const texts = [
    ...findJsonBlocks(load(postPage)),
    ...findJsonBlocks(load(profilePage)),
    load(graphqlResponse),
  ];
  const posts = texts.flatMap(
    (text) =>
      findNodes(JSON.parse(text), (node) => typeof node.code === 'string' && 'taken_at' in node).nodes,
  );
  expect(posts.length).toBeGreaterThan(40);
  for (const node of posts) {
    expect(shortcodeToId(String(node.code))).toBe(String(node.pk));
    const apartMs = Math.abs(idToCreationMs(String(node.pk)) - Number(node.taken_at) * 1000);
    expect(apartMs).toBeLessThan(3 * 3_600_000);
  }
});

recorded('the recorded page lists its queries, and the empty page contains its token', () => {
  expect(parsePageQueries(load(postPage)).map((query) => query.name)).toEqual([
    'BarcelonaPostPageDirectQuery',
    'BarcelonaPermalinkMobilePostColumnPageQuery',
  ]);
  const list = load('expected-preloaders-2026-06.json');
  const page = buildPage([`{"expectedPreloaders":${list}}`]);
  expect(parsePageQueries(page)[0]?.variables).toMatchObject({ sort_order: 'TOP' });
  expect(parseLsdToken(load(recordedEmptyPage))).toBe('REDACTED');
});
