import { expect, test } from 'vitest';
import { fileResponse } from './file-response.ts';

const getFile = (etag?: string) =>
  fileResponse(
    new Request('http://x/', { headers: etag ? { 'if-none-match': etag } : {} }),
    'User-agent: *',
    'text/plain; charset=utf-8',
    60,
  );

test('a file has a content type, a max-age and an ETag', async () => {
  const response = getFile();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  expect(response.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  expect(await response.text()).toBe('User-agent: *');
});

test('a matching If-None-Match gets 304 without a body', async () => {
  const etag = getFile().headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    expect(getFile(known).status).toBe(304);
    expect(await getFile(known).text()).toBe('');
  }
  expect(getFile('"other"').status).toBe(200);
});
