import { expect, test } from 'vitest';
import { words } from '#test/support/downloader-page.ts';
import type { WebServices } from '#web/services.ts';

test('a fault of ours answers 500 with a page that says so, and keeps its inside to itself', async () => {
  const { createWebHandler } = await import(new URL('../../build/server/handler.js', import.meta.url).href);
  const seen: unknown[] = [];
  const services: Partial<WebServices> = {
    random() {
      throw new Error('the inside');
    },
    onRenderError: (error) => seen.push(error),
  };
  const answer: Response = await createWebHandler(services)(new Request('http://localhost/'));
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(html).toContain(words.en['crash.heading']);
  expect(html).not.toContain('the inside');
  expect(seen).toMatchObject([{ message: 'the inside' }]);
});
