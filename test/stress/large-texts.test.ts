import { expect, test } from 'vitest';
import { textBytesMax } from '#blog/contract.ts';
import { signInAsOwner } from '#test/support/admin-session.ts';
import { startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { translatableLimits } from '#translation/contract.ts';
import type { SideBySide } from '#translation/side-by-side-contract.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

/** How much longer than its CPU time work takes on this machine right now. */
function measureContention(): number {
  const [start, before] = [performance.now(), process.threadCpuUsage()];
  let cpuMs = 0;
  while (cpuMs < 200) {
    const { user, system } = process.threadCpuUsage(before);
    cpuMs = (user + system) / 1000;
  }
  return (performance.now() - start) / cpuMs;
}

/** With nothing else running on the machine. */
const maxLagMs = 300;
/** Translations of up to `translatableLimits` are compared with their source on the event loop. */
const maxTranslationLagMs = 600;
const token = 'a-token-for-metrics';
const fill = (part: string, bytes = textBytesMax) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));

test.runIf(isStress)(
  'neither the longest texts nor longer ones hold the process or fill its memory, nor does their translation',
  async () => {
    await using app = await startApp({ METRICS_TOKEN: token });
    const cookie = await signInAsOwner(app);
    /** Reading it starts a new interval. */
    const readMetrics = async () => {
      const response = await fetch(`${app.origin}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await response.text();
      const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
      return {
        lagMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
        memoryMb: read('process_resident_memory_bytes') / 1e6,
      };
    };
    const send = (method: string, path: string, body: object, version?: number) =>
      fetch(`${app.origin}/api/admin/posts${path}`, {
        method,
        headers: {
          cookie,
          origin: app.origin,
          'content-type': 'application/json',
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
        body: JSON.stringify(body),
      });
    /** null if the server closed the connection before it had the rest of a rejected body. */
    const create = async (content: string) => {
      const response = await send('POST', '', createSaveRequest({ content }, { locale: 'en' })).catch(
        () => null,
      );
      await response?.arrayBuffer();
      return response?.status ?? null;
    };
    /** Checks the probe until the work is done. */
    const measure = async <T>(work: () => Promise<T>) => {
      await readMetrics();
      const contention = measureContention();
      let isDone = false;
      const result = work().finally(() => {
        isDone = true;
      });
      while (!isDone) expect((await fetch(`${app.origin}/livez`)).status).toBe(200);
      const { lagMs, memoryMb } = await readMetrics();
      return { result: await result, lagMs: lagMs / Math.max(contention, measureContention()), memoryMb };
    };
    const createAll = async (contents: readonly string[]) => {
      const { result, ...figures } = await measure(() => Promise.all(contents.map(create)));
      return { statuses: result, ...figures };
    };

    await create('<p>a</p>');

    const longest = await createAll(
      ['<p>word word</p>', 'word ', '漢字也不用', 'a'].map((part) => fill(part, 1_900_000)),
    );
    expect(longest.statuses).toEqual([201, 201, 201, 201]);
    expect(longest.lagMs).toBeLessThan(maxLagMs);

    const bombs = await createAll(
      ['&', ' ', '<a ', '<ul><li>', 'a'].map((part) => fill(part, textBytesMax - '<p></p>'.length)),
    );
    expect(bombs.statuses).toEqual([201, 201, 201, 201, 201]);
    expect(bombs.lagMs).toBeLessThan(maxLagMs);

    // One user's saves in flight have at most 72 MB.
    const tooLong = await createAll(['word ', '&', '<p>x</p>', ' '].map((part) => fill(part, 45_000_000)));
    expect(tooLong.statuses).toContain(413);
    expect([413, 503, null]).toEqual(expect.arrayContaining(tooLong.statuses));
    expect(tooLong.lagMs).toBeLessThan(maxLagMs);
    expect(tooLong.memoryMb).toBeLessThan(1200);

    // As many blocks as can be translated, and a text that is too long for that.
    for (const [paragraphs, status] of [
      [translatableLimits.tags / 2, 200],
      [90_000, 413],
    ] as const) {
      const content = Array.from({ length: paragraphs }, (_, index) => `<p>word ${index}</p>`).join('');
      const created = await send('POST', '', createSaveRequest({ content }, { locale: 'en' }));
      const { id } = (await created.json()) as { id: string };
      const read = async (path: string) => {
        const response = await fetch(app.origin + path, { headers: { cookie } });
        expect(response.status, path).toBe(200);
        return response.text();
      };
      const beside = `/api/admin/posts/${id}/side-by-side/de`;
      const opened = await measure(() => read(beside));
      expect(opened.lagMs, beside).toBeLessThan(maxTranslationLagMs);
      const { blocks } = JSON.parse(opened.result) as SideBySide;
      const { id: block = 'b1', hash = '0'.repeat(32) } = blocks.find(({ id }) => id === 'b9') ?? {};
      const saved = await measure(() =>
        send('PUT', `/${id}/side-by-side/de`, { blocks: [{ id: block, hash, text: 'Wort' }] }, 0),
      );
      expect(saved.result.status).toBe(status);
      expect(saved.lagMs, 'saving a block').toBeLessThan(maxTranslationLagMs);
      const { post } = (await saved.result.json()) as Partial<SideBySide>;
      const german = post ? [`/api/admin/posts/${post.id}/translation`, `/admin/blog/${post.id}`] : [];
      for (const path of [beside, `/api/admin/posts/${id}/translation`, `/admin/preview/${id}`, ...german])
        expect((await measure(() => read(path))).lagMs, path).toBeLessThan(maxTranslationLagMs);
    }
  },
);
