import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

const png = await red(900, 600).png().toBuffer();
const requestedUrls: string[] = [];
const site = createServer((request, response) => {
  requestedUrls.push(request.url ?? '');
  if (request.url === '/a.png') response.end(png);
  else response.writeHead(404).end();
});
let host = '';
let server: AdminTestServer;
beforeAll(async () => {
  const { port } = await listen(site);
  host = `127.0.0.1:${port}`;
  const environment = { UPSTREAM_LOOPBACK: 'allow', THREADS_ORIGIN: `http://${host}`, MEDIA_HOSTS: host };
  server = await startAdminTestServer({ environment });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  site.close();
});

test('an image is stored in all widths without metadata and listed newest first', async () => {
  const photo = await red(600, 400)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'A name' }, IFD3: { GPSLatitude: '51/1' } })
    .toBuffer();
  const first = await server.request('author', 'POST /pictures', {
    body: new Uint8Array(photo),
    headers: { 'content-type': 'image/jpeg' },
  });
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    width: 600,
    height: 400,
    srcset: expect.stringMatching(/ 480w, .* 600w$/),
  });
  const fileResponse = await fetch(server.origin + first.body.src);
  expect(fileResponse.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await fileResponse.arrayBuffer());
  expect(bytes.includes('A name')).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();

  const headers = { 'content-type': 'application/octet-stream' };
  const second = await server.request('author', 'POST /pictures', { body: new Uint8Array(png), headers });
  const again = await server.request('author', 'POST /pictures', { body: new Uint8Array(png), headers });
  expect(again.body).toEqual(second.body);
  const { pictures: images } = (await server.request('author', 'GET /pictures')).body;
  expect(images.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id]);
  const older = await server.request('author', `GET /pictures?before=${images[0].created_at}`);
  expect(older.body.pictures).toEqual([images[1]]);
  for (const before of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    `2026-01-01T00:00:00.${'0'.repeat(99)}Z`,
  ])
    expect((await server.request('author', `GET /pictures?before=${before}`)).body.code).toBe('fields.unfit');
  for (const before of ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
    expect((await server.request('author', `GET /pictures?before=${before}`)).status).toBe(200);
});

test('invalid and oversized images are rejected with a message', async () => {
  const { body: before } = await server.request('owner', 'GET /pictures');
  const cases: [string | Uint8Array, string, number, string][] = [
    [new Uint8Array(png), 'text/plain', 415, 'body.type'],
    [new Uint8Array(png), '', 415, 'body.type'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 422, 'picture.unreadable'],
    ['<!doctype html><script>1</script>', 'image/png', 422, 'picture.unreadable'],
    [new Uint8Array(png.subarray(0, 300)), 'image/png', 422, 'picture.unreadable'],
    [new Uint8Array(), 'image/png', 422, 'picture.unreadable'],
    [new Uint8Array(15 * 1024 * 1024 + 1), 'image/png', 413, 'picture.too_large'],
  ];
  for (const [body, type, status, code] of cases) {
    const response = await server.request('owner', 'POST /pictures', {
      body,
      headers: { 'content-type': type },
    });
    expect([response.status, response.body.code], type).toEqual([status, code]);
    expect(response.body.error).toMatch(/^[A-Z].+\.$/);
  }
  expect((await server.request('owner', 'GET /pictures')).body).toEqual(before);
  for (const timestamp of ['x', '2026-05-01', "';--"])
    expect((await server.request('owner', `GET /pictures?before=${timestamp}`)).status).toBe(400);
});

test('external images are imported, both on request and inside a saved post', async () => {
  const fetched = await server.request('author', 'POST /pictures/fetch', {
    body: { url: `http://${host}/a.png` },
  });
  expect([fetched.status, fetched.body.width]).toEqual([201, 900]);
  const rejectedUrls = ['http://169.254.169.254/', `http://${host}/gone`, 'https://localhost/x.png'];
  for (const url of rejectedUrls) {
    const response = await server.request('author', 'POST /pictures/fetch', { body: { url } });
    expect([response.status, response.body.code], url).toEqual([422, 'picture.foreign']);
  }
  for (const url of ['ftp://x.example/a.png', 'data:image/png;base64,AAAA', 'x', 7])
    expect((await server.request('author', 'POST /pictures/fetch', { body: { url } })).status).toBe(400);

  const content = `<p>a</p><img src="http://${host}/a.png" alt="A"><img src="http://${host}/gone" alt="B">`;
  const fields = { content, featured_image_url: `http://${host}/a.png` };
  const saved = await server.request('author', 'POST /posts', {
    body: createSaveRequest(fields, { locale: 'en' }),
  });
  expect(saved.body.fields.featured_image_url).toBe(fetched.body.src);
  expect(saved.body.fields.content).toContain(`<img src="${fetched.body.src}" alt="A"`);
  expect(saved.body.fields.content).toContain(`<a href="http://${host}/gone"`);
});

test('loopback addresses are not fetched by default', async () => {
  const [, port] = host.split(':');
  const before = requestedUrls.length;
  await using strict = await startAdminTestServer();
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const body = { url: `http://${name}:${port}/a.png` };
    const response = await strict.request('owner', 'POST /pictures/fetch', { body });
    expect([response.status, response.body.code]).toEqual([422, 'picture.foreign']);
  }
  expect(requestedUrls.length).toBe(before);
});

test('four uploads are read at a time, and further ones wait', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const four = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const { imageStore } = server.services;
  await using gated = await startAdminTestServer({
    parts: {
      imageStore: {
        ...imageStore,
        async store(bytes) {
          running += 1;
          most = Math.max(most, running);
          if (running === 4) four.resolve();
          await mayEnd.promise;
          running -= 1;
          return imageStore.store(bytes);
        },
      },
    },
  });
  const uploads = Array.from({ length: 6 }, () =>
    gated.request('author', 'POST /pictures', {
      body: new Uint8Array(png),
      headers: { 'content-type': 'image/png' },
    }),
  );
  await four.promise;
  // Answered although two uploads wait.
  expect((await gated.request('author', 'GET /pictures')).status).toBe(200);
  expect(running).toBe(4);
  mayEnd.resolve();
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect(most).toBe(4);
});
