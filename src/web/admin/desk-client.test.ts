import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskSave } from '#desk/contract.ts';
import { createDeskClient } from './desk-client.ts';

interface Seen {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let seen: Seen[] = [];
let answer = { status: 200, body: '{}' };
let isCut = false;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': '1000' });
  if (isCut) {
    response.write(answer.body, () => response.destroy());
    return;
  }
  response.end(answer.body.padEnd(1000, ' '));
});

let client: ReturnType<typeof createDeskClient>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createDeskClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  seen = [];
  isCut = false;
  answer = { status: 200, body: '{}' };
});
afterAll(() => void server.close());

const save = { mode: 'save', fields: { title: 'Ein Titel' } } as unknown as DeskSave;

test('a list is asked for by its whole query', async () => {
  answer.body = '{"posts":[],"totalPosts":0}';
  const list = await client.listPosts({ locale: 'th', page: 2, search: 'วิดีโอ & more', status: 'draft' });
  expect(list).toEqual({ ok: true, value: { posts: [], totalPosts: 0 } });
  const url = new URL(seen[0]?.line.split(' ')[1] ?? '', 'http://x');
  expect(url.pathname).toBe('/api/admin/posts');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    locale: 'th',
    page: '2',
    search: 'วิดีโอ & more',
    status: 'draft',
  });
});

test('a change names the version it is based on, and a new post none', async () => {
  await client.savePost('p', 7, save);
  await client.createPost(save);
  expect(seen.map(({ line, headers }) => [line, headers['if-match'], headers['content-type']])).toEqual([
    ['PUT /api/admin/posts/p', '"7"', 'application/json'],
    ['POST /api/admin/posts', undefined, 'application/json'],
  ]);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(save);
});

test('each call has its address', async () => {
  await client.openPost('p');
  await client.setStatus('p', 1, 'archived');
  await client.removePost('p', 2);
  await client.discardWorkingCopy('p', 3);
  await client.listRevisions('p');
  await client.openRevision('p', 'r');
  await client.restoreRevision('p', 'r', 4);
  await client.makePreviewLink('p');
  await client.fetchPicture('https://example.org/a.png');
  await client.listPictures();
  await client.listPictures('2026-01-02T03:04:05.000Z');
  await client.listCategories();
  await client.categories.change('c', { names: { en: 'A' }, descriptions: {}, slug: '', color: '#aabbcc' });
  await client.listTags();
  await client.tags.create({ names: { en: 'A' }, slug: '' });
  await client.tags.remove('t');
  expect(seen.map(({ line, headers }) => `${line} ${headers['if-match'] ?? ''}`.trim())).toEqual([
    'GET /api/admin/posts/p',
    'POST /api/admin/posts/p/status "1"',
    'DELETE /api/admin/posts/p "2"',
    'DELETE /api/admin/posts/p/working-copy "3"',
    'GET /api/admin/posts/p/revisions',
    'GET /api/admin/posts/p/revisions/r',
    'POST /api/admin/posts/p/revisions/r/restore "4"',
    'POST /api/admin/posts/p/preview-link',
    'POST /api/admin/pictures/fetch',
    'GET /api/admin/pictures',
    'GET /api/admin/pictures?before=2026-01-02T03%3A04%3A05.000Z',
    'GET /api/admin/categories',
    'PUT /api/admin/categories/c',
    'GET /api/admin/tags',
    'POST /api/admin/tags',
    'DELETE /api/admin/tags/t',
  ]);
  expect(seen[1]?.body).toBe('{"status":"archived"}');
});

test('a picture is sent as its bytes', async () => {
  await client.storePicture(new Blob(['bytes'], { type: 'image/png' }));
  expect(seen[0]).toMatchObject({ line: 'POST /api/admin/pictures', body: 'bytes' });
  expect(seen[0]?.headers['content-type']).toBe('image/png');
});

test('a refusal comes with its code, its sentence and what is there now', async () => {
  const current = { id: 'p', version: 8 };
  answer = {
    status: 409,
    body: JSON.stringify({ success: false, code: 'post.conflict', error: 'Someone was faster.', current }),
  };
  expect(await client.savePost('p', 7, save)).toEqual({
    ok: false,
    error: { code: 'post.conflict', error: 'Someone was faster.', status: 409, current },
  });
});

test('an answer that is not of this server is no success and no silence', async () => {
  for (const [status, body] of [
    [502, '<h1>Bad gateway</h1>'],
    [200, '<h1>Welcome to this hotel</h1>'],
    [500, '{}'],
  ] as const) {
    answer = { status, body };
    expect(await client.listTags()).toEqual({
      ok: false,
      error: { code: 'answer.unreadable', error: '', status },
    });
  }
});

test('without an answer, or with half of one, it is offline', async () => {
  isCut = true;
  answer.body = '{"tags":[';
  expect(await client.listTags()).toEqual({ ok: false, error: { code: 'offline' } });
  const nobody = createDeskClient('http://127.0.0.1:1');
  expect(await nobody.listTags()).toEqual({ ok: false, error: { code: 'offline' } });
});

test('a call that is given up rejects', async () => {
  const query = { locale: 'en', page: 1, search: '', status: '' } as const;
  await expect(client.listPosts(query, AbortSignal.abort())).rejects.toThrow(/abort/i);
});
