import { expect, test } from 'vitest';
import { startTestServer } from '#test/support/start-server.ts';

const id = '4f3f2a52-0000-4000-8000-000000000001';
const images: Record<string, { bytes: Uint8Array; type: string }> = {
  [`${id}/480.webp`]: { bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' },
  [`${id}/og.jpg`]: { bytes: new Uint8Array([4, 5]), type: 'image/jpeg' },
};

const start = () =>
  startTestServer({
    parts: { readStoredImage: async (imageId, name) => images[`${imageId}/${name}`] ?? null },
  });

test('a stored image is sent with its type, an hour of caching and an ETag', async () => {
  await using server = await start();
  const url = `${server.origin}/files/${id}/480.webp`;
  const response = await fetch(url);
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '3',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const etag = response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '3']);
});

test.each([
  `/files/${id}/481.webp`,
  `/files/${id}/..%2f480.webp`,
  '/files/x/480.webp',
  `/files/${id}/%00`,
  `/files/${id}/%ff`,
])('%s is 404', async (path) => {
  await using server = await start();
  const response = await fetch(server.origin + path);
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(await response.text()).toBe('');
});
