import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
const png = await red(900, 600).png().toBuffer();
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/a.png') response.end(png);
  else response.writeHead(404).end();
});
let host = '';
let edge: DeskEdge;
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = { UPSTREAM_LOOPBACK: 'allow', THREADS_ORIGIN: `http://${host}`, MEDIA_HOSTS: host };
  edge = await startDeskEdge({ environment });
});
afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
  site.close();
});

test('a picture is kept in all widths, without what its camera wrote, and listed newest first', async () => {
  const photo = await red(600, 400)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'A name' }, IFD3: { GPSLatitude: '51/1' } })
    .toBuffer();
  const first = await edge.ask('author', 'POST /pictures', {
    ...{ body: new Uint8Array(photo), headers: { 'content-type': 'image/jpeg' } },
  });
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    width: 600,
    height: 400,
    srcset: expect.stringMatching(/ 480w, .* 600w$/),
  });
  const kept = await fetch(edge.origin + first.body.src);
  expect(kept.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await kept.arrayBuffer());
  expect(bytes.includes('A name')).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();

  const headers = { 'content-type': 'application/octet-stream' };
  const second = await edge.ask('author', 'POST /pictures', { body: new Uint8Array(png), headers });
  const again = await edge.ask('author', 'POST /pictures', { body: new Uint8Array(png), headers });
  expect(again.body).toEqual(second.body);
  const { pictures } = (await edge.ask('author', 'GET /pictures')).body;
  expect(pictures.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id]);
  const older = await edge.ask('author', `GET /pictures?before=${pictures[0].created_at}`);
  expect(older.body.pictures).toEqual([pictures[1]]);
  for (const before of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    `2026-01-01T00:00:00.${'0'.repeat(99)}Z`,
  ])
    expect((await edge.ask('author', `GET /pictures?before=${before}`)).body.code).toBe('fields.unfit');
  for (const before of ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
    expect((await edge.ask('author', `GET /pictures?before=${before}`)).status).toBe(200);
});

test('what is no picture, or too much of one, is refused with what to do', async () => {
  const { body: before } = await edge.ask('owner', 'GET /pictures');
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
    const refused = await edge.ask('owner', 'POST /pictures', { body, headers: { 'content-type': type } });
    expect([refused.status, refused.body.code], type).toEqual([status, code]);
    expect(refused.body.error).toMatch(/^[A-Z].+\.$/);
  }
  expect((await edge.ask('owner', 'GET /pictures')).body).toEqual(before);
  for (const moment of ['x', '2026-05-01', "';--"])
    expect((await edge.ask('owner', `GET /pictures?before=${moment}`)).status).toBe(400);
});

test('pictures of other sites become ours: asked for one by one, and inside a text that is saved', async () => {
  const fetched = await edge.ask('author', 'POST /pictures/fetch', { body: { url: `http://${host}/a.png` } });
  expect([fetched.status, fetched.body.width]).toEqual([201, 900]);
  const refused = ['http://169.254.169.254/', `http://${host}/gone`, 'https://localhost/x.png'];
  for (const url of refused) {
    const answer = await edge.ask('author', 'POST /pictures/fetch', { body: { url } });
    expect([answer.status, answer.body.code], url).toEqual([422, 'picture.foreign']);
  }
  for (const url of ['ftp://x.example/a.png', 'data:image/png;base64,AAAA', 'x', 7])
    expect((await edge.ask('author', 'POST /pictures/fetch', { body: { url } })).status).toBe(400);

  const content = `<p>a</p><img src="http://${host}/a.png" alt="A"><img src="http://${host}/gone" alt="B">`;
  const fields = { content, featured_image_url: `http://${host}/a.png` };
  const saved = await edge.ask('author', 'POST /posts', { body: deskSave(fields, { locale: 'en' }) });
  expect(saved.body.fields.featured_image_url).toBe(fetched.body.src);
  expect(saved.body.fields.content).toContain(`<img src="${fetched.body.src}" alt="A"`);
  expect(saved.body.fields.content).toContain(`<a href="http://${host}/gone"`);
});

test('without the setting for tests, nothing on this machine is asked', async () => {
  const { port } = site.address() as AddressInfo;
  const before = asked.length;
  await using strict = await startDeskEdge();
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const body = { url: `http://${name}:${port}/a.png` };
    const answer = await strict.ask('owner', 'POST /pictures/fetch', { body });
    expect([answer.status, answer.body.code]).toEqual([422, 'picture.foreign']);
  }
  expect(asked.length).toBe(before);
});
