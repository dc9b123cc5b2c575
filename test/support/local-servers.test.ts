import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endProcesses, freePort, listen, startProcess } from './local-servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = (script: string, isReady: RegExp[], deadline?: AbortSignal) =>
  startProcess(process.execPath, ['-e', script], isReady, {}, deadline);
const stayAlive = 'setInterval(() => undefined, 1000);';

test('a program is ready when a line of each pattern has arrived, in any order', async () => {
  const scripts = [
    "console.log('ready 1'); console.error('link 2');",
    "console.error('link 2'); console.log('ready 1');",
  ];
  for (const script of scripts) {
    const { ready, lines, stop } = await run(script + stayAlive, [/ready (\d)/, /link/]);
    expect(ready[1]).toBe('1');
    expect(lines.toSorted()).toEqual(['link 2', 'ready 1']);
    expect(await stop()).toBe(-1);
  }
});

test('a program that is not ready in time is ended, and the error has what it wrote', async () => {
  const mark = join(temporaryFolder(), 'mark');
  const deadline = new AbortController();
  const started = run(
    `console.log(process.pid); console.error('still waiting'); fs.writeFileSync('${mark}', ''); ${stayAlive}`,
    [/ready/],
    deadline.signal,
  );
  const failed = started.catch((error: Error) => error.message);
  await expect.poll(() => existsSync(mark)).toBe(true);
  deadline.abort();
  const message = String(await failed);
  expect(message).toMatch(/was not ready in time:\n[\s\S]*still waiting/);
  expect(() => process.kill(Number(/^\d+$/m.exec(message)?.[0]), 0)).toThrow('ESRCH');
});

test('a program that ends before it is ready is an error with what it wrote', async () => {
  await expect(run("console.error('no such folder'); process.exit(3)", [/ready/])).rejects.toThrow(
    /exited with 3:\nno such folder$/,
  );
  await expect(startProcess('/no/such/program', [], [/ready/])).rejects.toThrow('ENOENT');
});

test('what a test has not stopped can be ended', async () => {
  const { child } = await run(`console.log('ready');${stayAlive}`, [/ready/]);
  endProcesses();
  await expect.poll(() => child.signalCode).toBe('SIGKILL');
});

test('a stopped program has been read to its end, also what its own processes wrote', async () => {
  const { lines, stop } = await run(
    `process.on('SIGTERM', () => {
      require('node:child_process').spawn(process.execPath, ['-e', 'console.log("late")'], { stdio: 'inherit' });
      process.exit();
    });
    console.log('ready');${stayAlive}`,
    [/ready/],
  );
  expect(await stop()).toBe(0);
  expect(lines).toEqual(['ready', 'late']);
});

test('a free port can be used again and again, but nobody else gets it', async () => {
  const port = await freePort();
  for (const _ of ['start', 'restart']) await (await listen(createServer(), port)).close();
  const script = `require('node:net').createServer().on('error', ({ code }) => { console.log(code); process.exit() })
    .listen(${port}, '127.0.0.2', () => console.log('taken'));`;
  const { ready } = await run(`${script}${stayAlive}`, [/EADDRINUSE|taken/]);
  expect(ready[0]).toBe('EADDRINUSE');
});
