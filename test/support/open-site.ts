import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { exportContent } from '#backup/content/export-content.ts';
import { importContent } from '#backup/content/import-content.ts';
import { openZip } from '#backup/content/zip-reader.ts';
import { createWriterFixture, dataUrl, unwrap } from '#blog/fixtures/open-writer.ts';
import { largestImageKey, listImageFileKeys } from '#blog/images.ts';
import { readPosts } from '#blog/read-posts.ts';
import { post } from '#database/schema.ts';
import type { TestDatabase } from './databases.ts';

export { dataUrl, unwrap };

export function openSite(database: TestDatabase) {
  const blog = createWriterFixture(database);
  const folder = mkdtempSync(join(tmpdir(), 'unspool-content-'));
  onTestFinished(() => {
    blog[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const revisionIds: string[] = [];
  const deps = {
    database,
    writer: blog.writer,
    saveRevision: async (_: unknown, id: string) => void revisionIds.push(id),
  };
  let count = 0;
  const store = (bytes: Uint8Array) => {
    const path = join(folder, `${count++}.zip`);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    ...blog,
    revisionIds,
    backupDeps: { database, files: blog.files, listFileKeys: listImageFileKeys, now: () => blog.clock.now },
    exported: async () => {
      const result = await exportContent({
        database,
        files: blog.files,
        getLargestFileKey: largestImageKey,
        now: () => blog.clock.now,
      });
      return buffer(result.bytes as Readable);
    },
    importZip: (bytes: Uint8Array, replace = false) => importContent(deps, store(bytes), { replace }),
    listNames: async (bytes: Uint8Array) => {
      await using zip = unwrap(await openZip(store(bytes)));
      return [...zip.entries.keys()];
    },
    readText: async (bytes: Uint8Array, name: RegExp) => {
      await using zip = unwrap(await openZip(store(bytes)));
      const entry = [...zip.entries.values()].find((candidate) => name.test(candidate.name));
      return entry ? String(await zip.read(entry, 1e6)) : null;
    },
  };
}

export type Site = ReturnType<typeof openSite>;

export function createZip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const ids = { article: '0199c7f0-7a11-8a2b-9c3d-000000000001', post: '0199c7f0-7a11-8a2b-9c3d-000000000002' };
const timestamp = '2026-01-02T03:04:05.678Z';
export const postEntry = {
  id: ids.post,
  locale: 'en',
  slug: 'one',
  former_slugs: [],
  status: 'published',
  title: 'One',
  excerpt: '',
  content: '<p>x</p>',
  featured_image_alt: '',
  seo_title: null,
  seo_description: null,
  seo_keywords: [],
  published_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  origin: 'human',
  source_version: null,
  source_digest: null,
  source_locale: null,
};
export const articleEntry = {
  id: ids.article,
  source_locale: 'en',
  category: null,
  tags: [],
  cover: null,
  posts: [postEntry],
};
export const headEntry = {
  format: 'unspool-content',
  version: 1,
  created_at: timestamp,
  articles: 1,
  posts: 1,
  pictures: 0,
};
/** An export of one article, with overrides. */
export function buildExport(
  more: object = {},
  postOverrides: object = {},
  entries: Record<string, string | Buffer> = {},
) {
  const changed = { ...articleEntry, posts: [{ ...postEntry, ...postOverrides }], ...more };
  return createZip({
    'unspool.json': JSON.stringify(headEntry),
    'categories.json': '[]',
    'tags.json': '[]',
    [`articles/${ids.article}.json`]: JSON.stringify(changed),
    ...entries,
  });
}

export async function fullPosts(query: TestDatabase['query']) {
  const rows = await query.select({ id: post.id }).from(post);
  return readPosts(
    query,
    rows.map(({ id }) => id),
  );
}
