import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminTestServer, startAdminTestServer } from '#test/support/start-admin-server.ts';

let server: AdminTestServer;
beforeAll(async () => {
  server = await startAdminTestServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const file = Buffer.alloc(2_100_000);
file.write('\0\0\0\x20ftypisom', 0, 'latin1');
file.writeUInt32BE(0xc0ffee, 2_099_990);
const upload = (body: Uint8Array, type = 'video/mp4') =>
  server.request('author', 'POST /clips', { body: new Uint8Array(body), headers: { 'content-type': type } });
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.origin + path, { method, headers });

test('an uploaded video is served whole and by range, with its type', async () => {
  const { status, body } = await upload(file);
  expect([status, body.src]).toEqual([201, expect.stringMatching(/^\/files\/[0-9a-f-]{36}\/clip\.mp4$/)]);
  const whole = await read(body.src);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '2100000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
  const etag = whole.headers.get('etag') ?? '';

  const part = await read(body.src, { range: 'bytes=2097150-', 'if-range': etag });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2097150-2099999/2100000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(2_097_150))).toBe(true);
  const end = await read(body.src, { range: 'bytes=-10' });
  expect(Buffer.from(await end.arrayBuffer())).toEqual(file.subarray(-10));
  const beyond = await read(body.src, { range: 'bytes=2100000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */2100000']);
  const changed = await read(body.src, { range: 'bytes=5-', 'if-range': '"other"' });
  expect(changed.status).toBe(200);
  await changed.body?.cancel();

  expect((await read(body.src, { 'if-none-match': etag })).status).toBe(304);
  const head = await read(body.src, { range: 'bytes=0-9' }, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '10', '']);
  expect((await read(body.src.replace('mp4', 'webm'))).status).toBe(404);
  expect((await read(body.src.replace(/[0-9a-f]{12}/, '000000000000'))).status).toBe(404);
});

test('other files and types are rejected with a message', async () => {
  const page = await upload(Buffer.from('<!doctype html><script>alert(1)</script>'));
  expect(page).toMatchObject({ status: 422, body: { code: 'clip.unreadable' } });
  expect(page.body.error).toContain('MP4, WebM');
  expect(await upload(file, 'text/html')).toMatchObject({ status: 415, body: { code: 'body.type' } });
  expect(await upload(Buffer.alloc(50 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'clip.too_large' },
  });
});
