import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openZip } from '#backup/content/zip-reader.ts';
import { listQualities } from '#extraction/qualities.ts';
import type { MediaServiceOptions } from '#media/serve.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';
import { buildFile, type Scene, serveFile, startFaultyUpstream } from './faulty-media-upstream.ts';
import { startMediaRelay } from './start-media-relay.ts';

export const zipFiles = [
  buildFile('jpg', 4_000),
  buildFile('mp4', 900_000),
  buildFile('png', 50),
  buildFile('mp4', 2_500_000),
  buildFile('jpg', 70_000),
];
const types = ['image/jpeg', 'video/mp4', 'image/webp', 'video/mp4', 'image/jpeg'];
const kinds = ['image', 'video', 'image', 'video', 'image'] as const;

/** A relay and a post of five files on one media host. Tests may change `post` between requests. */
export async function startZipRelay(options: Partial<MediaServiceOptions> = {}) {
  const upstream = await startFaultyUpstream();
  const items = zipFiles.map((file, index): MediaItem => {
    const url = upstream.on(`/${index + 1}`, serveFile(file, types[index] ?? ''));
    return {
      id: `${index + 1}`,
      type: kinds[index] ?? 'image',
      renditions: [{ url, format: 'JPG', width: 720, height: 1280, bytes: null }],
      durationSeconds: null,
      hasAudio: null,
      alt: index === 0 ? 'ภูเขาสีฟ้า' : null,
      thumbnailUrl: null,
      source: { kind: 'own', username: 'mira', code: 'DAxampleCode' },
    };
  });
  const post: ThreadsPost = {
    code: 'DAxampleCode',
    url: 'https://www.threads.com/@mira/post/DAxampleCode',
    author: { username: 'mira', name: 'Mira 山' },
    text: 'Buổi sáng trên đồi\nเช้าวันหนึ่ง',
    publishedAt: '2026-10-02T07:30:00.000Z',
    linksTo: null,
    items,
  };
  const reads: string[] = [];
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    insertsMetadata: () => false,
    ...options,
    readPost: async (postUrl) => {
      reads.push(postUrl);
      return { ok: true, value: structuredClone(post) };
    },
  });
  /** Lists `post` as it is now. */
  const issueZipUrl = async () =>
    (await listQualities(post, { ...relay.media, now: options.now ?? Date.now })).zipUrl ?? '';
  return {
    upstream,
    relay,
    post,
    reads,
    zipUrl: await issueZipUrl(),
    issueZipUrl,
    serve: (index: number, scene: Scene) => upstream.on(`/${index}`, scene),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

export async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'unspool-zip-'));
  const path = join(folder.path, 'a.zip');
  await writeFile(path, bytes);
  const zip = await openZip(path);
  if (!zip.ok) throw new Error(zip.error);
  await using opened = zip.value;
  const files = new Map<string, Buffer>();
  for (const [name, entry] of opened.entries) {
    const content = await opened.read(entry, 10_000_000);
    if (content) files.set(name, content);
  }
  return files;
}
