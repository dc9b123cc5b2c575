import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { callAdminApi } from '#test/support/admin-session.ts';
import { signInByLink } from '#test/support/enter-admin.ts';
import type { RunningApp } from '#test/support/start-app.ts';
import { canStartNodes, type Nodes, startNodes } from '#test/support/start-nodes.ts';
import { isStress } from '#test/support/stress.ts';
import type { RunState } from '#translation/contract.ts';
import { drawImage } from '../fakes/language-model/draw-image.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

/** Two nodes of the build and their shared services behind nginx. Each test builds on the previous ones. */
describe.skipIf(!canStartNodes())('two nodes', () => {
  let nodes: Nodes;
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

  test('a session from one node works on the other', async () => {
    const lines = [...node(0).output, ...node(1).output];
    const link = lines.map((line) => /\/admin\/set-up\?token=[\w-]+/.exec(line)?.[0]).find(Boolean) ?? '';
    cookie = await signInByLink(node(0), link, { name: 'Ada', email: 'ada@example.org' });
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
    const extract = (origin: string) =>
      fetch(`${origin}/functions/v1/extract-threads-media`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: scenes.photo.link }),
      });
    const statuses: number[] = [];
    for (let count = 0; count < 24; count += 1) {
      const response = await extract(node(count % 2).origin);
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
    // Another client, by its X-Forwarded-For.
    const other = await fetch(`${node(0).origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ url: scenes.video.link }),
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

  test.runIf(isStress)(
    'a run of a killed node is finished by the other, and clients of nginx see it',
    async () => {
      const post = await publish(0, 'A picture of the garden');
      await nodes.stop(1, 'SIGTERM');
      nodes.model.play('pending');
      const called = nodes.model.calls.length;
      const run = await callAdminApi<RunState>(node(0), cookie, `POST /posts/${post.id}/translations`, {
        body: {},
      });
      await expect.poll(() => nodes.model.calls.length).toBeGreaterThan(called);
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
      expect(ended.steps.slice(1).map(({ status }) => status)).toEqual(Array(9).fill('published'));
      expect(await fetchText(`${nodes.nginx.origin}/de/blog`)).toContain(
        ended.steps.find(({ locale }) => locale === 'de')?.post?.slug,
      );
    },
  );

  test('the logs of the nodes and nginx contain no IP address, link or ticket', async () => {
    await nodes.stop(1, 'SIGTERM');
    const written = [...nodes.output, nodes.nginx.output()].join('\n');
    const media = nodes.threads.requests.filter(({ host }) => host === 'media').map(({ path }) => path);
    expect(media.length).toBeGreaterThan(0);
    for (const trace of [...media, nodes.threads.mediaHost, scenes.photo.code, '203.0.113.9', '/media/'])
      expect(written).not.toContain(trace);
  });
});
