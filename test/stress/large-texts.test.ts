import { expect, test } from 'vitest';
import { textBytesMax } from '#blog/contract.ts';
import { signInAsOwner } from '#test/support/admin-session.ts';
import { startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { watchEventLoop } from '#test/support/watch-event-loop.ts';
import { translatableLimits } from '#translation/contract.ts';
import type { SideBySide } from '#translation/side-by-side-contract.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

/** CPU time between two events. */
const maxStretchMs = 300;
/** Translations of up to `translatableLimits` are compared with their source on the event loop. */
const maxTranslationStretchMs = 600;
const token = 'a-token-for-metrics';
const fill = (part: string, bytes = textBytesMax) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));

test.runIf(isStress)(
  'neither the longest texts nor longer ones hold the process or fill its memory, nor does their translation',
  async () => {
    using eventLoop = watchEventLoop();
    await using app = await startApp({ METRICS_TOKEN: token, ...eventLoop.environment });
    const cookie = await signInAsOwner(app);
    const readMemoryMb = async () => {
      const response = await fetch(`${app.origin}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return Number(/^process_resident_memory_bytes (.+)$/m.exec(await response.text())?.[1]) / 1e6;
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
      eventLoop.readLongestMs();
      let isDone = false;
      const result = work().finally(() => {
        isDone = true;
      });
      while (!isDone) expect((await fetch(`${app.origin}/livez`)).status).toBe(200);
      const memoryMb = await readMemoryMb();
      return { result: await result, stretchMs: eventLoop.readLongestMs(), memoryMb };
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
    // Less would mean that nothing was recorded.
    expect(longest.stretchMs).toBeGreaterThan(0);
    expect(longest.stretchMs).toBeLessThan(maxStretchMs);

    const bombs = await createAll(
      ['&', ' ', '<a ', '<ul><li>', 'a'].map((part) => fill(part, textBytesMax - '<p></p>'.length)),
    );
    expect(bombs.statuses).toEqual([201, 201, 201, 201, 201]);
    expect(bombs.stretchMs).toBeLessThan(maxStretchMs);

    // One user's saves in flight have at most 72 MB.
    const tooLong = await createAll(['word ', '&', '<p>x</p>', ' '].map((part) => fill(part, 45_000_000)));
    expect(tooLong.statuses).toContain(413);
    expect([413, 503, null]).toEqual(expect.arrayContaining(tooLong.statuses));
    expect(tooLong.stretchMs).toBeLessThan(maxStretchMs);
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
      expect(opened.stretchMs, beside).toBeLessThan(maxTranslationStretchMs);
      const { blocks } = JSON.parse(opened.result) as SideBySide;
      const { id: block = 'b1', hash = '0'.repeat(32) } = blocks.find(({ id }) => id === 'b9') ?? {};
      const saved = await measure(() =>
        send('PUT', `/${id}/side-by-side/de`, { blocks: [{ id: block, hash, text: 'Wort' }] }, 0),
      );
      expect(saved.result.status).toBe(status);
      expect(saved.stretchMs, 'saving a block').toBeLessThan(maxTranslationStretchMs);
      const { post } = (await saved.result.json()) as Partial<SideBySide>;
      const german = post ? [`/api/admin/posts/${post.id}/translation`, `/admin/blog/${post.id}`] : [];
      for (const path of [beside, `/api/admin/posts/${id}/translation`, `/admin/preview/${id}`, ...german])
        expect((await measure(() => read(path))).stretchMs, path).toBeLessThan(maxTranslationStretchMs);
    }
  },
);
