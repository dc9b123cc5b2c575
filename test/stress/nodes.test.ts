import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { drawPicture } from '#test/fakes/language-model/draw-picture.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterBy } from '#test/support/enter-admin.ts';
import type { RunningApp } from '#test/support/start-app.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { canStartNodes, type Nodes, startNodes } from '#test/support/start-nodes.ts';
import { isStress } from '#test/support/stress.ts';

/** Two nodes of the built product, with everything they share, behind nginx. Each part goes on where the last one ended. */
describe.skipIf(!canStartNodes())('two nodes', () => {
  let nodes: Nodes;
  let cookie = '';
  let picture = '';
  const node = (place: number): RunningApp => {
    const found = nodes.running.get(place);
    if (!found) throw new Error(`node ${place} does not run`);
    return found;
  };
  const textOf = async (address: string) => (await fetch(address)).text();

  async function publish(place: number, title: string): Promise<DeskDocument> {
    const body = deskSave({ title, content: `<p>${title}, written on a node.</p>` }, { locale: 'en' });
    const made = await askDesk<DeskDocument>(node(place), cookie, 'POST /posts', { body });
    const fields = { ...made.fields, status: 'published' };
    return askDesk<DeskDocument>(node(place), cookie, `PUT /posts/${made.id}`, {
      version: made.version,
      body: deskSave(fields, { mode: 'publish' }),
    });
  }

  beforeAll(async () => {
    nodes = await startNodes();
    return () => nodes[Symbol.asyncDispose]();
  });

  test('who signs in on one writes on the other', async () => {
    const lines = [...node(0).output, ...node(1).output];
    const link = lines.map((line) => /\/admin\/set-up\?token=[\w-]+/.exec(line)?.[0]).find(Boolean) ?? '';
    cookie = await enterBy(node(0), link, { name: 'Ada', email: 'ada@example.org' });
    const body = deskSave({ title: 'A draft of node two' }, { locale: 'en' });
    const made = await askDesk<DeskDocument>(node(1), cookie, 'POST /posts', { body });
    const seen = await askDesk<DeskDocument>(node(0), cookie, `GET /posts/${made.id}`);
    expect(seen).toEqual(made);
    const link2 = await askDesk<{ url: string }>(node(0), cookie, `POST /posts/${made.id}/preview-link`);
    const preview = await fetch(node(1).origin + new URL(link2.url).pathname);
    expect([preview.status, await preview.text()]).toEqual([
      200,
      expect.stringContaining('A draft of node two'),
    ]);
  });

  test.runIf(isStress)(
    'a picture that one was given is shown by the other, and neither has it in its folder',
    async () => {
      const answer = await fetch(`${node(0).origin}/api/admin/pictures`, {
        method: 'POST',
        headers: { origin: node(0).origin, cookie, 'content-type': 'image/png' },
        body: new Uint8Array(drawPicture()),
      });
      expect(answer.status).toBe(201);
      picture = ((await answer.json()) as { src: string }).src;
      for (const origin of [node(1).origin, nodes.nginx.origin]) {
        const shown = await fetch(origin + picture);
        expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
        expect(shown.headers.get('cache-control')).toBe('public, max-age=3600');
      }
      expect(nodes.store.requests.some(({ method }) => method === 'PUT')).toBe(true);
      expect(nodes.folders.flatMap((folder) => readdirSync(folder))).toEqual([]);
    },
  );

  test('what one publishes the other shows, though it had kept the page', async () => {
    const pages = [0, 1].map((place) => `${node(place).origin}/blog`);
    for (const page of pages) await textOf(page);
    for (const [place, title] of ['Written on the first', 'Written on the second'].entries()) {
      await publish(place, title);
      // A page is kept for a minute: who shows it earlier was told.
      for (const page of pages) await expect.poll(() => textOf(page)).toContain(title);
    }
  });

  let video = '';

  test('both count the same client', async () => {
    const extract = (origin: string) =>
      fetch(`${origin}/functions/v1/extract-threads-media`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: scenes.photo.link }),
      });
    const statuses: number[] = [];
    for (let count = 0; count < 24; count += 1) {
      const answer = await extract(node(count % 2).origin);
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
    // Another client, as nginx names it: nobody else may.
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
    // nginx asked the media host itself: a connection of its own, which it does not keep.
    const asked = nodes.threads.requests.filter(({ host }) => host === 'media');
    expect(asked.at(-1)?.headers.connection).toBe('close');
  });

  test.runIf(isStress)('both are started anew, one after the other, and no reader sees it', async () => {
    const failures: string[] = [];
    let reads = 0;
    let isOver = false;
    const paths = [
      '/',
      '/blog',
      '/de/blog',
      '/blog/written-on-the-first',
      picture,
      '/sitemap.xml',
      '/readyz',
    ];
    const readers = [0, 1, 2].map(async (reader) => {
      for (let count = reader; !isOver; count += 1) {
        const path = paths[count % paths.length] ?? '/';
        const answer = await fetch(nodes.nginx.origin + path).catch(String);
        if (typeof answer === 'string') failures.push(`${path} ${answer}`);
        else {
          await answer.arrayBuffer().catch((error) => failures.push(`${path} ${error}`));
          if (answer.status !== 200) failures.push(`${path} ${answer.status}`);
        }
        reads += 1;
      }
    });
    for (const place of [0, 1]) {
      const stopped = nodes.stop(place, 'SIGTERM');
      // The node that ends takes no file on, and says so: the other one does.
      for (let count = 0; count < 4; count += 1) {
        const file = await fetch(nodes.nginx.origin + video);
        await file.arrayBuffer();
        if (file.status !== 200) failures.push(`${video} ${file.status}`);
      }
      await stopped;
      await nodes.start(place);
      const before = reads;
      await expect.poll(() => reads).toBeGreaterThan(before + 20);
    }
    isOver = true;
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(reads).toBeGreaterThan(50);
  });

  test.runIf(isStress)(
    'a run of one that is killed is ended by the other, and its reader by nginx sees the end',
    async () => {
      const post = await publish(0, 'A picture of the garden');
      await nodes.stop(1, 'SIGTERM');
      nodes.model.play('held');
      const called = nodes.model.calls.length;
      const run = await askDesk<RunState>(node(0), cookie, `POST /posts/${post.id}/translations`, {
        body: {},
      });
      await expect.poll(() => nodes.model.calls.length).toBeGreaterThan(called);
      await nodes.start(1);
      await nodes.stop(0, 'SIGKILL');
      nodes.model.release();
      // The clock of a lease, moved on: the dead node's 45 seconds are over.
      await nodes.sql(
        `update translation_task set lease_until = now() - interval '1 second' where lease is not null`,
      );
      const viaNginx = { ...node(1), origin: nodes.nginx.origin };
      await expect
        .poll(() => askDesk<RunState>(viaNginx, cookie, `GET /runs/${run.id}`), {
          timeout: 45_000,
          interval: 500,
        })
        .toMatchObject({ status: 'done', percent: 100 });
      const ended = await askDesk<RunState>(viaNginx, cookie, `GET /runs/${run.id}`);
      expect(ended.steps.slice(1).map(({ status }) => status)).toEqual(Array(9).fill('published'));
      expect(await textOf(`${nodes.nginx.origin}/de/blog`)).toContain(
        ended.steps.find(({ locale }) => locale === 'de')?.post?.slug,
      );
    },
  );

  test('neither nodes nor nginx have written an address, a link or a ticket', async () => {
    await nodes.stop(1, 'SIGTERM');
    const written = [...nodes.output, nodes.nginx.output()].join('\n');
    const media = nodes.threads.requests.filter(({ host }) => host === 'media').map(({ path }) => path);
    expect(media.length).toBeGreaterThan(0);
    for (const trace of [...media, nodes.threads.mediaHost, scenes.photo.code, '203.0.113.9', '/media/'])
      expect(written).not.toContain(trace);
  });
});
