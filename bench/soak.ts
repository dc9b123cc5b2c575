// `npm run soak -- --minutes 10`: everything at once against the built server and the fakes. Exits with 0 if
// memory stays flat, no acknowledged write is lost, no unexpected 5xx response occurs, files have the right
// bytes, and nearly all posts, pages and files are as expected; else with 1.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mediaErrorCodes } from '#media/contract.ts';
import { sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import type { EditorPost } from '../src/blog/editing-contract.ts';
import type { ExtractResponse } from '../src/extraction/contract.ts';
import { printTable, residentMB } from './figures.ts';

const flatMB = 60;
const largestBytes = 30_000_000;
/** Some files are sent a byte at a time. */
const downloadTimeoutMs = 10_000;
/** Expected 5xx responses, by code or by status and code. */
const expectedErrors = new Set<string>(['503 server.busy', ...mediaErrorCodes]);

const maxUnexpectedShare = 0.05;

const counts = new Map<string, number>();
const errors: string[] = [];
const increment = (label: string): void => void counts.set(label, (counts.get(label) ?? 0) + 1);
const recordError = (label: string) => {
  increment(`ERROR ${label}`);
  if (errors.length < 20) errors.push(label);
};

function checkStatus(label: string, status: number, code = ''): void {
  if (status >= 500 && !expectedErrors.has(code) && !expectedErrors.has(`${status} ${code}`))
    recordError(`${label}: ${status} ${code}`);
}

/** The error code of a 5xx response, else an empty string. */
async function readErrorCode(response: Response): Promise<string> {
  const text = await response.text();
  return response.status < 500 ? '' : (/"code":"([\w.]+)"/.exec(text)?.[1] ?? '');
}

const paths = ['/', '/de', '/blog', '/th/blog', '/sitemap.xml', '/api/blog/posts?search=video', '/no-such'];

async function readPages(app: RunningApp): Promise<void> {
  for (const path of paths) {
    const response = await fetch(app.origin + path);
    checkStatus(path, response.status, await readErrorCode(response));
    increment(`page ${response.status}`);
    increment(response.status === (path === '/no-such' ? 404 : 200) ? 'PAGE AS EXPECTED' : 'PAGE UNEXPECTED');
  }
}

let iteration = 0;

/** Downloads the files of a post; aborts the downloads of every third post. */
async function savePost(app: RunningApp): Promise<void> {
  iteration += 1;
  const name = sceneNames[iteration % sceneNames.length] ?? 'photo';
  const response = await requestExtraction(app.origin, scenes[name].link);
  const extraction = (await response.json()) as ExtractResponse;
  checkStatus(`post ${name}`, response.status, extraction.code);
  increment(extraction.success ? 'post extracted' : `post ${extraction.code}`);
  const { expected } = scenes[name];
  const expectedOutcome = 'items' in expected ? 'success' : expected.code;
  const isAsExpected = expectedOutcome === (extraction.success ? 'success' : extraction.code);
  increment(isAsExpected ? 'POST AS EXPECTED' : `POST UNEXPECTED: ${name} ${extraction.code}`);
  const digests = 'items' in expected ? expected.items.map(({ sha256 }) => sha256) : [];
  for (const [index, { url, bytes }] of (extraction.qualities ?? []).slice(0, 3).entries()) {
    const digest = index === 0 ? (digests[0] ?? null) : null;
    if ((bytes ?? 0) < largestBytes) await saveFile(new URL(url, app.origin), iteration % 3 === 0, digest);
  }
}

/** `digest`: if known, the file must be complete and match it. */
async function saveFile(url: URL, isAborted: boolean, digest: string | null): Promise<void> {
  const controller = new AbortController();
  try {
    const file = await fetch(url, {
      signal: AbortSignal.any([controller.signal, AbortSignal.timeout(downloadTimeoutMs)]),
    });
    if (!file.ok) {
      const { code } = (await file.json()) as { code: string };
      checkStatus('file', file.status, code);
      if (digest !== null) increment(`FILE UNEXPECTED: ${code}`);
      return increment(`file ${code}`);
    }
    const length = Number(file.headers.get('content-length') ?? Number.NaN);
    if (length > largestBytes) isAborted = true;
    let received = 0;
    const hash = createHash('sha256');
    for await (const chunk of file.body ?? []) {
      received += chunk.length;
      hash.update(chunk);
      if (isAborted) controller.abort();
    }
    if (Number.isFinite(length) && received !== length)
      recordError(`a file of ${length} bytes had ${received}`);
    if (digest !== null && hash.digest('hex') !== digest) recordError('the digest of a file was wrong');
    increment('file complete');
    if (digest !== null) increment('FILE AS EXPECTED');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isTimeout = error.name === 'TimeoutError';
    increment(
      controller.signal.aborted || isTimeout ? 'file aborted' : 'file cut off, as the client noticed',
    );
    if (digest !== null && !controller.signal.aborted) increment('FILE UNEXPECTED: cut off');
  }
}

interface TrackedPost {
  id: string;
  version: number;
  title: string;
}

const buildFields = (title: string) => ({
  title,
  slug: '',
  excerpt: 'An excerpt.',
  content: `<p>${title}, ${'calm words '.repeat(200)}</p>`,
  status: 'draft',
});

async function updatePost(app: RunningApp, cookie: string, post: TrackedPost): Promise<void> {
  const title = `${post.id.slice(0, 8)} ${createHash('sha256').update(String(post.version)).digest('hex')}`;
  const saved = await callAdminApi<EditorPost>(app, cookie, `PUT /posts/${post.id}`, {
    version: post.version,
    body: { mode: 'save', fields: buildFields(title) },
  });
  Object.assign(post, { version: saved.version, title });
  increment('write acknowledged');
}

async function sendInvalidRequests(app: RunningApp): Promise<void> {
  const path = '/functions/v1/extract-threads-media';
  for (const body of ['{', '[]', '{"url":"x","url":"y"}', '{"url":"https://127.0.0.1/"}', 'x'.repeat(9000)]) {
    const response = await fetch(app.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    checkStatus('odd', response.status, await readErrorCode(response));
    increment(`odd ${response.status}`);
  }
  for (const oddPath of ['/media/x', '/%ff', '/api/admin/posts', '/admin/blog']) {
    const response = await fetch(app.origin + oddPath, { redirect: 'manual' });
    checkStatus(oddPath, response.status, await readErrorCode(response));
  }
}

function checkShare(kind: string): void {
  const total = (label: string) =>
    [...counts].reduce((sum, [name, count]) => sum + (name.startsWith(`${kind} ${label}`) ? count : 0), 0);
  const [asExpected, unexpected] = [total('AS EXPECTED'), total('UNEXPECTED')];
  if (!(unexpected <= maxUnexpectedShare * (asExpected + unexpected)) || asExpected === 0)
    recordError(`${kind}: ${unexpected} of ${asExpected + unexpected} were unexpected`);
}

interface MemorySample {
  minute: number;
  megabytes: number;
}

/**
 * Memory growth in MB after the first third, in which caches fill. Uses a linear regression, so that a single
 * peak at the end doesn't count.
 */
function computeMemoryGrowth(samples: readonly MemorySample[]): number {
  const settled = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = mean(settled.map(({ minute }) => minute));
  const megabytes = mean(settled.map((sample) => sample.megabytes));
  const [above, below] = settled.reduce(
    ([a, b], sample) => [
      a + (sample.minute - minutes) * (sample.megabytes - megabytes),
      b + (sample.minute - minutes) ** 2,
    ],
    [0, 0],
  );
  const length = (settled.at(-1)?.minute ?? 0) - (settled[0]?.minute ?? 0);
  return (above / below) * length;
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--minutes');
  const minutes = at < 0 ? 10 : Number(process.argv[at + 1]);
  if (!(minutes > 0)) throw new Error('Usage: npm run soak -- --minutes 10');
  await using threads = await startFakeThreads();
  await using app = await startApp({ ...threads.environment, SEED: 'demo', LOG_LEVEL: 'info' });
  const cookie = await signInAsOwner(app);
  const posts: TrackedPost[] = [];
  for (let index = 0; index < 4; index += 1) {
    const body = { mode: 'save', locale: 'en', fields: buildFields(`Soak ${index}`) };
    const { id, version } = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', { body });
    posts.push({ id, version, title: `Soak ${index}` });
  }
  const endsAt = performance.now() + minutes * 60_000;
  const samples: MemorySample[] = [];
  const repeat = async (label: string, run: () => Promise<void>, pauseMs: number) => {
    while (performance.now() < endsAt) {
      await run().catch((error: unknown) => recordError(`${label}: ${String(error)}`));
      await pause(pauseMs);
    }
  };
  const started = performance.now();
  await Promise.all([
    repeat('pages', () => readPages(app), 20),
    repeat('pages', () => readPages(app), 50),
    ...Array.from({ length: 4 }, () => repeat('posts', () => savePost(app), 10)),
    ...posts.map((post) => repeat('writes', () => updatePost(app, cookie, post), 200)),
    repeat('odd', () => sendInvalidRequests(app), 200),
    repeat(
      'memory',
      async () => {
        samples.push({ minute: (performance.now() - started) / 60_000, megabytes: residentMB(app.pid) });
      },
      500,
    ),
  ]);
  const code = await app.stop();
  if (code !== 0) recordError(`the process exited with ${code}`);
  await using again = await startAppIn(app.dataDir, { ...threads.environment, LOG_LEVEL: 'info' });
  for (const { id, version, title } of posts) {
    const stored = await callAdminApi<EditorPost>(again, cookie, `GET /posts/${id}`);
    if (stored.version !== version || stored.fields.title !== title) recordError(`a write of ${id} was lost`);
  }
  for (const kind of ['POST', 'PAGE', 'FILE']) checkShare(kind);
  const growth = computeMemoryGrowth(samples);
  if (growth > flatMB) recordError(`memory grew by ${growth.toFixed(0)} MB`);
  const last = samples.at(-1)?.megabytes ?? Number.NaN;
  printTable(`soak, ${minutes} minutes`, [
    ...[...counts].toSorted().map(([label, count]) => [label, String(count)]),
    ['memory at the end', `${last.toFixed(0)} MB`],
    ['growth after the first third (regression)', `${growth.toFixed(1)} MB (at most ${flatMB})`],
  ]);
  for (const error of errors) console.error(error);
  console.log(errors.length === 0 ? '\nno errors' : `\n${errors.length} errors`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

await main();
