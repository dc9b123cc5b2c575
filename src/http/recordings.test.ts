import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { startEdge } from '#test/support/start-edge.ts';

const folder = '../shared/recordings';
const recorded = test.skipIf(!existsSync(folder));
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
/** The codes the folder's README names, in its order: what it lists is expected here. */
const codes = existsSync(folder)
  ? [...new Set([...read('README.md').matchAll(/`([\w-]{11})`/g)].map((match) => match[1] ?? ''))]
  : [];
const [
  text = '',
  carousel = '',
  gif = '',
  picture = '',
  quoting = '',
  preview = '',
  absent = '',
  shell = '',
  older = '',
] = codes;
const postPage = 'post-page-2026-06-text-with-carousel-continuation.html';

/** Any address gives the page; GraphQL gives its own answer where there is one. */
async function startRecording(page: string, graphql?: string) {
  const server = createServer((request, response) => {
    const isPage = request.method === 'GET' && !request.url?.endsWith('/embed');
    const body = isPage ? page : /graphql/.test(request.url ?? '') ? graphql : undefined;
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': isPage ? 'text/html' : 'application/json',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    environment: {
      THREADS_ORIGIN: `http://127.0.0.1:${port}`,
      MEDIA_HOSTS: `127.0.0.1:${port},cdninstagram.com,fbcdn.net,tenor.co,tenor.com,giphy.com`,
      UPSTREAM_LOOPBACK: 'allow',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A post object as a page of its own, in the frame that pages have. */
function pageOf(post: string): string {
  const frame = `{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"require":[["RelayPrefetchedStreamCache","next",[],["adp_BarcelonaPostPageDirectQueryRelayPreloader_0",{"__bbox":{"complete":true,"result":{"data":{"data":{"edges":[{"node":{"thread_items":[{"post":${post}}]}}]}}}}}]]]}}]]]}`;
  return `<!doctype html><script type="application/json" data-sjs>${frame}</script>`;
}

async function extract(code: string, page: string, graphql?: string): Promise<ExtractAnswer> {
  await using recording = await startRecording(page, graphql);
  await using edge = await startEdge({ environment: recording.environment });
  const answer = await fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.threads.com/@someone/post/${code}` }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ExtractAnswer;
}

/** One line an item: kind of source, type, format, size, seconds. */
function itemsOf(answer: ExtractAnswer): string[] {
  const firstOfEach = answer.qualities.filter(
    (quality, place) => answer.qualities.findIndex((other) => other.itemId === quality.itemId) === place,
  );
  return firstOfEach.map((quality) =>
    [
      quality.source.kind,
      quality.type,
      quality.format,
      `${quality.width}x${quality.height}`,
      Math.round(quality.durationSeconds ?? 0),
    ].join(' '),
  );
}

recorded('a text post offers the carousel of its author as a continuation, in order', async () => {
  const answer = await extract(text, read(postPage));
  expect(answer).toMatchObject({ success: true, post: { code: text } });
  expect(new Set(answer.qualities.map((quality) => quality.source.username))).toEqual(
    new Set([answer.post?.author.username]),
  );
  expect(itemsOf(answer)).toEqual([
    'continuation video MP4 720x1280 8',
    'continuation video MP4 720x1280 5',
    'continuation video MP4 464x832 9',
    'continuation video MP4 480x832 9',
    'continuation video MP4 480x832 9',
  ]);
});

recorded('the carousel asked for by its own code gives five own videos', async () => {
  const answer = await extract(carousel, read(postPage));
  expect(itemsOf(answer).map((line) => line.replace(/^own video /, ''))).toEqual([
    'MP4 720x1280 8',
    'MP4 720x1280 5',
    'MP4 464x832 9',
    'MP4 480x832 9',
    'MP4 480x832 9',
  ]);
});

recorded('a reply with a GIF gives the GIF', async () => {
  expect(itemsOf(await extract(gif, read(postPage)))).toEqual(['own gif GIF 498x498 0']);
});

recorded('a reply with a picture gives the picture', async () => {
  expect(itemsOf(await extract(picture, read(postPage)))).toEqual(['own image JPG 960x883 0']);
});

recorded('a text that quotes a video gives that video with its author named', async () => {
  const answer = await extract(quoting, read(postPage));
  expect(itemsOf(answer).map((line) => line.replace(/ \d+x\d+ /, ' '))).toEqual(['quoted video MP4 16']);
  const username = answer.qualities[0]?.source.username;
  expect(read('README.md')).toContain(`quoted video of @${username}`);
});

recorded('a link preview says that the media lives elsewhere', async () => {
  const answer = await extract(preview, read(postPage));
  expect(answer).toMatchObject({ success: false, qualities: [], code: 'post.media_elsewhere' });
  expect(answer.post?.linksTo).toContain('youtube.com');
});

recorded('a code that is not in the page is never a success', async () => {
  const answer = await extract(absent, read(postPage));
  expect(answer).toMatchObject({ success: false, qualities: [] });
  expect(answer.code).not.toBe('post.no_media');
});

recorded('a shell says busy and not gone', async () => {
  const answer = await extract(shell, read('shell-page-2023.html'));
  if (answer.success) expect(answer.post?.code).toBe(shell);
  else expect(answer.code).toBe('upstream.busy');
});

recorded('the GraphQL answer of 2023 still gives its video', async () => {
  const answer = await extract(
    older,
    read('shell-page-2023.html'),
    read('graphql-2023-containing-thread.json'),
  );
  expect(itemsOf(answer).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(['own video MP4']);
  expect(answer.qualities[0]?.hasAudio).toBe(true);
});

recorded('each video of a profile page is found by its own code alone', async () => {
  const page = read('profile-page-2026-02-four-videos.html');
  const inPage = new Set([...page.matchAll(/"code":"([\w-]{11})"/g)].map((match) => match[1] ?? ''));
  let videos = 0;
  for (const code of inPage) {
    const answer = await extract(code, page);
    if (answer.qualities.some((quality) => quality.type === 'video')) {
      videos += 1;
      expect(itemsOf(answer), code).toHaveLength(1);
      expect(Math.min(answer.qualities[0]?.width ?? 0, answer.qualities[0]?.height ?? 0)).toBe(720);
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
] as const)('%s gives what its name says', async ([name, expected]) => {
  const recording = read(name);
  const post = JSON.parse(recording) as { code: string };
  const answer = await extract(post.code, pageOf(recording));
  const items = itemsOf(answer).map((line) => line.split(' '));
  const shown = items.map(([, type, , size], place) =>
    expected[place]?.includes(' ') ? `${type} ${size}` : type,
  );
  expect(shown).toEqual(expected);
  if (expected.length === 0)
    expect(answer).toMatchObject({
      success: false,
      code: expect.stringMatching(/^post\.(no_media|media_elsewhere)$/),
    });
});
