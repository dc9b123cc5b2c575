import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a category is created, renamed and deleted, and readers see each change at once', async () => {
  const readers = async () => {
    const response = await fetch(`${server.origin}/api/blog/categories?locale=de`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };
  const body = { names: { en: 'How it works', de: 'So geht es' }, color: '#336699' };
  const created = await server.request('editor', 'POST /categories', { body });
  expect([created.status, created.body]).toEqual([
    201,
    { ...body, id: expect.any(String), slug: 'how-it-works', descriptions: {}, articles: 0 },
  ]);
  expect(await readers()).toEqual(['So geht es']);

  const { id } = created.body;
  await server.request('editor', 'POST /posts', {
    body: createSaveRequest({ category_id: id }, { locale: 'en' }),
  });
  const renamed = { ...body, slug: 'howto', names: { en: 'How to', de: 'Anleitungen' } };
  expect((await server.request('editor', `PUT /categories/${id}`, { body: renamed })).body.articles).toBe(1);
  expect(await readers()).toEqual(['Anleitungen']);
  const listed = await server.request('author', 'GET /categories');
  expect(listed.body).toMatchObject({ categories: [{ id, slug: 'howto', articles: 1 }] });

  expect((await server.request('editor', `DELETE /categories/${id}`)).body).toEqual({ success: true });
  expect(await readers()).toEqual([]);
  const { posts } = (await server.request('editor', 'GET /posts')).body;
  expect(posts).toMatchObject([{ title: 'A title', category_id: null }]);
});

test('tags are created and validated like categories', async () => {
  const created = await server.request('owner', 'POST /tags', {
    body: { names: { en: 'Ünïque tag', th: 'แท็ก' } },
  });
  expect(created).toMatchObject({ status: 201, body: { slug: 'unique-tag', articles: 0 } });
  const duplicate = await server.request('owner', 'POST /tags', {
    body: { names: { en: 'x' }, slug: created.body.slug },
  });
  expect([duplicate.status, duplicate.body.code]).toEqual([409, 'slug.taken']);
  for (const call of ['PUT /tags/x', `PUT /tags/${created.body.id}0`, 'DELETE /tags/x']) {
    const missing = await server.request('owner', call, { body: { names: { en: 'x' } } });
    expect([missing.status, missing.body.code], call).toEqual([404, 'tag.missing']);
  }
  const wrong = await server.request('owner', 'POST /tags', {
    body: { names: { en: '', xx: 'y' }, color: '#336699' },
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'fields.unfit']);
  expect((await server.request('owner', 'GET /tags')).body.tags).toHaveLength(1);
});
