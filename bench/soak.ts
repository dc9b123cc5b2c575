// `npm run soak -- --minutes 10`: everything at once against the built product, on the fakes. Ends with 0 where memory
// stayed flat, no acknowledged write was lost, no answer was a fault of ours that is not in the list, files had the
// bytes they should, and nearly all posts, pages and files were what they should be; else with 1.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeskDocument } from '#desk/contract.ts';
import type { ExtractAnswer } from '#media/contract.ts';
import { mediaErrorCodes } from '#media/contract.ts';
import { sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { printTable, residentMB } from './figures.ts';
import { growthOf } from './growth.ts';

/** Growth that is still flat, over the measured part: the noise of a collector, not a leak. */
const flatMB = 60;
const largestBytes = 30_000_000;
/** Longest that a visitor waits for a file: some are sent a byte at a time. */
const patienceMs = 10_000;
/** Status and code of what a fault of others may be answered with. */
const listed = new Set<string>(['503 server.busy', ...mediaErrorCodes]);

/** Of what was asked, so much may be refused for now, or end otherwise than its scene says, in a product that is well. */
const otherwiseShare = 0.05;

const counts = new Map<string, number>();
const faults: string[] = [];
const note = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const fault = (what: string) => {
  note(`FAULT ${what}`);
  if (faults.length < 20) faults.push(what);
};

function judge(place: string, status: number, code = ''): void {
  if (status >= 500 && !listed.has(code) && !listed.has(`${status} ${code}`))
    fault(`${place}: ${status} ${code}`);
}

/** What a refusal says to programs. */
async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return answer.status < 500 ? '' : (/"code":"([\w.]+)"/.exec(text)?.[1] ?? '');
}

async function readPages(app: RunningApp): Promise<void> {
  for (const path of [
    '/',
    '/de',
    '/blog',
    '/th/blog',
    '/sitemap.xml',
    '/api/blog/posts?search=video',
    '/no-such',
  ]) {
    const answer = await fetch(app.origin + path);
    judge(path, answer.status, await codeOf(answer));
    note(`page ${answer.status}`);
    note(answer.status === (path === '/no-such' ? 404 : 200) ? 'PAGE AS EXPECTED' : 'PAGE OTHERWISE');
  }
}

let turn = 0;

