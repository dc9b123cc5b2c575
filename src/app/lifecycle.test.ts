import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { drain } from './lifecycle.ts';

async function startServer(handle: (finish: () => void, path: string) => void) {
  const server = createServer((request, response) => {
    if (request.url === '/ready') response.writeHead(503, { connection: 'close' }).end();
    else {
      response.write('begun ');
      handle(() => response.end('done'), request.url ?? '');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('active requests finish, and health checks still get a response meanwhile', async () => {
  let finish: () => void = () => undefined;
  const { server, origin } = await startServer((done) => {
    finish = done;
  });
  const transfer = await fetch(origin);
  const drained = drain(server, { acceptMs: 60_000, transfersMs: 60_000 });
  expect((await fetch(`${origin}/ready`)).status).toBe(503);
  finish();
  expect(await transfer.text()).toBe('begun done');
  await drained;
  await expect(fetch(`${origin}/ready`)).rejects.toThrow();
});

test('after `acceptMs` new connections are refused and active requests continue', async () => {
  let finish: () => void = () => undefined;
  const { server, origin } = await startServer((done) => {
    finish = done;
  });
  const transfer = await fetch(origin);
  const drained = drain(server, { acceptMs: 0, transfersMs: 60_000 });
  await expect.poll(() => server.listening).toBe(false);
  await expect(fetch(`${origin}/ready`)).rejects.toThrow();
  finish();
  expect(await transfer.text()).toBe('begun done');
  await drained;
});

test('requests that do not finish in time are aborted', async () => {
  const { server, origin } = await startServer(() => undefined);
  const transfer = await fetch(origin);
  await drain(server, { acceptMs: 100, transfersMs: 100 });
  await expect(transfer.text()).rejects.toThrow();
});

test('without connections it returns at once', async () => {
  const { server } = await startServer(() => undefined);
  // Longer than any test timeout.
  await drain(server, { acceptMs: 600_000, transfersMs: 600_000 });
  expect(server.listening).toBe(false);
});

test('a stop that does not end in time ends with the process', async () => {
  const script = `import { stopOnSignal } from '${new URL('./lifecycle.ts', import.meta.url).href}';
    setInterval(() => undefined, 1e6);
    stopOnSignal(() => new Promise(() => console.log('stopping')), 50);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String(await once(child.stdout, 'data'))).toBe('ready\n');
  child.kill('SIGTERM');
  expect(String(await once(child.stdout, 'data'))).toBe('stopping\n');
  expect(await once(child, 'exit')).toEqual([1, null]);
});
