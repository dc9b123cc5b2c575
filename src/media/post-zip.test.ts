import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseFilenameTemplate } from '#filenames/template.ts';
import { hasProgram } from '#test/support/programs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';
import { createPostZip, createZipLayout } from './post-zip.ts';

const item: MediaItem = {
  id: '1',
  type: 'video',
  renditions: [{ url: 'https://a.fbcdn.net/1', format: 'MP4', width: 720, height: 1280, bytes: null }],
  durationSeconds: 3,
  hasAudio: true,
  alt: null,
  thumbnailUrl: null,
  source: { kind: 'quoted', username: 'otto', code: null },
};
const post: ThreadsPost = {
  code: 'DAxampleCode',
  url: 'https://www.threads.com/@mira/post/DAxampleCode',
  author: { username: 'mira', name: '' },
  text: '山还是那座山',
  publishedAt: '2026-10-02T07:30:00.000Z',
  linksTo: null,
  items: [item],
};
const file = {
  item,
  rendition: item.renditions[0],
  index: 7,
  extension: 'mp4',
  bytes: 3,
  tag: '"a"',
  open: async () => Readable.from([Buffer.from('abc')]),
};

const readText = async (zip: ReturnType<typeof createPostZip>) => String(await buffer(zip.write()));

async function namesIn(
  ...[of, options]: [ThreadsPost, Parameters<typeof createPostZip>[2]]
): Promise<string> {
  return /"name": "([^"]+)"/.exec(await readText(createPostZip(of, [file], options)))?.[1] ?? '';
}

function parseTemplate(text: string) {
  const template = parseFilenameTemplate(text);
  if (!template.ok) throw new Error(template.error.code);
  return template.value;
}

test('a file is named after author and post, with a padded index', async () => {
  expect(await namesIn(post, { count: 9 })).toBe('mira_DAxampleCode_07.mp4');
  expect(await namesIn(post, { count: 120 })).toBe('mira_DAxampleCode_007.mp4');
});

test('a template replaces the default file names', async () => {
  const template = parseTemplate('{text} {index}');
  expect(await namesIn(post, { count: 9, template })).toBe('山还是那座山 07.mp4');
});

test('every document lists every post of a thread with its files', async () => {
  const posts = ['DAfirstCode0', post.code, 'DAthirdCode0'].map((code, index) => ({
    code,
    url: `https://www.threads.com/@mira/post/${code}`,
    text: index === 2 ? '' : `Text ${index}`,
    publishedAt: `2026-10-02T07:3${index}:00.000Z`,
  }));
  const files = [0, 0, 2].map((postIndex, fileIndex) => {
    const position = { code: posts[postIndex]?.code ?? '', url: '', place: postIndex + 1, of: 3 };
    const alt = fileIndex === 0 ? 'a hill' : null;
    return {
      ...file,
      index: fileIndex + 1,
      item: { ...item, alt, source: { ...item.source, post: position } },
    };
  });
  const thread: ThreadsPost = { ...post, text: 'Text 1', thread: { posts } };
  const zipText = await readText(
    createPostZip(thread, files, { count: 3, template: parseTemplate('{index}') }),
  );
  const [first, second, third] = posts.map(({ url, publishedAt }) => `@mira\n${publishedAt}\n${url}`);
  expect(zipText).toContain(
    `${first}\n\nText 0\n\n01.mp4\nALT: a hill\n\n02.mp4\n\n${second}\n\nText 1\n\n${third}\n\n03.mp4\n`,
  );
  expect(zipText).toContain('## 3/3');
  expect(zipText).toContain('<video controls preload="metadata" src="01.mp4" aria-label="a hill"></video>');
  const written = JSON.parse(zipText.slice(zipText.indexOf('{\n'), zipText.indexOf('\n}\n') + 2));
  expect(written.thread).toEqual(posts);
  const singlePostZip = createPostZip({ ...post, thread: { more: 2 } }, [file], { count: 1 });
  expect(await readText(singlePostZip)).not.toContain('"thread"');
});

test('the entity tag changes with file, text and selection, and is stable otherwise', () => {
  const tags = [
    createPostZip(post, [file], { count: 9 }),
    createPostZip(post, [{ ...file, tag: '"b"' }], { count: 9 }),
    createPostZip({ ...post, text: 'x' }, [file], { count: 9 }),
    createPostZip(post, [{ ...file, index: 8 }], { count: 9 }),
  ].map(({ entityTag }) => entityTag);
  expect(new Set(tags).size).toBe(4);
  expect(createPostZip(structuredClone(post), [file], { count: 9 }).entityTag).toBe(tags[0]);
});

