import { expect, test } from 'vitest';
import { answerFile } from './answer-file.ts';

const file = { body: 'User-agent: *', contentType: 'text/plain; charset=utf-8', maxAgeSeconds: 60 };
const ask = (etag?: string) =>
  answerFile(new Request('http://x/', { headers: etag ? { 'if-none-match': etag } : {} }), file);

test('a file comes with its type, its age and its ETag', async () => {
  const answer = ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  expect(await answer.text()).toBe('User-agent: *');
});

test('who holds it already gets no body', async () => {
  const etag = ask().headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    expect(ask(known).status).toBe(304);
    expect(await ask(known).text()).toBe('');
  }
  expect(ask('"other"').status).toBe(200);
});
