import { inspect } from 'node:util';
import { symbols } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

let edge: DeskEdge;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger('debug');
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  edge = await startDeskEdge({ overrides: { log } });
});
afterAll(() => edge?.[Symbol.asyncDispose]());

type Who = Parameters<DeskEdge['ask']>[0];
const create = async (who: Who, fields: object = {}, more: object = {}) => {
  const made = await edge.ask(who, 'POST /posts', { body: deskSave(fields, { locale: 'en', ...more }) });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
};
const put = (who: Who, { id, version }: { id: string; version: number }, fields: object, more: object = {}) =>
  edge.ask(who, `PUT /posts/${id}`, { version, body: deskSave(fields, more) });

describe('a post from its first word to its end', () => {
  test('is created, read, changed, published, archived and removed, each by the version before', async () => {
    const made = await edge.ask('editor', 'POST /posts', {
      body: deskSave({ title: 'One' }, { locale: 'de' }),
    });
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
    expect(made.body).toMatchObject({ locale: 'de', version: 1, status: 'draft', fields: { title: 'One' } });
    const { id } = made.body;
    const opened = await edge.ask('editor', `GET /posts/${id}`);
    expect([opened.headers.get('etag'), opened.body]).toEqual(['"1"', made.body]);

    const saved = await put('editor', made.body, { title: 'Two', status: 'published' }, { mode: 'publish' });
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"']);
    expect(saved.body).toMatchObject({ status: 'published', published_at: expect.any(String) });
    const { slug } = saved.body.fields;
    expect((await fetch(`${edge.origin}/api/blog/posts/${slug}?locale=de`)).status).toBe(200);

    const body = { status: 'archived' };
    const archived = await edge.ask('editor', `POST /posts/${id}/status`, { version: 2, body });
    expect(archived.body).toMatchObject({ status: 'archived', version: 3 });
    const { posts, totalPosts } = (await edge.ask('author', 'GET /posts?locale=de')).body;
    expect([posts[0].title, posts[0].status, totalPosts]).toEqual(['Two', 'archived', 1]);
    expect((await edge.ask('author', 'GET /posts?locale=de&status=draft')).body.totalPosts).toBe(0);

    expect((await edge.ask('owner', `DELETE /posts/${id}`, { version: 2 })).status).toBe(409);
    expect((await edge.ask('owner', `DELETE /posts/${id}`, { version: 3 })).body).toEqual({ success: true });
    expect((await edge.ask('owner', `GET /posts/${id}`)).body.code).toBe('post.missing');
  });

  test('what was typed can be discarded, and what was saved restored', async () => {
    const first = await create('editor', { title: 'First', content: '<p>a</p>', status: 'published' });
    const typed = await put('editor', first, { ...first.fields, title: 'Typed' }, { mode: 'autosave' });
    expect(typed.body).toMatchObject({ has_working_copy: true, fields: { title: 'Typed' } });
    const { id } = first;
    const version = typed.body.version;
    const discarded = await edge.ask('editor', `DELETE /posts/${id}/working-copy`, { version });
    expect(discarded.body).toMatchObject({ has_working_copy: false, fields: { title: 'First' } });

    const { revisions } = (await edge.ask('editor', `GET /posts/${id}/revisions`)).body;
    const typedOnce = revisions.find((revision: { title: string }) => revision.title === 'Typed');
    const revision = await edge.ask('editor', `GET /posts/${id}/revisions/${typedOnce.id}`);
    expect(revision.body).toMatchObject({
      title: 'Typed',
      author_name: 'editor',
      fields: { title: 'Typed' },
    });
    const restored = await edge.ask('editor', `POST /posts/${id}/revisions/${typedOnce.id}/restore`, {
      version: discarded.body.version,
    });
    expect(restored.body.fields.title).toBe('Typed');
    expect((await edge.ask('editor', `GET /posts/${id}/revisions/${missingId}`)).body.code).toBe(
      'revision.missing',
    );
  });

  test('blank category and cover become none', async () => {
    const made = await create('editor', { category_id: null, featured_image_url: '  ' });
    expect(made.fields).toMatchObject({ category_id: null, featured_image_url: null });
  });
});

