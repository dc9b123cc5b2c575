/** What a writer waits for: the list of fifty posts, and a save, over HTTP with a session. */
import type { DeskDocument } from '#desk/contract.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { startApp } from '#test/support/start-app.ts';
import { checkFigure, median, printTable } from './figures.ts';

const posts = 50;
const calls = 60;

export async function measureDesk(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  const cookie = await enterAsOwner(app);
  const text = '<p>Some words of the text, and a few more.</p>'.repeat(40);
  const fieldsOf = (title: string) => ({
    title,
    slug: '',
    excerpt: 'An excerpt.',
    content: text,
    status: 'draft',
  });
  let written: DeskDocument | undefined;
  for (let count = 0; count < posts; count += 1) {
    const body = { mode: 'save', locale: 'en', fields: fieldsOf(`Post ${count}`) };
    written = await askDesk<DeskDocument>(app, cookie, 'POST /posts', { body });
  }
  const times: Record<'list' | 'save', number[]> = { list: [], save: [] };
  for (let call = 0; call < calls; call += 1) {
    times.list.push(await timed(() => askDesk(app, cookie, 'GET /posts?locale=en')));
    times.save.push(
      await timed(async () => {
        written = await askDesk<DeskDocument>(app, cookie, `PUT /posts/${written?.id}`, {
          version: written?.version ?? 0,
          body: { mode: 'save', fields: fieldsOf(`Post again ${call}`) },
        });
      }),
    );
  }
  const [list, save] = [times.list, times.save].map((values) => median(values.slice(10)));
  printTable(`administration, p50 of ${calls - 10}`, [
    [`list of ${posts}`, `${list?.toFixed(1)} ms`],
    ['save', `${save?.toFixed(1)} ms`],
  ]);
  printTable('the administration is asked for', [
    checkFigure('list: ms', list ?? Number.NaN, { most: 20 }),
    checkFigure('save: ms', save ?? Number.NaN, { most: 30 }),
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
