import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { listen } from '#test/support/local-servers.ts';
import { startTestServer } from '#test/support/start-server.ts';

const folder = '../shared/recordings';
const recorded = test.skipIf(!existsSync(folder));
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
/** The post codes in the README of the recordings, in the order of the names below. */
const codes = existsSync(folder)
  ? [...new Set([...read('README.md').matchAll(/`([\w-]{11})`/g)].map((match) => match[1] ?? ''))]
  : [];
const [
  text = '',
  carousel = '',
  gif = '',
  image = '',
  quoting = '',
  preview = '',
  missing = '',
  emptyPage = '',
  older = '',
] = codes;
const postPage = 'post-page-2026-06-text-with-carousel-continuation.html';

/** Serves the page for any URL, and the GraphQL recording if there is one. */
async function startRecording(page: string, graphql?: string) {
  const server = createServer((request, response) => {
    const isPage = request.method === 'GET' && !request.url?.endsWith('/embed');
    const body = isPage ? page : /graphql/.test(request.url ?? '') ? graphql : undefined;
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': isPage ? 'text/html' : 'application/json',
    });
    response.end(body);
  });
  const { port, close } = await listen(server);
  return {
    environment: {
      THREADS_ORIGIN: `http://127.0.0.1:${port}`,
      MEDIA_HOSTS: `127.0.0.1:${port},cdninstagram.com,fbcdn.net,tenor.co,tenor.com,giphy.com`,
      UPSTREAM_LOOPBACK: 'allow',
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Wraps a post object in the markup of a post page. */
function wrapInPage(post: string): string {
  const frame = `{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"require":[["RelayPrefetchedStreamCache","next",[],["adp_BarcelonaPostPageDirectQueryRelayPreloader_0",{"__bbox":{"complete":true,"result":{"data":{"data":{"edges":[{"node":{"thread_items":[{"post":${post}}]}}]}}}}}]]]}}]]]}`;
  return `<!doctype html><script type="application/json" data-sjs>${frame}</script>`;
}

async function extract(code: string, page: string, graphql?: string): Promise<ExtractResponse> {
  await using recording = await startRecording(page, graphql);
  await using server = await startTestServer({ environment: recording.environment });
  const response = await fetch(`${server.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.threads.com/@someone/post/${code}` }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ExtractResponse;
}

/** One line per item: source kind, type, format, size, seconds. */
function describeItems(result: ExtractResponse): string[] {
  const firstQualities = result.qualities.filter(
    (quality, index) => result.qualities.findIndex((other) => other.itemId === quality.itemId) === index,
  );
  return firstQualities.map((quality) =>
    [
      quality.source.kind,
      quality.type,
      quality.format,
      `${quality.width}x${quality.height}`,
      Math.round(quality.durationSeconds ?? 0),
    ].join(' '),
  );
}

const carouselItems = ['720x1280 8', '720x1280 5', '464x832 9', '480x832 9', '480x832 9'].map(
  (item) => `video MP4 ${item}`,
);

recorded('a text post returns the carousel of its author as a continuation, in order', async () => {
  const result = await extract(text, read(postPage));
  expect(result).toMatchObject({ success: true, post: { code: text } });
  expect(new Set(result.qualities.map((quality) => quality.source.username))).toEqual(
    new Set([result.post?.author.username]),
  );
  expect(describeItems(result)).toEqual(carouselItems.map((item) => `continuation ${item}`));
});

recorded('the carousel requested by its own code returns five own videos', async () => {
  const result = await extract(carousel, read(postPage));
  expect(describeItems(result)).toEqual(carouselItems.map((item) => `own ${item}`));
});

recorded.for([
  ['a GIF', gif, 'own gif GIF 498x498 0'],
  ['an image', image, 'own image JPG 960x883 0'],
] as const)('a reply with %s returns it', async ([, code, item]) => {
  expect(describeItems(await extract(code, read(postPage)))).toEqual([item]);
});

recorded('a post that quotes a video returns that video with its author', async () => {
  const result = await extract(quoting, read(postPage));
  expect(describeItems(result).map((line) => line.replace(/ \d+x\d+ /, ' '))).toEqual([
    'quoted video MP4 16',
  ]);
  const username = result.qualities[0]?.source.username;
  expect(read('README.md')).toContain(`quoted video of @${username}`);
});

recorded('a link preview reports media on another site', async () => {
  const result = await extract(preview, read(postPage));
  expect(result).toMatchObject({ success: false, qualities: [], code: 'post.media_elsewhere' });
  expect(result.post?.linksTo).toContain('youtube.com');
});

recorded('a code that is missing from the page is never a success', async () => {
  const result = await extract(missing, read(postPage));
  expect(result).toMatchObject({ success: false, qualities: [] });
  expect(result.code).not.toBe('post.no_media');
});

recorded('an empty page is reported as empty, not as missing', async () => {
  const result = await extract(emptyPage, read('shell-page-2023.html'));
  if (result.success) expect(result.post?.code).toBe(emptyPage);
  else expect(result.code).toBe('upstream.empty');
});

recorded('the GraphQL response of 2023 still returns its video', async () => {
  const result = await extract(
    older,
    read('shell-page-2023.html'),
    read('graphql-2023-containing-thread.json'),
  );
  expect(describeItems(result).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'own video MP4',
  ]);
  expect(result.qualities[0]?.hasAudio).toBe(true);
});

recorded('each video of a profile page is found only by its own code', async () => {
  const page = read('profile-page-2026-02-four-videos.html');
  const codesInPage = new Set([...page.matchAll(/"code":"([\w-]{11})"/g)].map((match) => match[1] ?? ''));
  let videos = 0;
  for (const code of codesInPage) {
    const result = await extract(code, page);
    if (result.qualities.some((quality) => quality.type === 'video')) {
      videos += 1;
      expect(describeItems(result), code).toHaveLength(1);
      expect(Math.min(result.qualities[0]?.width ?? 0, result.qualities[0]?.height ?? 0)).toBe(720);
    }
  }
  expect(videos).toBe(4);
});

recorded.for([
  ['post-carousel-5-videos.json', ['video', 'video', 'video', 'video', 'video']],
  ['post-gif-tenor-reply.json', ['gif']],
  ['post-image-jpg-960x883.json', ['image 960x883']],
  ['post-image-jpg-cp6-1206x1735.json', ['image 1206x1735']],
  ['post-video-720x1280.json', ['video 720x1280']],
  ['post-video-source-1440x2560-capped720.json', ['video 720x1280']],
  ['post-2023-repost-of-text.json', []],
  ['post-2026-03-text.json', []],
  ['post-text-only-media-block.json', []],
] as const)('%s returns the items that its name lists', async ([name, expected]) => {
  const recording = read(name);
  const post = JSON.parse(recording) as { code: string };
  const result = await extract(post.code, wrapInPage(recording));
  const items = describeItems(result).map((line) => line.split(' '));
  const actual = items.map(([, type, , size], index) =>
    expected[index]?.includes(' ') ? `${type} ${size}` : type,
  );
  expect(actual).toEqual(expected);
  if (expected.length === 0)
    expect(result).toMatchObject({
      success: false,
      code: expect.stringMatching(/^post\.(no_media|media_elsewhere)$/),
    });
});
