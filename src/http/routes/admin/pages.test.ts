import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
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

const create = (role: Role, fields: object, more: object = {}) =>
  server.request(role, 'POST /posts', {
    body: createSaveRequest(fields, { locale: 'en', kind: 'page', ...more }),
  });

test('only owners create, see and change pages', async () => {
  const { status, body: page } = await create('owner', { title: 'Imprint', status: 'published' });
  expect([status, page.kind, page.fields.slug]).toEqual([201, 'page', 'imprint']);
  for (const role of ['editor', 'author'] as const) {
    expect((await create(role, { title: 'Terms' })).body.code).toBe('role.forbids');
    const translation = createSaveRequest({}, { locale: 'de', article_id: page.article_id });
    expect((await server.request(role, 'POST /posts', { body: translation })).body.code).toBe('role.forbids');
    for (const call of ['GET /posts/ID', 'GET /posts/ID/revisions', 'POST /posts/ID/preview-link'])
      expect((await server.request(role, call.replace('ID', page.id))).body.code).toBe('post.missing');
    const change = { version: page.version, body: createSaveRequest({ title: 'Mine' }) };
    expect((await server.request(role, `PUT /posts/${page.id}`, change)).body.code).toBe('post.missing');
    const posts = [{ id: page.id, version: page.version }];
    const bulk = await server.request(role, 'POST /posts/bulk', { body: { action: 'archive', posts } });
    expect(bulk.body.results).toMatchObject([{ code: 'post.missing' }]);
  }
  expect((await server.request('owner', 'GET /posts?locale=en')).body.totalPosts).toBe(0);
  expect((await server.request('owner', `GET /posts/${page.id}`)).body.fields.title).toBe('Imprint');
});

test('a reserved slug is rejected on save, and an autosave stores the other fields', async () => {
  const rejected = await create('owner', { title: 'Contact', slug: 'contact' });
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    'This site needs that slug for its own pages. Choose another one.',
  ]);
  const draft = await create('owner', { title: 'Blog rules', slug: 'blog' }, { mode: 'autosave' });
  expect(draft.body).toMatchObject({ fields: { slug: 'blog' }, has_working_copy: true });
});

test('the drafts of a new page share its slug, and deleting the page deletes them all', async () => {
  const { editor, blog } = server.services;
  const actor = { id: server.getUserId('owner'), name: 'Ada', mayPublish: true, mayManagePages: true };
  const drafts = [
    { locale: 'de', title: 'Datenschutz', content: '<p>Nichts.</p>' },
    { locale: 'en', title: 'Privacy', content: '<p>Nothing.</p>' },
  ] as const;
  const created = await editor.createPage('privacy', drafts, actor);
  if (!created.ok) throw new Error(created.error.code);
  const { id, version, article_id, languages } = created.value;
  expect(languages.map(({ locale, slug }) => [locale, slug])).toEqual([['de', 'privacy']]);
  expect(await editor.createPage('privacy', drafts, actor)).toMatchObject({ error: { code: 'slug.taken' } });
  const [listed] = (await editor.listPages()).filter((page) => page.article_id === article_id);
  expect(listed).toMatchObject({ id, languages: [{ slug: 'privacy' }, { slug: 'privacy' }] });
  await editor.setStatus(id, version, 'published', actor);
  expect(await blog.findPage('de', 'privacy')).toMatchObject({ kind: 'page' });
  await editor.deletePage(article_id);
  expect(await blog.findPage('de', 'privacy')).toEqual({ kind: 'missing', translations: [] });
  expect((await editor.listPages()).some((page) => page.article_id === article_id)).toBe(false);
});

test('a translation of a page is a page with the same slug', async () => {
  const { body: page } = await create('owner', { title: 'House rules', content: '<p>Be kind.</p>' });
  const path = `/posts/${page.id}/side-by-side/de`;
  const { body: opened } = await server.request('owner', `GET ${path}`);
  const [{ id, hash }] = opened.blocks;
  const block = { id, hash, text: 'Hausordnung', accepted: true };
  const saved = await server.request('owner', `PUT ${path}`, { version: 0, body: { blocks: [block] } });
  const { body: german } = await server.request('owner', `GET /posts/${saved.body.post.id}`);
  expect(german).toMatchObject({ kind: 'page', locale: 'de', fields: { slug: 'house-rules' } });
  expect((await server.request('editor', `GET ${path}`)).body.code).toBe('post.missing');
});