describe('two at once', () => {
  test('the second save is refused with what is there now, and nothing is lost', async () => {
    const made = await create('editor', { title: 'Both' });
    const saves = await Promise.all([
      put('editor', made, { title: 'Mine' }),
      put('owner', made, { title: 'Yours' }),
    ]);
    const won = saves.find(({ status }) => status === 200);
    const lost = saves.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({
      ...{ success: false, code: 'post.conflict', error: expect.stringMatching(/^Someone else/) },
      current: won?.body,
    });
  });

  test('a change that does not say its version is refused', async () => {
    const { id } = await create('editor');
    for (const tag of ['', '*', 'W/"1"', '1', '"1", "2"', '"x"']) {
      const headers = { 'if-match': tag };
      const refused = await edge.ask('editor', `PUT /posts/${id}`, { headers, body: deskSave() });
      expect([refused.status, refused.body.code], tag).toEqual([428, 'version.missing']);
    }
  });

  test('a post that is created again by the same key is there once, with what was typed last', async () => {
    const first = deskSave({ title: 'Typed' }, { locale: 'vi', mode: 'autosave' });
    const headers = { 'idempotency-key': 'a-key-of-one-editor' };
    const [one, same] = await Promise.all([
      edge.ask('editor', 'POST /posts', { body: first, headers }),
      edge.ask('editor', 'POST /posts', { body: first, headers }),
    ]);
    expect(same.body).toEqual(one.body);
    const more = deskSave({ title: 'Typed more' }, { locale: 'vi', mode: 'autosave' });
    const later = await edge.ask('editor', 'POST /posts', { body: more, headers });
    expect(later.body).toMatchObject({ id: one.body.id, version: 2, fields: { title: 'Typed more' } });
    const last = deskSave({ title: 'Typed most' }, { locale: 'vi', mode: 'autosave' });
    expect((await edge.ask('editor', 'POST /posts', { body: last, headers })).body.version).toBe(3);
    expect((await edge.ask('editor', 'GET /posts?locale=vi')).body.totalPosts).toBe(1);

    const others = await edge.ask('owner', 'POST /posts', { body: first, headers });
    expect(others.body.id).not.toBe(one.body.id);
    const wrong = { 'idempotency-key': 'short' };
    expect((await edge.ask('owner', 'POST /posts', { body: first, headers: wrong })).status).toBe(400);
  });

  test('a create that was refused is tried anew by its key', async () => {
    const headers = { 'idempotency-key': 'another-key-of-one' };
    const taken = deskSave({ slug: 'taken-before', status: 'published' }, { locale: 'it' });
    await edge.ask('editor', 'POST /posts', { body: taken });
    expect((await edge.ask('editor', 'POST /posts', { body: taken, headers })).status).toBe(409);
    const free = deskSave({ slug: 'free' }, { locale: 'it' });
    expect((await edge.ask('editor', 'POST /posts', { body: free, headers })).status).toBe(201);
  });

  test('a slug and a language are one post’s alone', async () => {
    await create('editor', { slug: 'taken', status: 'published' });
    const other = await create('editor', { title: 'Other' });
    const refused = await put('editor', other, { title: 'Other', slug: 'taken' });
    expect([refused.status, refused.body.code]).toEqual([409, 'slug.taken']);
    const body = deskSave({}, { locale: 'en', article_id: other.article_id });
    const again = await edge.ask('editor', 'POST /posts', { body });
    expect([again.status, again.body.code]).toEqual([409, 'language.taken']);
  });
});

describe('an author', () => {
  test('writes drafts of their own, and publishes nothing', async () => {
    const own = await create('author', { title: 'Mine' });
    expect(own.author_id).toBe(edge.idOf('author'));
    expect((await put('author', own, { title: 'Still mine' })).status).toBe(200);
    const at = { id: own.id, version: 2 };
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const refused = [
      await put('author', at, { title: 'x', status: 'published' }),
      await put('author', at, { title: 'x', status: 'published' }, { mode: 'publish' }),
      await put('author', at, { title: 'x' }, { mode: 'schedule', scheduled_at: later }),
      await edge.ask('author', `POST /posts/${own.id}/status`, { version: 2, body: { status: 'published' } }),
      await edge.ask('author', 'POST /posts', { body: deskSave({ status: 'published' }, { locale: 'en' }) }),
      await edge.ask('author', `DELETE /posts/${own.id}`, { version: 2 }),
    ];
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      refused.map(() => '403 role.forbids'),
    );
    expect((await edge.ask('author', `GET /posts/${own.id}`)).body).toMatchObject({
      version: 2,
      status: 'draft',
    });
  });

  test('changes nothing that others wrote, and nothing of theirs that is published', async () => {
    const others = await create('editor', { title: 'Theirs' });
    expect((await put('author', others, { title: 'Mine now' })).body.code).toBe('role.forbids');
    expect((await put('author', others, { title: 'x' }, { mode: 'autosave' })).body.code).toBe(
      'role.forbids',
    );
    const joined = deskSave({}, { locale: 'de', article_id: others.article_id });
    expect((await edge.ask('author', 'POST /posts', { body: joined })).body.code).toBe('role.forbids');
    const link = await edge.ask('author', `POST /posts/${others.id}/preview-link`);
    expect(link.body.code).toBe('role.forbids');

    const own = await create('author', { title: 'Mine' });
    const published = await put('editor', own, { ...own.fields, status: 'published' }, { mode: 'publish' });
    expect((await put('author', published.body, { title: 'x' })).body.code).toBe('role.forbids');
    const body = { status: 'archived' };
    const archived = await edge.ask('author', `POST /posts/${own.id}/status`, { version: 2, body });
    expect(archived.body.code).toBe('role.forbids');
  });
});

