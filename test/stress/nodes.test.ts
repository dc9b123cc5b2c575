import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { callAdminApi, signInByLink } from '#test/support/admin-session.ts';
import { freePort } from '#test/support/local-servers.ts';
import { outline } from '#test/support/outline.ts';
import { postgresBinaries, startPostgres } from '#test/support/postgres-server.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { createClock } from '#test/support/shift-clock.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type RunningApp, startAppIn } from '#test/support/start-app.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { startS3 } from '#test/support/start-s3.ts';
import { isStress } from '#test/support/stress.ts';
import { startValkey, valkeyBinary } from '#test/support/valkey-server.ts';
import type { RunState } from '#translation/contract.ts';
import { drawImage } from '../fakes/language-model/draw-image.ts';

/** Two nodes of the build, whose clocks differ by four minutes, and their shared services behind nginx. Each test builds
 * on the previous ones. */
describe.skipIf(!canStartNodes())('two nodes', () => {
  let nodes: Awaited<ReturnType<typeof startNodes>>;
  let cookie = '';
  let imagePath = '';
  const node = (index: number): RunningApp => {
    const found = nodes.running.get(index);
    if (!found) throw new Error(`node ${index} is not running`);
    return found;
  };
  const fetchText = async (url: string) => (await fetch(url)).text();

  async function publish(index: number, title: string): Promise<EditorPost> {
    const body = createSaveRequest(
      { title, content: `<p>${title}, written on a node.</p>` },
      { locale: 'en' },
    );
    const created = await callAdminApi<EditorPost>(node(index), cookie, 'POST /posts', { body });
    const fields = { ...created.fields, status: 'published' };
    return callAdminApi<EditorPost>(node(index), cookie, `PUT /posts/${created.id}`, {
      version: created.version,
      body: createSaveRequest(fields, { mode: 'publish' }),
    });
  }

  beforeAll(async () => {
    nodes = await startNodes();
    return () => nodes[Symbol.asyncDispose]();
  });

  test('each set-up link that two nodes and a restart have printed works on both, until one of them makes the only owner', async () => {
    const links = [...printedLinks(node(0)), ...printedLinks(node(1))];
    await nodes.stop(1, 'SIGTERM');
    await nodes.start(1);
    links.push(...printedLinks(node(1)));
    expect(new Set(links).size).toBe(3);
    const listStatuses = () =>
      Promise.all(
        links.flatMap((link) => [0, 1].map(async (index) => (await fetch(node(index).origin + link)).status)),
      );
    expect(await listStatuses()).toEqual([200, 200, 200, 200, 200, 200]);
    const signedIn = await Promise.allSettled(
      links.map((link, index) =>
        signInByLink(node(index % 2), link, { name: 'Ada', email: `ada${index}@example.org` }),
      ),
    );
    const cookies = signedIn.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(cookies).toHaveLength(1);
    expect(await nodes.sql('select role from account_user')).toEqual([{ role: 'owner' }]);
    expect(await listStatuses()).toEqual([404, 404, 404, 404, 404, 404]);
    cookie = cookies[0] ?? '';
    await nodes.stop(1, 'SIGTERM');
    await nodes.start(1);
    expect(printedLinks(node(1))).toEqual([]);
  });

  test('a session from one node works on the other', async () => {
    const body = createSaveRequest({ title: 'A draft of node two' }, { locale: 'en' });
    const created = await callAdminApi<EditorPost>(node(1), cookie, 'POST /posts', { body });
    const fetched = await callAdminApi<EditorPost>(node(0), cookie, `GET /posts/${created.id}`);
    expect(fetched).toEqual(created);
    const previewLink = await callAdminApi<{ url: string }>(
      node(0),
      cookie,
      `POST /posts/${created.id}/preview-link`,
    );
    const preview = await fetch(node(1).origin + new URL(previewLink.url).pathname);
    expect([preview.status, await preview.text()]).toEqual([
      200,
      expect.stringContaining('A draft of node two'),
    ]);
  });

  test.runIf(isStress)(
    'an image uploaded to one node is served by the other and stored by neither',
    async () => {
      const response = await fetch(`${node(0).origin}/api/admin/pictures`, {
        method: 'POST',
        headers: { origin: node(0).origin, cookie, 'content-type': 'image/png' },
        body: new Uint8Array(drawImage()),
      });
      expect(response.status).toBe(201);
      imagePath = ((await response.json()) as { src: string }).src;
      for (const origin of [node(1).origin, nodes.nginx.origin]) {
        const imageResponse = await fetch(origin + imagePath);
        expect([imageResponse.status, imageResponse.headers.get('content-type')]).toEqual([
          200,
          'image/webp',
        ]);
        expect(imageResponse.headers.get('cache-control')).toBe('public, max-age=3600');
      }
      expect(nodes.store.requests.some(({ method }) => method === 'PUT')).toBe(true);
      expect(nodes.folders.flatMap((folder) => readdirSync(folder))).toEqual([]);
    },
  );

  test('a post published on one node appears on the other despite its page cache', async () => {
    const pages = [0, 1].map((index) => `${node(index).origin}/blog`);
    for (const page of pages) await fetchText(page);
    for (const [index, title] of ['Written on the first', 'Written on the second'].entries()) {
      await publish(index, title);
      // Pages are cached for a minute, so an earlier update proves that the cache was invalidated.
      for (const page of pages) await expect.poll(() => fetchText(page)).toContain(title);
    }
  });

  let video = '';

  test('both nodes share the rate limit of a client', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 24; count += 1) {
      const response = await requestExtraction(node(count % 2).origin, scenes.photo.link);
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
    // Another client, by its X-Forwarded-For.
    const other = await requestExtraction(node(0).origin, scenes.video.link, {
      'x-forwarded-for': '203.0.113.9',
    });
    const { qualities } = (await other.json()) as { qualities: { url: string }[] };
    video = new URL(qualities[0]?.url ?? '', nodes.nginx.origin).pathname;
    const file = await fetch(nodes.nginx.origin + video);
    const bytes = Buffer.from(await file.arrayBuffer());
    const { expected } = scenes.video;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect('items' in expected && expected.items[0]?.sha256).toBe(sha256);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="?threads-video-1-/);
    expect(file.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    // nginx requested the media itself, over a connection that it does not reuse.
    const mediaRequests = nodes.threads.requests.filter(({ host }) => host === 'media');
    expect(mediaRequests.at(-1)?.headers.connection).toBe('close');
  });

  test.runIf(isStress)('a rolling restart of both nodes causes no failed request', async () => {
    const failures: string[] = [];
    let reads = 0;
    let isDone = false;
    const paths = [
      '/',
      '/blog',
      '/de/blog',
      '/blog/written-on-the-first',
      imagePath,
      '/sitemap.xml',
      '/readyz',
    ];
    const readers = [0, 1, 2].map(async (reader) => {
      for (let count = reader; !isDone; count += 1) {
        const path = paths[count % paths.length] ?? '/';
        const response = await fetch(nodes.nginx.origin + path).catch(String);
        if (typeof response === 'string') failures.push(`${path} ${response}`);
        else {
          await response.arrayBuffer().catch((error) => failures.push(`${path} ${error}`));
          if (response.status !== 200) failures.push(`${path} ${response.status}`);
        }
        reads += 1;
      }
    });
    for (const index of [0, 1]) {
      const stopped = nodes.stop(index, 'SIGTERM');
      // The stopping node rejects files, so nginx uses the other one.
      for (let count = 0; count < 4; count += 1) {
        const file = await fetch(nodes.nginx.origin + video);
        await file.arrayBuffer();
        if (file.status !== 200) failures.push(`${video} ${file.status}`);
      }
      await stopped;
      await nodes.start(index);
      const before = reads;
      await expect.poll(() => reads).toBeGreaterThan(before + 20);
    }
    isDone = true;
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(reads).toBeGreaterThan(50);
  });

  test('a run of a killed node is finished by the other, which translates and reads nothing twice, and clients of nginx see it', async () => {
    const post = await publish(0, 'A picture of the garden');
    await nodes.stop(1, 'SIGTERM');
    nodes.model.playFor('fr', ['pending']);
    const run = await callAdminApi<RunState>(node(0), cookie, `POST /posts/${post.id}/translations`, {
      body: {},
    });
    while (!nodes.model.calls.some(({ scene }) => scene === 'pending')) await nodes.model.nextChange();
    await nodes.start(1);
    await nodes.stop(0, 'SIGKILL');
    nodes.model.release();
    // Expire the dead node's 45-second lease.
    await nodes.sql(
      `update translation_task set lease_until = now() - interval '1 second' where lease is not null`,
    );
    const viaNginx = { ...node(1), origin: nodes.nginx.origin };
    await expect
      .poll(() => callAdminApi<RunState>(viaNginx, cookie, `GET /runs/${run.id}`), {
        timeout: 45_000,
        interval: 500,
      })
      .toMatchObject({ status: 'done', percent: 100 });
    const ended = await callAdminApi<RunState>(viaNginx, cookie, `GET /runs/${run.id}`);
    for (const step of ended.steps.slice(1)) {
      expect(step).toMatchObject({ status: 'published', code: null });
      const translation = await callAdminApi<EditorPost>(node(1), cookie, `GET /posts/${step.post?.id}`);
      expect(outline(translation.fields.content)).toBe(outline(post.fields.content));
    }
    expect(await fetchText(`${nodes.nginx.origin}/de/blog`)).toContain(
      ended.steps.find(({ locale }) => locale === 'de')?.post?.slug,
    );
    const callsByLanguage = Map.groupBy(
      nodes.model.calls,
      ({ body }) => /into ([A-Z][A-Za-z ]+)\./.exec(body)?.[1],
    );
    expect(callsByLanguage.size).toBe(9);
    for (const [language, calls] of callsByLanguage) {
      const readings = calls.filter(({ body }) => body.includes('You review translations'));
      expect(readings, language).toHaveLength(1);
      expect(calls, language).toHaveLength(language === 'French' ? 3 : 2);
    }
  });

  test('the logs of the nodes and nginx contain no IP address, link or ticket', async () => {
    await nodes.stop(1, 'SIGTERM');
    const written = [...nodes.output, nodes.nginx.output()].join('\n');
    const media = nodes.threads.requests.filter(({ host }) => host === 'media').map(({ path }) => path);
    expect(media.length).toBeGreaterThan(0);
    for (const trace of [...media, nodes.threads.mediaHost, scenes.photo.code, '203.0.113.9', '/media/'])
      expect(written).not.toContain(trace);
  });
});

