import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminPostQuerySchema, type SavePostRequest } from '#blog/editing-contract.ts';
import { createAdminApi } from './admin-api.ts';

interface ReceivedRequest {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let receivedRequests: ReceivedRequest[] = [];
let stubbedResponse = { status: 200, body: '{}' };
let isTruncated = false;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  receivedRequests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
  response.writeHead(stubbedResponse.status, {
    'content-type': 'application/json',
    'content-length': '1000',
  });
  if (isTruncated) {
    response.write(stubbedResponse.body, () => response.destroy());
    return;
  }
  response.end(stubbedResponse.body.padEnd(1000, ' '));
});

let client: ReturnType<typeof createAdminApi>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createAdminApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  receivedRequests = [];
  isTruncated = false;
  stubbedResponse = { status: 200, body: '{}' };
});
afterAll(() => void server.close());

const save = { mode: 'save', fields: { title: 'Ein Titel' } } as unknown as SavePostRequest;

test('the list request has all filters in its query', async () => {
  stubbedResponse.body = '{"posts":[],"totalPosts":0}';
  const filters = { locale: 'th', page: 2, search: 'วิดีโอ & more', status: 'draft', sort: 'views' } as const;
  const list = await client.listPosts(adminPostQuerySchema.parse(filters));
  expect(list).toEqual({ ok: true, value: { posts: [], totalPosts: 0 } });
  const url = new URL(receivedRequests[0]?.line.split(' ')[1] ?? '', 'http://x');
  expect(url.pathname).toBe('/api/admin/posts');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    locale: 'th',
    page: '2',
    search: 'วิดีโอ & more',
    status: 'draft',
    state: '',
    language: '',
    category: '',
    tag: '',
    author: '',
    sort: 'views',
  });
});

test('an update sends the version in If-Match, a new post sends none', async () => {
  await client.savePost('p', 7, save);
  await client.createPost(save);
  expect(
    receivedRequests.map(({ line, headers }) => [line, headers['if-match'], headers['content-type']]),
  ).toEqual([
    ['PUT /api/admin/posts/p', '"7"', 'application/json'],
    ['POST /api/admin/posts', undefined, 'application/json'],
  ]);
  expect(JSON.parse(receivedRequests[0]?.body ?? '')).toEqual(save);
});

test('each method calls its path', async () => {
  await client.openPost('p');
  await client.setStatus('p', 1, 'archived');
  await client.deletePost('p', 2);
  await client.discardWorkingCopy('p', 3);
  await client.listRevisions('p');
  await client.openRevision('p', 'r');
  await client.restoreRevision('p', 'r', 4);
  await client.createPreviewLink('p');
  await client.fetchImage('https://example.org/a.png');
  await client.listImages();
  await client.listImages('2026-01-02T03:04:05.000Z');
  await client.listCategories();
  await client.categories.update('c', { names: { en: 'A' }, descriptions: {}, slug: '', color: '#aabbcc' });
  await client.listTags();
  await client.tags.create({ names: { en: 'A' }, slug: '' });
  await client.tags.delete('t');
  expect(receivedRequests.map(({ line, headers }) => `${line} ${headers['if-match'] ?? ''}`.trim())).toEqual([
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
  expect(receivedRequests[1]?.body).toBe('{"status":"archived"}');
});

test('an image is sent as raw bytes', async () => {
  await client.uploadImage(new Blob(['bytes'], { type: 'image/png' }));
  expect(receivedRequests[0]).toMatchObject({ line: 'POST /api/admin/pictures', body: 'bytes' });
  expect(receivedRequests[0]?.headers['content-type']).toBe('image/png');
});

test('a rejection has its code, message and the current post', async () => {
  const current = { id: 'p', version: 8 };
  stubbedResponse = {
    status: 409,
    body: JSON.stringify({ success: false, code: 'post.conflict', error: 'Someone was faster.', current }),
  };
  expect(await client.savePost('p', 7, save)).toEqual({
    ok: false,
    error: { code: 'post.conflict', error: 'Someone was faster.', status: 409, current },
  });
});

test('a response that is not from this server is an error', async () => {
  for (const [status, body] of [
    [502, '<h1>Bad gateway</h1>'],
    [200, '<h1>Welcome to this hotel</h1>'],
    [500, '{}'],
  ] as const) {
    stubbedResponse = { status, body };
    expect(await client.listTags()).toEqual({
      ok: false,
      error: { code: 'answer.unreadable', error: '', status },
    });
  }
});

test('no response or a truncated one is reported as offline', async () => {
  isTruncated = true;
  stubbedResponse.body = '{"tags":[';
  expect(await client.listTags()).toEqual({ ok: false, error: { code: 'offline' } });
  const unreachable = createAdminApi('http://127.0.0.1:1');
  expect(await unreachable.listTags()).toEqual({ ok: false, error: { code: 'offline' } });
});

test('an aborted call rejects', async () => {
  await expect(client.listPosts(adminPostQuerySchema.parse({}), AbortSignal.abort())).rejects.toThrow(
    /abort/i,
  );
});