describe('what is sent', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['mode', 'fields']],
    ['an unknown field', { ...deskSave(), id: missingId }, ['id']],
    [
      'an unknown field of the form',
      { mode: 'save', fields: { title: 'x', author_id: 'me' } },
      ['fields.author_id'],
    ],
    ['wrong types', { mode: 'save', fields: { title: 1, tag_ids: 'x' } }, ['fields.title', 'fields.tag_ids']],
    ['an unknown mode', { ...deskSave(), mode: 'force' }, ['mode']],
    ['a title that is too long', { mode: 'save', fields: { title: 'x'.repeat(301) } }, ['fields.title']],
    ['a list', [], []],
  ])('%s is refused by name', async (_name, body, fields) => {
    const refused = await edge.ask('editor', 'POST /posts', { body });
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([400, 'fields.unfit', fields]);
  });

  test.each([
    ['{"mode":"save","fields":{"title":"x","__proto__":{"status":"published"}}}'],
    ['{"mode":"save","fields":{"title":"x"},"__proto__":{"locale":"de"}}'],
    ['{"mode":"save","fields":{"title":"x","constructor":{"prototype":{"a":1}}}}'],
  ])('%s changes nothing of what it inherits', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await edge.ask('editor', 'POST /posts', { body, headers });
    expect([answer.status, answer.body.code]).toEqual([400, 'fields.unfit']);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('what is no JSON is refused, whatever it calls itself', async () => {
    const types: [string, string, number][] = [
      ['{', 'application/json', 400],
      ['title=x', 'application/x-www-form-urlencoded', 415],
      [JSON.stringify(deskSave()), 'text/plain', 415],
      [JSON.stringify(deskSave()), '', 415],
    ];
    for (const [body, type, status] of types) {
      const headers = { 'content-type': type };
      expect((await edge.ask('editor', 'POST /posts', { body, headers })).status, type).toBe(status);
    }
  });

  test('more than a post can be is refused before it is read', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = new Uint8Array(72_000_001).fill(0x20);
    const refused = await edge.ask('editor', 'POST /posts', { body, headers });
    expect([refused.status, refused.body.code]).toEqual([413, 'body.heavy']);
  });

  test.each(['locale=xx', 'page=0', 'status=gone', 'nonsense=1', 'page=1e9'])(
    'a list with %s is refused',
    async (query) => {
      const refused = await edge.ask('editor', `GET /posts?${query}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'fields.unfit']);
    },
  );

  test.each(['x', `${missingId}x`, '..%2f..', "';--", '%00', missingId])('no post is %s', async (id) => {
    const calls = [`GET /posts/${id}`, `PUT /posts/${id}`, `GET /posts/${id}/revisions`];
    for (const call of [...calls, `POST /posts/${id}/preview-link`]) {
      const body = call.startsWith('PUT') ? { body: deskSave(), version: 1 } : {};
      expect((await edge.ask('owner', call, body)).body.code, call).toBe('post.missing');
    }
  });
});

test('no word of a draft is in any line of the log, whatever was refused', async () => {
  const word = 'Quittenmarmelade';
  const made = await create('author', { title: word, content: `<p>${word}</p>`, slug: word });
  await put('author', { ...made, version: 9 }, { title: word });
  await put('author', made, { title: word, status: 'published' });
  await edge.ask('author', 'POST /posts', { body: { mode: word, [word]: word } });
  const picture = `<img src="data:image/png;base64,${word}">`;
  expect((await put('author', made, { title: word, content: picture })).body).toMatchObject({
    ...{ code: 'picture.unreadable', picture: 0 },
  });
  const failing = { ...edge.services.desk, openPost: () => Promise.reject(new Error(word)) };
  await using broken = await startDeskEdge({
    overrides: { log: edge.services.log },
    parts: { desk: failing },
  });
  const failed = await broken.ask('owner', `GET /posts/${made.id}`);
  expect([failed.status, failed.body.code]).toEqual([500, 'server.failed']);
  expect(inspect(failed.body)).not.toContain(word);
  expect(lines.join('\n')).toContain('a request failed');
  expect(lines.join('\n')).not.toContain(word);
});