const date = new Date('2026-10-02T07:30:00.000Z');
const content = Buffer.from('a file of a post, again and again. '.repeat(3_000));
const createEntry = (name: string, bytes = content.length, body = content) => ({
  name,
  bytes,
  open: async () => Readable.from([body.subarray(0, 9), body.subarray(9)]),
});

const entryNames = ['01-เช้าวันหนึ่ง.mp4', '02-山还是那座山🏔️.webp', '03-Buổi sáng trên đồi.jpg', "04-it's.gif"];

test('a ZIP has the announced length and reproducible bytes', async () => {
  const layout = createZipLayout(
    entryNames.map((name) => createEntry(name)),
    [{ name: 'post.txt', text: 'ข้อความ' }],
    date,
  );
  const first = await buffer(layout.write());
  expect(first.length).toBe(layout.bytes);
  expect((await buffer(layout.write())).equals(first)).toBe(true);
});

test.each(['Pacific/Auckland', 'Asia/Kolkata', 'America/St_Johns'])(
  'a ZIP has the same bytes and tag on a machine in %s as on one in UTC',
  async (zone) => {
    const writeIn = async (timeZone: string) => {
      vi.stubEnv('TZ', timeZone);
      expect(new Date(post.publishedAt).getTimezoneOffset() === 0).toBe(timeZone === 'UTC');
      const zip = createPostZip(post, [file], { count: 1 });
      return { tag: zip.entityTag, bytes: (await buffer(zip.write())).toString('base64') };
    };
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await writeIn(zone)).toEqual(await writeIn('UTC'));
  },
);

const run = promisify(execFile);

const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, list(i.date_time), i.compress_type] for i in z.infolist()]))
`;

test.skipIf(!hasProgram('python3'))("Python's zipfile opens the ZIP with names in every script", async () => {
  const path = join(temporaryFolder(), 'a.zip');
  await writeFile(
    path,
    await buffer(
      createZipLayout(
        entryNames.map((name) => createEntry(name)),
        [],
        date,
      ).write(),
    ),
  );
  const listed: unknown[][] = JSON.parse((await run('python3', ['-c', script, path])).stdout);
  expect(listed.map(([name]) => name)).toEqual(entryNames);
  for (const [, bytes, [year, month], method] of listed as [string, number, number[], number][])
    expect([bytes, year, month, method]).toEqual([content.length, 2026, 10, 8]);
});

test.each([
  ['shorter', content.length + 1],
  ['longer', content.length - 1],
])('a file that is %s than announced fails the ZIP', async (_, bytes) => {
  const layout = createZipLayout([createEntry('a'), createEntry('b', bytes), createEntry('c')], [], date);
  await expect(buffer(layout.write())).rejects.toThrow(/than expected/);
});

test("a file that can't be opened or read fails the ZIP, and no further file is opened", async () => {
  let opened = 0;
  const last = { name: 'z', bytes: 1, open: async () => Readable.from([Buffer.from([opened++])]) };
  for (const open of [
    async () => Promise.reject(new Error('gone')),
    async () =>
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      }),
  ]) {
    const layout = createZipLayout([createEntry('a'), { name: 'b', bytes: 5, open }, last], [], date);
    await expect(buffer(layout.write())).rejects.toThrow('gone');
  }
  expect(opened).toBe(0);
});

test('destroying the output closes the open file', async () => {
  const source = new Readable({ read: () => undefined });
  const layout = createZipLayout([{ name: 'a', bytes: 100, open: async () => source }], [], date);
  const output = layout.write();
  const closed = new Promise((resolve) => source.once('close', resolve));
  source.push('beginning');
  output.on('data', (chunk: Buffer) => chunk.includes('beginning') && output.destroy());
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a file that opens after the output was destroyed is closed', async () => {
  const source = new Readable({ read: () => undefined });
  const { promise: opened, resolve: finishOpening } = Promise.withResolvers<Readable>();
  const { promise: opening, resolve: startOpening } = Promise.withResolvers<void>();
  const open = () => {
    startOpening();
    return opened;
  };
  const output = createZipLayout([{ name: 'a', bytes: 100, open }], [], date)
    .write()
    .resume();
  await opening;
  output.destroy();
  const closed = new Promise((resolve) => source.once('close', resolve));
  finishOpening(source);
  await closed;
  expect(source.destroyed).toBe(true);
});

test('file names must be unique ignoring case', () => {
  expect(() => createZipLayout([createEntry('a.jpg'), createEntry('A.JPG')], [], date)).toThrow(TypeError);
});
