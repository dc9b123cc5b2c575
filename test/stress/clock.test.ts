import { expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import type { ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { createClock } from '#test/support/shift-clock.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';

const hourMs = 3_600_000;

test.runIf(isStress)(
  'a clock that jumps an hour ahead and back expires tickets, but no session, post or limit',
  async () => {
    using clock = createClock(0);
    await using threads = await startFakeThreads();
    await using app = await startApp({ ...threads.environment, ...clock.environment, LIMITS_SCALE: '1' });
    const cookie = await signInAsOwner(app);
    const created = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
      body: createSaveRequest({ title: 'Written at noon', content: '<p>One.</p>' }, { locale: 'en' }),
    });
    let { version } = created;
    const save = async (content: string) => {
      const fields = { ...created.fields, content };
      const body = createSaveRequest(fields);
      const saved = await callAdminApi<EditorPost>(app, cookie, `PUT /posts/${created.id}`, {
        version,
        body,
      });
      version = saved.version;
      return saved.fields.content;
    };
    const extract = async () => {
      const response = await requestExtraction(app.origin, scenes.photo.link);
      return { status: response.status, body: (await response.json()) as ExtractResponse };
    };
    const openFile = async (path: string) => {
      const response = await fetch(app.origin + path);
      await response.arrayBuffer();
      return response.status;
    };
    const ticket = (await extract()).body.qualities[0]?.url ?? '';
    expect(await openFile(ticket)).toBe(200);

    clock.shift(app.pid, hourMs);
    await expect.poll(() => openFile(ticket)).toBe(410);
    expect(await save('<p>Two, an hour ahead.</p>')).toContain('Two');
    const later = (await extract()).body.qualities[0]?.url ?? '';
    expect(await openFile(later)).toBe(200);
    while ((await extract()).status === 200);
    expect((await extract()).status).toBe(429);

    clock.shift(app.pid, 0);
    await expect.poll(async () => (await extract()).status).toBe(200);
    expect(await openFile(ticket)).toBe(200);
    expect(await openFile(later)).toBe(200);
    expect(await save('<p>Three, back again.</p>')).toContain('Three');
    clock.shift(app.pid, -hourMs);
    expect(await save('<p>Four, an hour behind.</p>')).toContain('Four');
    expect((await fetch(`${app.origin}/blog`)).status).toBe(200);
    const found = await callAdminApi<EditorPost>(app, cookie, `GET /posts/${created.id}`);
    expect(found.fields.content).toContain('Four');
    expect(app.output.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  },
);
