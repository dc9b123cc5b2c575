import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { exportContent } from '#backup/content/export-content.ts';
import { importContent } from '#backup/content/import-content.ts';
import { openZip } from '#backup/content/zip-reader.ts';
import type { ImportOptions } from '#backup/contract.ts';
import type { ReportProgress } from '#backup/data-job-contract.ts';
import { importFile } from '#backup/importers/import-file.ts';
import { createWriterFixture, dataUrl, unwrap } from '#blog/fixtures/open-writer.ts';
import { readPosts } from '#blog/read-posts.ts';
import { createBlogWriter } from '#blog/write.ts';
import { post } from '#database/schema.ts';
import type { TestDatabase } from './databases.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { dataUrl, unwrap };

export function openSite(database: TestDatabase) {
  const blog = createWriterFixture(database);
  const folder = temporaryFolder();
  onTestFinished(() => blog[Symbol.dispose]());
  const backupDeps = { database, files: blog.files, now: () => blog.clock.now };
  const deps = { ...backupDeps, writer: blog.writer };
  // Like the composition root: without `fetchImage`.
  const importWriter = createBlogWriter({ ...backupDeps, emitChange: () => undefined });
  let count = 0;
  const store = (bytes: Uint8Array) => {
    const path = join(folder, `${count++}.zip`);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    ...blog,
    backupDeps,
    exported: async (onProgress?: ReportProgress) => {
      const result = await exportContent(backupDeps, onProgress);
      return buffer(result.bytes as Readable);
    },
    importZip: (bytes: Uint8Array, replace = false) => importContent(deps, store(bytes), { replace }),
    /** An export of another program. Images of other sites come from `remoteImages`. */
    importExport: (content: string | Uint8Array, options: Partial<ImportOptions> = {}) => {
      const writer = options.isDryRun ? importWriter.createDryRun() : importWriter;
      const path = store(Buffer.from(content));
      return importFile({ ...deps, writer, fetchImage: blog.fetchImage }, path, {
        replace: false,
        ...options,
      });
    },
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
