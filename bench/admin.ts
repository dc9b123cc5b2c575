/** The administration over HTTP with a session: listing fifty posts, and saving one. */
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import type { EditorPost } from '../src/blog/editing-contract.ts';
import { addFigure, check, timed } from './figures.ts';
import { interleave, startProducts, type Trees } from './trees.ts';

const posts = 50;
const warmUp = 10;
const rounds = 50;
const text = '<p>Some words of the text, and a few more.</p>'.repeat(40);
const buildFields = (title: string) => ({
  title,
  slug: '',
  excerpt: 'An excerpt.',
  content: text,
  status: 'draft',
});

export async function measureAdmin(trees: Trees): Promise<void> {
  await using started = await startProducts(trees);
  const sides = await Promise.all(
    started.products.map(async (app) => {
      const cookie = await signInAsOwner(app);
      const create = (title: string) =>
        callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
          body: { mode: 'save', locale: 'en', fields: buildFields(title) },
        });
      for (let count = 1; count < posts; count += 1) await create(`Post ${count}`);
      return { app, cookie, saved: await create('Saved') };
    }),
  );
  const measure = async (side: (typeof sides)[number]) => {
    const { app, cookie, saved } = side;
    const list = await timed(async () => {
      const listed = await callAdminApi<{ posts: unknown[] }>(app, cookie, 'GET /posts?locale=en');
      check(`${posts} posts are listed`, listed.posts.length === posts);
    });
    const title = `Saved ${saved.version}`;
    const save = await timed(async () => {
      side.saved = await callAdminApi<EditorPost>(app, cookie, `PUT /posts/${saved.id}`, {
        version: saved.version,
        body: { mode: 'save', fields: buildFields(title) },
      });
    });
    check('a save is stored', side.saved.version > saved.version && side.saved.fields.title === title);
    return { list, save };
  };
  await interleave(warmUp, sides, measure);
  const medians = await interleave(rounds, sides, measure);
  addFigure(`admin list of ${posts}: ms`, medians('list'), { most: 20 });
  addFigure('admin save: ms', medians('save'), { most: 30 });
}