function canStartNodes(): boolean {
  const isInstalled = postgresBinaries() !== null && valkeyBinary() !== null && hasNginx();
  if (!isInstalled)
    process.stdout.write(
      'PostgreSQL, redis-server or nginx is not installed: tests with two nodes are skipped.\n',
    );
  return isInstalled;
}

/** Paths of the links that create the first owner. */
const printedLinks = ({ output }: RunningApp): string[] =>
  output.flatMap((line) => /\/admin\/set-up\?token=[\w-]+/.exec(line)?.[0] ?? []);

/** Two nodes of the built product behind nginx, with PostgreSQL, Valkey, S3 and fake upstreams. */
async function startNodes() {
  const stack = new AsyncDisposableStack();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  stack.use(postgres);
  const [valkey, store, threads, model] = await Promise.all([
    startValkey(),
    startS3(),
    startFakeThreads(),
    startFakeModel(),
  ]);
  for (const server of [valkey, store, threads, model]) stack.use(server);
  const ports = [await freePort(), await freePort()];
  const nginx = stack.use(await startNginx(ports.map((port) => `127.0.0.1:${port}`)));
  const folders = ports.map(() => mkdtempSync(join(tmpdir(), 'unspool-node-')));
  stack.defer(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const environment = {
    ...threads.environment,
    ...model.environment,
    // One language after another, so that only one call is interrupted when a node is killed.
    AI_CONCURRENCY: '1',
    AI_REVIEW_MODEL: 'reader',
    AI_REVIEW_THRESHOLD: '60',
    ...store.environment,
    DATABASE_URL: postgres.url,
    VALKEY_URL: valkey.url,
    APP_SECRET: randomBytes(48).toString('base64url'),
    PUBLIC_ORIGIN: nginx.origin,
    TRUSTED_PROXIES: '127.0.0.1',
    MEDIA_OFFLOAD: 'nginx',
    LIMITS_SCALE: '1',
  };
  const clocks = [-120_000, 120_000].map((offsetMs) => stack.use(createClock(offsetMs)));
  const running = new Map<number, RunningApp>();
  const output: string[] = [];

  async function start(index: number): Promise<RunningApp> {
    const node = await startAppIn(folders[index] ?? '', {
      ...environment,
      ...clocks[index]?.environment,
      PORT: String(ports[index]),
    });
    running.set(index, node);
    return node;
  }
  async function stop(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const node = running.get(index);
    if (!node) return;
    running.delete(index);
    if (signal === 'SIGKILL') process.kill(node.pid, signal);
    await node.stop();
    output.push(...node.output);
  }
  stack.defer(async () => {
    for (const index of [...running.keys()]) await stop(index, 'SIGTERM');
  });
  await Promise.all([start(0), start(1)]);
  return {
    nginx,
    threads,
    model,
    store,
    running,
    /** Output lines of stopped nodes. */
    output,
    folders,
    start,
    stop,
    async sql(statement: string): Promise<unknown[]> {
      const client = new pg.Client(postgres.url);
      await client.connect();
      const { rows } = await client.query(statement);
      await client.end();
      return rows;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
