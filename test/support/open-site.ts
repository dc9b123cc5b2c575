import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { exportContent } from '#archive/export-content.ts';
import { importContent } from '#archive/import-content.ts';
import { openZip } from '#archive/open-zip.ts';
import { dataUrl, openWriter, unwrap } from '#blog/fixtures/open-writer.ts';
import { largestPictureKey, pictureFileKeys } from '#blog/picture-files.ts';
import { readFullPosts } from '#blog/read-posts.ts';
import { normaliseSlug } from '#blog/slug.ts';
import { soundLine } from '#blog/sound-text.ts';
import { post } from '#database/schema.ts';
import type { TestDatabase } from './databases.ts';

export { dataUrl, unwrap };

/** A blog whose content and rows can leave it and come back; cleared away after the test. */
export function openSite(database: TestDatabase) {
  const desk = openWriter(database);
  const folder = mkdtempSync(join(tmpdir(), 'unspool-content-'));
  onTestFinished(() => {
    desk[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const kept: string[] = [];
  const tools = {
    ...{ database, writer: desk.writer, readFullPosts, normaliseSlug, soundLine },
    keepRevision: async (_: unknown, id: string) => void kept.push(id),
  };
  let count = 0;
  const store = (bytes: Uint8Array) => {
    const path = join(folder, `${count++}.zip`);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    ...desk,
    kept,
    backupTools: { database, files: desk.files, fileKeysOf: pictureFileKeys, now: () => desk.clock.now },
    exported: async () => {
      const made = await exportContent({
        database,
        files: desk.files,
        largestFileOf: largestPictureKey,
        now: () => desk.clock.now,
      });
      return buffer(made.bytes as Readable);
    },
    take: (bytes: Uint8Array, replace = false) => importContent(tools, store(bytes), { replace }),
    namesOf: async (bytes: Uint8Array) => {
      await using zip = unwrap(await openZip(store(bytes)));
      return [...zip.entries.keys()];
    },
    textOf: async (bytes: Uint8Array, name: RegExp) => {
      await using zip = unwrap(await openZip(store(bytes)));
      const entry = [...zip.entries.values()].find((each) => name.test(each.name));
      return entry ? String(await zip.read(entry, 1e6)) : null;
    },
  };
}

export type Site = ReturnType<typeof openSite>;

export function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const ids = { article: '0199c7f0-7a11-8a2b-9c3d-000000000001', post: '0199c7f0-7a11-8a2b-9c3d-000000000002' };
const moment = '2026-01-02T03:04:05.678Z';
export const postEntry = {
  ...{
    id: ids.post,
    locale: 'en',
    slug: 'one',
    former_slugs: [],
    status: 'published',
    title: 'One',
    excerpt: '',
  },
  ...{
    content: '<p>x</p>',
    featured_image_alt: '',
    seo_title: null,
    seo_description: null,
    seo_keywords: [],
  },
  ...{ published_at: moment, created_at: moment, updated_at: moment, origin: 'human' },
  ...{ source_version: null, source_digest: null, source_locale: null },
};
export const articleEntry = {
  ...{ id: ids.article, source_locale: 'en', category: null, tags: [], cover: null, posts: [postEntry] },
};
export const headEntry = {
  ...{ format: 'unspool-content', version: 1, created_at: moment, articles: 1, posts: 1, pictures: 0 },
};
/** An export of one article, with whatever is put in its place. */
export function archiveOf(
  more: object = {},
  own: object = {},
  entries: Record<string, string | Buffer> = {},
) {
  const changed = { ...articleEntry, posts: [{ ...postEntry, ...own }], ...more };
  return zipOf({
    ...{ 'unspool.json': JSON.stringify(headEntry), 'categories.json': '[]', 'tags.json': '[]' },
    [`articles/${ids.article}.json`]: JSON.stringify(changed),
    ...entries,
  });
}

export async function fullPosts(query: TestDatabase['query']) {
  const rows = await query.select({ id: post.id }).from(post);
  return readFullPosts(
    query,
    rows.map(({ id }) => id),
  );
}
