import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

/** CPU time, because a busy machine makes the same start several times longer. A whole start takes 0.7 s. */
const maxCpuMs = 350;
const reportCpu =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.log((user+system)/1000)})';

test('a second process on a data folder is refused before it loads the server', async () => {
  await using app = await startApp();
  const second = spawn(process.execPath, ['--import', reportCpu, 'build/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: app.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(second.stdout),
    text(second.stderr),
    once(second, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`^Another process \\(${app.pid} on .*DATA_DIR.*\\n$`));
  expect(Number(output)).toBeLessThan(maxCpuMs);
});
