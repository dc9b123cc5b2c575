import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import { runLoad } from './clients.ts';

async function measure(status: number, body: string) {
  const server = await listen(
    createServer((_, response) => {
      response.writeHead(status, { 'content-length': 10 });
      response.write(body, () => response.destroy());
    }),
  );
  const result = await runLoad({ url: `${server.origin}/`, connections: 3, bytes: 10 });
  await server.close();
  return { responses: result.responses, failed: result.failed };
}

test('the clients count a response only if it is whole and has status 200', async () => {
  expect(await measure(200, '0123456789')).toEqual({ responses: 3, failed: 0 });
  expect(await measure(200, '01234')).toEqual({ responses: 0, failed: 3 });
  expect(await measure(503, '0123456789')).toEqual({ responses: 0, failed: 3 });
});