/** A post with its files; every third one is left in the middle. */
async function savePost(app: RunningApp): Promise<void> {
  turn += 1;
  const name = sceneNames[turn % sceneNames.length] ?? 'photo';
  const asked = await fetch(`${app.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes[name].link }),
  });
  const answer = (await asked.json()) as ExtractAnswer;
  judge(`post ${name}`, asked.status, answer.code);
  note(answer.success ? 'post read' : `post ${answer.code}`);
  const { expected } = scenes[name];
  const wanted = 'items' in expected ? 'success' : expected.code;
  const isAsExpected = wanted === (answer.success ? 'success' : answer.code);
  note(isAsExpected ? 'POST AS EXPECTED' : `POST OTHERWISE: ${name} ${answer.code}`);
  const digests = 'items' in expected ? expected.items.map(({ sha256 }) => sha256) : [];
  for (const [place, { url, bytes }] of (answer.qualities ?? []).slice(0, 3).entries()) {
    const digest = place === 0 ? (digests[0] ?? null) : null;
    if ((bytes ?? 0) < largestBytes) await saveFile(new URL(url, app.origin), turn % 3 === 0, digest);
  }
}

/** `digest`: of its bytes, where the scene tells; then it must come whole. */
async function saveFile(url: URL, isLeft: boolean, digest: string | null): Promise<void> {
  const visitor = new AbortController();
  try {
    const file = await fetch(url, {
      signal: AbortSignal.any([visitor.signal, AbortSignal.timeout(patienceMs)]),
    });
    if (!file.ok) {
      const { code } = (await file.json()) as { code: string };
      judge('file', file.status, code);
      if (digest !== null) note(`FILE OTHERWISE: ${code}`);
      return note(`file ${code}`);
    }
    const length = Number(file.headers.get('content-length') ?? Number.NaN);
    if (length > largestBytes) isLeft = true;
    let received = 0;
    const hash = createHash('sha256');
    for await (const chunk of file.body ?? []) {
      received += chunk.length;
      hash.update(chunk);
      if (isLeft) visitor.abort();
    }
    if (Number.isFinite(length) && received !== length) fault(`a file of ${length} bytes had ${received}`);
    if (digest !== null && hash.digest('hex') !== digest) fault('a file had other bytes than its scene');
    note('file whole');
    if (digest !== null) note('FILE AS EXPECTED');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isImpatient = error.name === 'TimeoutError';
    note(visitor.signal.aborted || isImpatient ? 'file left' : 'file cut, and the visitor saw it');
    if (digest !== null && !visitor.signal.aborted) note('FILE OTHERWISE: cut');
  }
}

interface Written {
  id: string;
  version: number;
  title: string;
}

const fieldsOf = (title: string) => ({
  title,
  slug: '',
  excerpt: 'An excerpt.',
  content: `<p>${title}, ${'calm words '.repeat(200)}</p>`,
  status: 'draft',
});

async function write(app: RunningApp, cookie: string, written: Written): Promise<void> {
  const title = `${written.id.slice(0, 8)} ${createHash('sha256').update(String(written.version)).digest('hex')}`;
  const saved = await askDesk<DeskDocument>(app, cookie, `PUT /posts/${written.id}`, {
    version: written.version,
    body: { mode: 'save', fields: fieldsOf(title) },
  });
  Object.assign(written, { version: saved.version, title });
  note('write acknowledged');
}

async function sendOdd(app: RunningApp): Promise<void> {
  const path = '/functions/v1/extract-threads-media';
  for (const body of ['{', '[]', '{"url":"x","url":"y"}', '{"url":"https://127.0.0.1/"}', 'x'.repeat(9000)]) {
    const answer = await fetch(app.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    judge('odd', answer.status, await codeOf(answer));
    note(`odd ${answer.status}`);
  }
  for (const place of ['/media/x', '/%ff', '/api/admin/posts', '/admin/blog']) {
    const answer = await fetch(app.origin + place, { redirect: 'manual' });
    judge(place, answer.status, await codeOf(answer));
  }
}

/** Whether nearly all of one kind was what it should be. */
function judgeShare(what: string): void {
  const total = (label: string) =>
    [...counts].reduce((sum, [name, count]) => sum + (name.startsWith(`${what} ${label}`) ? count : 0), 0);
  const [right, otherwise] = [total('AS EXPECTED'), total('OTHERWISE')];
  if (!(otherwise <= otherwiseShare * (right + otherwise)) || right === 0)
    fault(`${what}: ${otherwise} of ${right + otherwise} were not as they should be`);
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--minutes');
  const minutes = at < 0 ? 10 : Number(process.argv[at + 1]);
  if (!(minutes > 0)) throw new Error('Say how long: npm run soak -- --minutes 10');
  await using threads = await startFakeThreads();
  await using app = await startApp({ ...threads.environment, SEED: 'demo', LOG_LEVEL: 'info' });
  const cookie = await enterAsOwner(app);
  const posts: Written[] = [];
  for (let index = 0; index < 4; index += 1) {
    const body = { mode: 'save', locale: 'en', fields: fieldsOf(`Soak ${index}`) };
    const { id, version } = await askDesk<DeskDocument>(app, cookie, 'POST /posts', { body });
    posts.push({ id, version, title: `Soak ${index}` });
  }
  const endsAt = performance.now() + minutes * 60_000;
  const samples: { minute: number; megabytes: number }[] = [];
  const repeat = async (what: string, run: () => Promise<void>, restMs: number) => {
    while (performance.now() < endsAt) {
      await run().catch((error: unknown) => fault(`${what}: ${String(error)}`));
      await pause(restMs);
    }
  };
  const started = performance.now();
  await Promise.all([
    repeat('pages', () => readPages(app), 20),
    repeat('pages', () => readPages(app), 50),
    ...Array.from({ length: 4 }, () => repeat('posts', () => savePost(app), 10)),
    ...posts.map((post) => repeat('writes', () => write(app, cookie, post), 200)),
    repeat('odd', () => sendOdd(app), 200),
    repeat(
      'memory',
      async () => {
        samples.push({
          minute: (performance.now() - started) / 60_000,
          megabytes: await residentMB(app.pid),
        });
      },
      500,
    ),
  ]);
  const code = await app.stop();
  if (code !== 0) fault(`the process ended with ${code}`);
  await using again = await startAppIn(app.dataDir, { ...threads.environment, LOG_LEVEL: 'info' });
  for (const { id, version, title } of posts) {
    const kept = await askDesk<DeskDocument>(again, cookie, `GET /posts/${id}`);
    if (kept.version !== version || kept.fields.title !== title) fault(`a write of ${id} was lost`);
  }
  for (const what of ['POST', 'PAGE', 'FILE']) judgeShare(what);
  const growth = growthOf(samples);
  if (growth > flatMB) fault(`memory grew by ${growth.toFixed(0)} MB`);
  const last = samples.at(-1)?.megabytes ?? Number.NaN;
  printTable(`soak, ${minutes} minutes`, [
    ...[...counts].toSorted().map(([what, count]) => [what, String(count)]),
    ['memory at the end', `${last.toFixed(0)} MB`],
    ['growth after the first third, by its slope', `${growth.toFixed(1)} MB (flat: up to ${flatMB})`],
  ]);
  for (const what of faults) console.error(what);
  console.log(faults.length === 0 ? '\nsound' : `\n${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main();
