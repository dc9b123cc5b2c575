import { inspect } from 'node:util';
import { symbols } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMessages } from '#i18n/server-translator.ts';
import { createLogger } from '#platform/logger.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

let server: AdminTestServer;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger('debug');
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  server = await startAdminTestServer({ overrides: { log } });
});
afterAll(() => server?.[Symbol.asyncDispose]());

type Requester = Parameters<AdminTestServer['request']>[0];
const create = async (requester: Requester, fields: object = {}, more: object = {}) => {
  const response = await server.request(requester, 'POST /posts', {
    body: createSaveRequest(fields, { locale: 'en', ...more }),
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const put = (
  requester: Requester,
  { id, version }: { id: string; version: number },
  fields: object,
  more: object = {},
) => server.request(requester, `PUT /posts/${id}`, { version, body: createSaveRequest(fields, more) });

test('editors and owners change the author of a post, authors do not', async () => {
  const { id, version } = await create('author', { title: 'By the author' });
  const change = (role: Requester, author: unknown, post = id) =>
    server.request(role, `PUT /posts/${post}/author`, { body: { author } });
  const editorId = server.getUserId('editor');
  expect((await change('author', editorId)).body.code).toBe('role.forbids');
  expect((await change(null, editorId)).status).toBe(401);
  expect((await change('editor', 'nobody')).body.code).toBe('author.missing');
  expect((await change('editor', 7)).body.fields).toEqual(['author']);
  expect((await change('editor', editorId, missingId)).body.code).toBe('post.missing');
  expect((await change('editor', editorId)).body).toEqual({ success: true });
  const { body } = await server.request('editor', `GET /posts/${id}`);
  expect(body).toMatchObject({ author_id: editorId, version });
});

describe('the post lifecycle', () => {
  test('creates, reads, updates, publishes, archives and deletes with version checks', async () => {
    const created = await server.request('editor', 'POST /posts', {
      body: createSaveRequest({ title: 'One' }, { locale: 'de' }),
    });
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
    expect(created.body).toMatchObject({
      locale: 'de',
      version: 1,
      status: 'draft',
      fields: { title: 'One' },
    });
    const { id } = created.body;
    const opened = await server.request('editor', `GET /posts/${id}`);
    expect([opened.headers.get('etag'), opened.body]).toEqual(['"1"', created.body]);

    const saved = await put(
      'editor',
      created.body,
      { title: 'Two', status: 'published' },
      { mode: 'publish' },
    );
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"']);
    expect(saved.body).toMatchObject({ status: 'published', published_at: expect.any(String) });
    const { slug } = saved.body.fields;
    expect((await fetch(`${server.origin}/api/blog/posts/${slug}?locale=de`)).status).toBe(200);

    const body = { status: 'archived' };
    const archived = await server.request('editor', `POST /posts/${id}/status`, { version: 2, body });
    expect(archived.body).toMatchObject({ status: 'archived', version: 3 });
    const { posts, totalPosts } = (await server.request('author', 'GET /posts?locale=de')).body;
    expect([posts[0].title, posts[0].status, totalPosts]).toEqual(['Two', 'archived', 1]);
    expect((await server.request('author', 'GET /posts?locale=de&status=draft')).body.totalPosts).toBe(0);

    expect((await server.request('owner', `DELETE /posts/${id}`, { version: 2 })).status).toBe(409);
    expect((await server.request('owner', `DELETE /posts/${id}`, { version: 3 })).body).toEqual({
      success: true,
    });
    expect((await server.request('owner', `GET /posts/${id}`)).body.code).toBe('post.missing');
  });

  test('discards a working copy and restores a revision', async () => {
    const first = await create('editor', { title: 'First', content: '<p>a</p>', status: 'published' });
    const autosaved = await put('editor', first, { ...first.fields, title: 'Typed' }, { mode: 'autosave' });
    expect(autosaved.body).toMatchObject({ has_working_copy: true, fields: { title: 'Typed' } });
    const { id } = first;
    const version = autosaved.body.version;
    const discarded = await server.request('editor', `DELETE /posts/${id}/working-copy`, { version });
    expect(discarded.body).toMatchObject({ has_working_copy: false, fields: { title: 'First' } });

    const { revisions } = (await server.request('editor', `GET /posts/${id}/revisions`)).body;
    const revisionSummary = revisions.find((revision: { title: string }) => revision.title === 'Typed');
    const revision = await server.request('editor', `GET /posts/${id}/revisions/${revisionSummary.id}`);
    expect(revision.body).toMatchObject({
      title: 'Typed',
      author_name: 'editor',
      fields: { title: 'Typed' },
    });
    const restored = await server.request(
      'editor',
      `POST /posts/${id}/revisions/${revisionSummary.id}/restore`,
      {
        version: discarded.body.version,
      },
    );
    expect(restored.body.fields.title).toBe('Typed');
    expect((await server.request('editor', `GET /posts/${id}/revisions/${missingId}`)).body.code).toBe(
      'revision.missing',
    );
  });

  test('stores a blank category and cover as null', async () => {
    const created = await create('editor', { category_id: null, featured_image_url: '  ' });
    expect(created.fields).toMatchObject({ category_id: null, featured_image_url: null });
  });
});

describe('concurrent changes', () => {
  test('the second save is rejected with the current post', async () => {
    const created = await create('editor', { title: 'Both' });
    const saves = await Promise.all([
      put('editor', created, { title: 'Mine' }),
      put('owner', created, { title: 'Yours' }),
    ]);
    const accepted = saves.find(({ status }) => status === 200);
    const rejected = saves.find(({ status }) => status === 409);
    expect(rejected?.body).toMatchObject({
      success: false,
      code: 'post.conflict',
      error: expect.stringMatching(/^This post has been changed/),
      current: accepted?.body,
    });
  });

  test('a save that is repeated after a lost response gets the post with its own id', async () => {
    const created = await create('editor', { title: 'Typed' });
    expect(created.save_id).toBeNull();
    const save_id = '3f1a9c52-7d0e-4b86-9a41-5c2e8f7b6d03';
    const send = () => put('editor', created, { title: 'Typed more' }, { mode: 'autosave', save_id });
    const saved = await send();
    expect([saved.status, saved.body.save_id]).toEqual([200, save_id]);
    const repeated = await send();
    expect([repeated.status, repeated.body.current]).toEqual([409, saved.body]);
    for (const invalid of ['mine', save_id.slice(1), 7, null]) {
      const body = { ...createSaveRequest(), save_id: invalid };
      const rejected = await server.request('editor', `PUT /posts/${created.id}`, { version: 2, body });
      expect([rejected.status, rejected.body.fields]).toEqual([400, ['save_id']]);
    }
  });

  test('a change without a valid If-Match is rejected', async () => {
    const { id } = await create('editor');
    for (const tag of ['', '*', 'W/"1"', '1', '"1", "2"', '"x"']) {
      const headers = { 'if-match': tag };
      const response = await server.request('editor', `PUT /posts/${id}`, {
        headers,
        body: createSaveRequest(),
      });
      expect([response.status, response.body.code], tag).toEqual([428, 'version.missing']);
    }
  });

  test('repeated creates with one key make one post, and another body is rejected with that post', async () => {
    const first = createSaveRequest({ title: 'Typed' }, { locale: 'vi', mode: 'autosave' });
    const headers = { 'idempotency-key': 'a-key-of-one-editor' };
    const [created, repeated] = await Promise.all([
      server.request('editor', 'POST /posts', { body: first, headers }),
      server.request('editor', 'POST /posts', { body: first, headers }),
    ]);
    expect(repeated.body).toEqual(created.body);
    const more = createSaveRequest({ title: 'Typed more' }, { locale: 'vi', mode: 'autosave' });
    const rejected = await server.request('editor', 'POST /posts', { body: more, headers });
    expect([rejected.status, rejected.body]).toMatchObject([
      422,
      { code: 'key.reused', error: readMessages('en')['error.edit.key_reused'], current: created.body },
    ]);
    expect(await server.request('editor', `GET /posts/${created.body.id}`)).toMatchObject({
      body: { version: 1, fields: { title: 'Typed' } },
    });
    expect((await server.request('editor', 'GET /posts?locale=vi')).body.totalPosts).toBe(1);

    const others = await server.request('owner', 'POST /posts', { body: first, headers });
    expect(others.body.id).not.toBe(created.body.id);
    const wrong = { 'idempotency-key': 'short' };
    expect((await server.request('owner', 'POST /posts', { body: first, headers: wrong })).status).toBe(400);
  });

  test('concurrent creates with one key make one post, and only one create gets a slug', async () => {
    const headers = { 'idempotency-key': 'a-click-that-was-sent-again' };
    const body = createSaveRequest({ title: 'Once' }, { locale: 'pt' });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => server.request('owner', 'POST /posts', { body, headers })),
    );
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect((await server.request('owner', 'GET /posts?locale=pt')).body.totalPosts).toBe(1);

    const contendedPost = createSaveRequest(
      { title: 'Wanted', slug: 'wanted', status: 'published' },
      { locale: 'fr' },
    );
    const many = await Promise.all(
      Array.from({ length: 100 }, () => server.request('owner', 'POST /posts', { body: contendedPost })),
    );
    const outcomes = many.map((response) => `${response.status} ${response.body.code ?? ''}`.trim());
    expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 slug.taken')).toHaveLength(99);
  });

  test('a failed create can be retried with its key', async () => {
    const headers = { 'idempotency-key': 'another-key-of-one' };
    const existing = createSaveRequest({ slug: 'taken-before', status: 'published' }, { locale: 'it' });
    await server.request('editor', 'POST /posts', { body: existing });
    expect((await server.request('editor', 'POST /posts', { body: existing, headers })).status).toBe(409);
    const request = createSaveRequest({ slug: 'free' }, { locale: 'it' });
    expect((await server.request('editor', 'POST /posts', { body: request, headers })).status).toBe(201);
  });

  test('a slug, and a language of an article, belong to one post only', async () => {
    await create('editor', { slug: 'taken', status: 'published' });
    const other = await create('editor', { title: 'Other' });
    const response = await put('editor', other, { title: 'Other', slug: 'taken' });
    expect([response.status, response.body.code]).toEqual([409, 'slug.taken']);
    const body = createSaveRequest({}, { locale: 'en', article_id: other.article_id });
    const again = await server.request('editor', 'POST /posts', { body });
    expect([again.status, again.body.code]).toEqual([409, 'language.taken']);
  });
});

describe('an author', () => {
  test('saves their own drafts and publishes nothing', async () => {
    const ownPost = await create('author', { title: 'Mine' });
    expect(ownPost.author_id).toBe(server.getUserId('author'));
    expect((await put('author', ownPost, { title: 'Still mine' })).status).toBe(200);
    const at = { id: ownPost.id, version: 2 };
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const responses = [
      await put('author', at, { title: 'x', status: 'published' }),
      await put('author', at, { title: 'x', status: 'published' }, { mode: 'publish' }),
      await put('author', at, { title: 'x' }, { mode: 'schedule', scheduled_at: scheduledAt }),
      await server.request('author', `POST /posts/${ownPost.id}/status`, {
        version: 2,
        body: { status: 'published' },
      }),
      await server.request('author', 'POST /posts', {
        body: createSaveRequest({ status: 'published' }, { locale: 'en' }),
      }),
      await server.request('author', `DELETE /posts/${ownPost.id}`, { version: 2 }),
    ];
    expect(responses.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      responses.map(() => '403 role.forbids'),
    );
    expect((await server.request('author', `GET /posts/${ownPost.id}`)).body).toMatchObject({
      version: 2,
      status: 'draft',
    });
  });

  test('cannot change posts of others or their own published posts', async () => {
    const others = await create('editor', { title: 'Theirs' });
    expect((await put('author', others, { title: 'Mine now' })).body.code).toBe('role.forbids');
    expect((await put('author', others, { title: 'x' }, { mode: 'autosave' })).body.code).toBe(
      'role.forbids',
    );
    const joined = createSaveRequest({}, { locale: 'de', article_id: others.article_id });
    expect((await server.request('author', 'POST /posts', { body: joined })).body.code).toBe('role.forbids');
    const link = await server.request('author', `POST /posts/${others.id}/preview-link`);
    expect(link.body.code).toBe('role.forbids');

    const ownPost = await create('author', { title: 'Mine' });
    const published = await put(
      'editor',
      ownPost,
      { ...ownPost.fields, status: 'published' },
      { mode: 'publish' },
    );
    expect((await put('author', published.body, { title: 'x' })).body.code).toBe('role.forbids');
    const body = { status: 'archived' };
    const archived = await server.request('author', `POST /posts/${ownPost.id}/status`, { version: 2, body });
    expect(archived.body.code).toBe('role.forbids');
  });
});

describe('request bodies', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['mode', 'fields']],
    ['an unknown field', { ...createSaveRequest(), id: missingId }, ['id']],
    [
      'an unknown field of the form',
      { mode: 'save', fields: { title: 'x', author_id: 'me' } },
      ['fields.author_id'],
    ],
    ['wrong types', { mode: 'save', fields: { title: 1, tag_ids: 'x' } }, ['fields.title', 'fields.tag_ids']],
    ['an unknown mode', { ...createSaveRequest(), mode: 'force' }, ['mode']],
    ['a title that is too long', { mode: 'save', fields: { title: 'x'.repeat(301) } }, ['fields.title']],
    ['a list', [], []],
  ])('%s is rejected with the field names', async (_name, body, fields) => {
    const response = await server.request('editor', 'POST /posts', { body });
    expect([response.status, response.body.code, response.body.fields]).toEqual([
      400,
      'fields.unfit',
      fields,
    ]);
  });

  test.each([
    ['{"mode":"save","fields":{"title":"x","__proto__":{"status":"published"}}}'],
    ['{"mode":"save","fields":{"title":"x"},"__proto__":{"locale":"de"}}'],
    ['{"mode":"save","fields":{"title":"x","constructor":{"prototype":{"a":1}}}}'],
  ])('%s does not pollute prototypes', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.request('editor', 'POST /posts', { body, headers });
    expect([response.status, response.body.code]).toEqual([400, 'fields.unfit']);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('malformed JSON and other content types are rejected', async () => {
    const types: [string, string, number][] = [
      ['{', 'application/json', 400],
      ['title=x', 'application/x-www-form-urlencoded', 415],
      [JSON.stringify(createSaveRequest()), 'text/plain', 415],
      [JSON.stringify(createSaveRequest()), '', 415],
    ];
    for (const [body, type, status] of types) {
      const headers = { 'content-type': type };
      expect((await server.request('editor', 'POST /posts', { body, headers })).status, type).toBe(status);
    }
  });

  test('a body over the size limit is rejected', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = new Uint8Array(72_000_001).fill(0x20);
    const response = await server.request('editor', 'POST /posts', { body, headers });
    expect([response.status, response.body.code]).toEqual([413, 'body.heavy']);
  });

  test.each(['locale=xx', 'page=0', 'status=gone', 'nonsense=1', 'page=1e9'])(
    'a list request with %s is rejected',
    async (query) => {
      const response = await server.request('editor', `GET /posts?${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'fields.unfit']);
    },
  );

  test.each(['x', `${missingId}x`, '..%2f..', "';--", '%00', missingId])('no post has id %s', async (id) => {
    const calls = [`GET /posts/${id}`, `PUT /posts/${id}`, `GET /posts/${id}/revisions`];
    for (const call of [...calls, `POST /posts/${id}/preview-link`]) {
      const body = call.startsWith('PUT') ? { body: createSaveRequest(), version: 1 } : {};
      expect((await server.request('owner', call, body)).body.code, call).toBe('post.missing');
    }
  });
});

test('draft contents never appear in the log, even on errors', async () => {
  const secretWord = 'Quittenmarmelade';
  const created = await create('author', {
    title: secretWord,
    content: `<p>${secretWord}</p>`,
    slug: secretWord,
  });
  await put('author', { ...created, version: 9 }, { title: secretWord });
  await put('author', created, { title: secretWord, status: 'published' });
  await server.request('author', 'POST /posts', { body: { mode: secretWord, [secretWord]: secretWord } });
  const imageHtml = `<img src="data:image/png;base64,${secretWord}">`;
  expect((await put('author', created, { title: secretWord, content: imageHtml })).body).toMatchObject({
    code: 'picture.unreadable',
    picture: 0,
  });
  const failing = { ...server.services.editor, readPost: () => Promise.reject(new Error(secretWord)) };
  await using broken = await startAdminTestServer({
    overrides: { log: server.services.log },
    parts: { editor: failing },
  });
  const failed = await broken.request('owner', `GET /posts/${created.id}`);
  expect([failed.status, failed.body.code]).toEqual([500, 'server.failed']);
  expect(inspect(failed.body)).not.toContain(secretWord);
  expect(lines.join('\n')).toContain('request failed');
  expect(lines.join('\n')).not.toContain(secretWord);
});
