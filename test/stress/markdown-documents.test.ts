import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { dataUrl, fullPosts, openSite, unwrap } from '#test/support/open-site.ts';
import { findStep, startRunTestServer } from '#test/support/run-harness.ts';
import {
  markdownDocuments,
  parseStructure,
  readStructure,
} from '#web/admin/editor/rich-text/fixtures/markdown-documents.ts';
import { cleanPastedHtml } from '#web/admin/editor/rich-text/paste/clean-pasted-html.ts';
import { markdownToHtml } from '#web/admin/editor/rich-text/paste/markdown-to-html.ts';

/** What stays the same in a translation. */
function readShape(html: string) {
  const { headings, links, images, ...others } = readStructure(html);
  const levels = headings.map((heading) => heading.split(' ')[0]);
  return { ...others, levels, links: links.length, images: images.length };
}

test('twelve Markdown documents keep their structure when pasted, translated, exported and imported', async () => {
  await using harness = await startRunTestServer(await emptyDatabase());
  const image = await dataUrl(60, 40);
  const saved = new Map<string, string>();
  for (const [path, markdown] of markdownDocuments) {
    const pasted = cleanPastedHtml(markdownToHtml(markdown) ?? '');
    const content = pasted.replace(/(<img src=")https?:[^"]*/g, `$1${image}`);
    const written: EditorPost = await harness.write({ title: path, content });
    expect(readStructure(written.fields.content), path).toEqual(parseStructure(markdown));
    const run = await harness.run(written.id, { locales: ['de'], choice: 'drafts' });
    const { id } = findStep(run, 'de').post ?? {};
    const german: EditorPost = (await harness.request(`GET /posts/${id}`)).body;
    expect(readShape(german.fields.content), path).toEqual(readShape(written.fields.content));
    saved.set(written.id, written.fields.content).set(german.id, german.fields.content);
  }
  expect(saved.size).toBe(24);

  const { bytes } = await harness.adminServer.services.backup.exportContent();
  const archive = await buffer(bytes as Readable);
  // The tests of a worker share one embedded database, so this removes the exported posts.
  const target = await emptyDatabase();
  const imported = await openSite(target).importZip(archive);
  expect(unwrap(imported).posts.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 24 }, () => 'created'),
  );
  const restored = new Map((await fullPosts(target.query)).map(({ id, content }) => [id, content]));
  for (const [id, content] of saved) {
    expect(readStructure(restored.get(id) ?? '')).toEqual(readStructure(content));
  }
});
