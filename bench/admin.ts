/** The administration over HTTP with a session: listing fifty posts, and saving one. */
import type { EditorPost } from '../src/blog/editing-contract.ts';
import { callAdminApi, signInAsOwner } from '../test/support/admin-session.ts';
import { startApp } from '../test/support/start-app.ts';
import { checkFigure, median, printTable, timed } from './figures.ts';

const posts = 50;
const calls = 60;

export async function measureAdmin(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  const cookie = await signInAsOwner(app);
  const text = '<p>Some words of the text, and a few more.</p>'.repeat(40);
  const buildFields = (title: string) => ({
    title,
    slug: '',
    excerpt: 'An excerpt.',
    content: text,
    status: 'draft',
  });
  let savedPost: EditorPost | undefined;
  for (let count = 0; count < posts; count += 1) {
    const body = { mode: 'save', locale: 'en', fields: buildFields(`Post ${count}`) };
    savedPost = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', { body });
  }
  const times: Record<'list' | 'save', number[]> = { list: [], save: [] };
  for (let call = 0; call < calls; call += 1) {
    times.list.push(await timed(() => callAdminApi(app, cookie, 'GET /posts?locale=en')));
    times.save.push(
      await timed(async () => {
        savedPost = await callAdminApi<EditorPost>(app, cookie, `PUT /posts/${savedPost?.id}`, {
          version: savedPost?.version ?? 0,
          body: { mode: 'save', fields: buildFields(`Post again ${call}`) },
        });
      }),
    );
  }
  const [list, save] = [times.list, times.save].map((values) => median(values.slice(10)));
  printTable(`administration, p50 of ${calls - 10}`, [
    [`list of ${posts}`, `${list?.toFixed(1)} ms`],
    ['save', `${save?.toFixed(1)} ms`],
  ]);
  printTable('administration targets', [
    checkFigure('list: ms', list ?? Number.NaN, { most: 20 }),
    checkFigure('save: ms', save ?? Number.NaN, { most: 30 }),
  ]);
}
