import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { textBytesMax } from '#blog/contract.ts';
import type { BlogEditor } from '#blog/editing-contract.ts';
import { fail } from '#platform/result.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';

let server: AdminTestServer;
beforeAll(async () => {
  server = await startAdminTestServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const create = (role: Role, content = '<p>a</p>') =>
  server.request(role, 'POST /posts', { body: createSaveRequest({ content }, { locale: 'en' }) });

test('a text of more than 2 MB is rejected in any save, and the post stays as it was', async () => {
  const tooLong = `<p>${'a'.repeat(textBytesMax)}</p>`;
  const rejected = { code: 'text.too_long', error: expect.stringContaining('2 MB') };
  expect(await create('author', tooLong)).toMatchObject({ status: 413, body: rejected });
  const { id } = (await create('author')).body;
  for (const mode of ['autosave', 'save']) {
    const body = createSaveRequest({ content: tooLong }, { mode });
    const saved = await server.request('author', `PUT /posts/${id}`, { version: 1, body });
    expect(saved).toMatchObject({ status: 413, body: rejected });
  }
  const { body } = await server.request('author', `GET /posts/${id}`);
  expect(body).toMatchObject({ version: 1, fields: { content: '<p>a</p>' } });
});

test('a text that takes a worker is saved like a short one', async () => {
  const content = `<p onclick="x()">${'word '.repeat(20_000)}last</p>`;
  const { status, body } = await create('author', content);
  expect([status, body.fields.content]).toEqual([201, content.replace(' onclick="x()"', '')]);
  const found = await server.services.editor.previewPost(body.id);
  expect(found?.read_time_minutes).toBe(101);
});

test('the bodies of unfinished saves are bounded per user and in total; more get 503 and Retry-After', async () => {
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const createPost: BlogEditor['createPost'] = async ({ fields }) => {
    if (fields.title === 'unfinished') {
      started.resolve();
      await mayEnd.promise;
    }
    return fail({ code: 'post.missing' });
  };
  await using gated = await startAdminTestServer({
    parts: { editor: { ...server.services.editor, createPost } },
  });
  const save = (role: Role, headers: Record<string, string>, title = 'T') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const own = { origin: gated.origin, cookie: gated.getCookie(role), 'content-type': 'application/json' };
      const sent = request(`${gated.origin}/api/admin/posts`, {
        method: 'POST',
        headers: { ...own, ...headers },
      });
      sent.on('response', resolve).on('error', reject);
      // With a larger content-length, the body stays incomplete.
      sent.write(JSON.stringify(createSaveRequest({ title }, { locale: 'en' })));
      if (!headers['content-length']) sent.end();
    });
  const passed = { statusCode: 404 };
  const postponed = { statusCode: 503, headers: expect.objectContaining({ 'retry-after': '5' }) };

  // Without a length, a body counts as the longest.
  const unfinished = save('author', {}, 'unfinished');
  await started.promise;
  expect(await save('author', {})).toMatchObject(postponed);
  expect(await save('author', { 'content-length': '1000' })).toMatchObject(postponed);
  expect(await save('editor', { 'content-length': '24000001' })).toMatchObject(postponed);
  const body = createSaveRequest({}, { locale: 'en' });
  expect(await gated.request('editor', 'POST /posts', { body })).toMatchObject({ status: 404 });
  mayEnd.resolve();
  expect(await unfinished).toMatchObject(passed);
  expect(await save('author', {})).toMatchObject(passed);
});
