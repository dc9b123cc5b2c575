import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { digestOriginal } from '#test/support/remove-metadata.ts';
import { unpack } from '#test/support/start-zip-relay.ts';
import { startThreadsTestServer, type ThreadsTestServer } from './fixtures/threads-test-server.ts';

let server: ThreadsTestServer;
beforeAll(async () => {
  server = await startThreadsTestServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

async function fetchFile(url: string): Promise<{ name: string; type: string; bytes: Buffer }> {
  const response = await fetch(server.origin + url);
  expect(response.status, url).toBe(200);
  const disposition = response.headers.get('content-disposition') ?? '';
  return {
    name: /filename="?([^";]*)/.exec(disposition)?.[1] ?? '',
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function listExpected(scene: SceneName) {
  const { expected } = scenes[scene];
  return 'items' in expected ? expected.items : [];
}

const isComplete = (scene: SceneName) =>
  listExpected(scene).length > 0 && listExpected(scene).every((item) => item.sha256 !== null);

test.each(sceneNames.filter(isComplete))(
  'all items of the scene %s are sent unchanged, but for metadata, and in order',
  async (scene) => {
    const { qualities } = await server.extract(scenes[scene].link);
    const best = [...new Map(qualities.toReversed().map((quality) => [quality.index, quality])).values()];
    const files = await Promise.all(best.toReversed().map(({ url }) => fetchFile(url)));
    const expected = listExpected(scene);
    expect(files.map(({ bytes }) => digestOriginal(bytes))).toEqual(expected.map((item) => item.sha256));
    for (const [index, { name }] of files.entries()) {
      const { type, format } = expected[index] ?? {};
      expect(name).toMatch(new RegExp(`^threads-${type}-${index + 1}.*\\.${format?.toLowerCase()}$`));
    }
  },
);

test.each<SceneName>(['truncated', 'wrongType', 'svgMedia', 'emptyMedia'])(
  'the file of the scene %s never arrives complete',
  async (scene) => {
    const { qualities } = await server.extract(scenes[scene].link);
    const arrived = await fetch(server.origin + qualities[0]?.url)
      .then(
        async (response) => response.ok && (await response.arrayBuffer()).byteLength > 0,
        () => false,
      )
      .catch(() => false);
    expect(arrived).toBe(false);
  },
);

const failing = sceneNames.filter((scene) => 'code' in scenes[scene].expected && scene !== 'slow');

test.each(failing)('the scene %s returns an error code and a message', async (scene) => {
  const { expected, link } = scenes[scene];
  const result = await server.extract(link);
  expect(result).toMatchObject({ success: false, qualities: [], code: 'code' in expected && expected.code });
  expect(result.error).toMatch(/\w+\./);
});

test('the preview of a GIF is an image', async () => {
  const { qualities } = await server.extract(scenes.gif.link);
  expect((await fetchFile(qualities[0]?.previewUrl ?? '')).type).toMatch(/^image\//);
});

const documents = ['post.json', 'post.txt', 'post.md', 'post.html'];

test('a ZIP contains all 200 files of a thread, or the two selected ones', async () => {
  const { link, expectedThread } = scenes.threadLong;
  const items = expectedThread?.items ?? [];
  const { qualities, zipUrl } = await server.extract(link, { thread: true });
  expect(new Set(qualities.map(({ source }) => source.post?.place)).size).toBe(100);
  const files = [...(await unpack((await fetchFile(zipUrl ?? '')).bytes))];
  expect(files.slice(200).map(([name]) => name)).toEqual(documents);
  expect(files.slice(0, 200).map(([, bytes]) => digestOriginal(bytes))).toEqual(
    items.map((item) => item.sha256),
  );
  const names = items.map(({ format }, index) => {
    const paddedIndex = String(index + 1).padStart(3, '0');
    return `${scenes.threadLong.username}_${scenes.threadLong.code}_${paddedIndex}.${format.toLowerCase()}`;
  });
  expect(files.slice(0, 200).map(([name]) => name)).toEqual(names);
  const written = JSON.parse(new Map(files).get('post.json')?.toString() ?? '{}');
  expect(written.thread.map((post: { code: string }) => post.code)).toEqual(expectedThread?.posts);

  const selectedFiles = [...(await unpack((await fetchFile(`${zipUrl}?item=63&item=200`)).bytes))];
  expect(selectedFiles.map(([name]) => name)).toEqual([names[62], names[199], ...documents]);
  expect(selectedFiles.slice(0, 2).map(([, bytes]) => digestOriginal(bytes))).toEqual([
    items[62]?.sha256,
    items[199]?.sha256,
  ]);
});
