import { expect, test } from 'vitest';
import { startEdge } from '#test/support/start-edge.ts';

const id = '4f3f2a52-0000-4000-8000-000000000001';
const pictures: Record<string, { bytes: Uint8Array; type: string }> = {
  [`${id}/480.webp`]: { bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' },
  [`${id}/og.jpg`]: { bytes: new Uint8Array([4, 5]), type: 'image/jpeg' },
};

const start = () =>
  startEdge({ parts: { readPicture: async (picture, name) => pictures[`${picture}/${name}`] ?? null } });

test('a stored picture is sent with its type, fresh for an hour, and compared by its tag', async () => {
  await using edge = await start();
  const address = `${edge.origin}/files/${id}/480.webp`;
  const answer = await fetch(address);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '3',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await fetch(address, { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '3']);
});

test.each([
  `/files/${id}/481.webp`,
  `/files/${id}/..%2f480.webp`,
  '/files/x/480.webp',
  `/files/${id}/%00`,
  `/files/${id}/%ff`,
])('%s is not there', async (path) => {
  await using edge = await start();
  const answer = await fetch(edge.origin + path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.text()).toBe('');
});
