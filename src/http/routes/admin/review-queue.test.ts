import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { dataUrl } from '#test/support/open-site.ts';
import { type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import type { SideBySide } from '#translation/side-by-side-contract.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase(), { AI_DAILY_BUDGET: '9000000' });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const content = '<h2>What a garden needs</h2><p>It needs light in the morning.</p><p>The birds sang.</p>';
const queue = () => harness.adminServer.services.reviewQueue;
const readSideBySide = async (id: string): Promise<SideBySide> =>
  (await harness.request(`GET /posts/${id}/side-by-side/de`)).body;

test('a machine translation is in the queue until a person has accepted or edited every block', async () => {
  const original = await harness.write({ title: 'A quiet garden', content });
  expect(await queue().listPosts('de')).toEqual([]);
  await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  const opened = await readSideBySide(original.id);
  const id = opened.post?.id ?? '';
  expect(await queue().listPosts('de')).toEqual([
    {
      id,
      title: opened.blocks[0]?.text,
      status: 'draft',
      isUntranslated: false,
      isOutdated: false,
      blocks: opened.blocks.length,
      doubtful: 0,
    },
  ]);
  expect((await queue().countPosts()).find(({ locale }) => locale === 'de')).toEqual({
    locale: 'de',
    posts: 1,
  });

  const [first, ...others] = opened.blocks.map(({ id: block, hash, text }) => ({
    id: block,
    hash,
    text: text ?? '',
    accepted: true,
  }));
  const path = `PUT /posts/${original.id}/side-by-side/de`;
  const once = await harness.request(path, { blocks: [first] }, opened.post?.version);
  expect(await queue().listPosts('de')).toMatchObject([{ id, blocks: opened.blocks.length - 1 }]);
  await harness.request(path, { blocks: others }, once.body.post.version);
  expect(await queue().listPosts('de')).toEqual([]);

  await harness.save(original.id, () => ({ content: content.replace('birds', 'larks') }));
  expect(await queue().listPosts('de')).toMatchObject([{ id, isOutdated: true, blocks: 0 }]);
});

test('blocks with line breaks, images and footnotes are counted too', async () => {
  const image = `<img src="${await dataUrl(60, 40)}" alt="A garden with a bench">`;
  const note = '<ol class="footnotes"><li id="fn-a1b2c3d4">From an old book.</li></ol>';
  const original = await harness.write({
    title: 'Lines of a garden',
    content:
      `<blockquote><p>The birds sang<br>in the morning.</p></blockquote><p>The bench ${image} in the garden.</p>` +
      `<p>They sang again<sup class="footnote"><a href="#fn-a1b2c3d4"></a></sup>.</p>${note}`,
  });
  await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  const { post, blocks } = await readSideBySide(original.id);
  const queued = (await queue().listPosts('de')).find(({ id }) => id === post?.id);
  expect(queued?.blocks).toBe(blocks.length);
  expect(blocks.length).toBeGreaterThan(5);
});

test('a block that was edited in the editor is no longer counted, and archived posts are left out', async () => {
  const original = await harness.write({ title: 'Another garden', content });
  await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  const { post, blocks } = await readSideBySide(original.id);
  const id = post?.id ?? '';
  const find = async () => (await queue().listPosts('de')).find((queued) => queued.id === id);
  await harness.save(id, (fields) => ({
    content: fields.content.replace(/<p>.*?<\/p>/, '<p>Von Hand.</p>'),
  }));
  expect(await find()).toMatchObject({ blocks: blocks.length - 1 });
  await harness.save(id, () => ({ status: 'archived' }));
  expect(await find()).toBeUndefined();
});

test('an untranslated draft is in the queue as such', async () => {
  const original = await harness.write({ title: 'A third garden', content });
  harness.play('th', [], 'wrong-language');
  await harness.run(original.id, { locales: ['th'], choice: 'drafts' });
  harness.play('th', []);
  expect(await queue().listPosts('th')).toMatchObject([{ isUntranslated: true }]);
});
