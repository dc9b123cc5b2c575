import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeError, loggablePath } from './logger.ts';

test.each([
  '/https://www.threads.com/@someone/post/AbC',
  '/@someone/post/AbC',
  '/%40someone',
  '/x?url=https%3A%2F%2Fwww.threads.net%2Ft%2FAbC',
  '/media/ticket',
  '/media%2Fticket',
  '/%6dedia/ticket',
  '/t/AbC',
  '/post/AbC',
  '/alma/post/AbC',
  '/share/AbC',
  '/fbcdn.net/v/x.mp4',
])('%s is not written to a log', (path) => {
  expect(loggablePath(path)).toBe('[redacted]');
});

test('of a missing path only plain words are logged', () => {
  expect(loggablePath('/wp-login.php')).toBe('/wp-login.php');
  expect(loggablePath('/no/such/page')).toBe('/no/such/page');
  expect(loggablePath('/DAbCdEfGhIj')).toBe('/[redacted]');
  expect(loggablePath('/old/203.0.113.77/x1')).toBe('/old/[redacted]/[redacted]');
  expect(loggablePath('/a\nb\u202e')).toBe('/[redacted]');
  expect(loggablePath(`/${'a'.repeat(5000)}`)).toBe('/[redacted]');
});

test('an error is described by name, code and place, and its message stays out', () => {
  const cause = Object.assign(new Error('connect to https://scontent.example/secret'), {
    code: 'ECONNRESET',
  });
  const text = JSON.stringify(describeError(new TypeError('fetch of secret failed', { cause })));
  expect(text).toContain('TypeError');
  expect(text).toContain('ECONNRESET');
  expect(text).toContain('logger.test.ts');
  expect(text).not.toContain('secret');
});

test('a process whose log nobody reads any more goes on, and can end', async () => {
  const script = `import { createLogger } from '${new URL('./logger.ts', import.meta.url).href}';
    const log = createLogger('info');
    process.on('uncaughtException', () => process.exit(3));
    let lines = 0;
    setInterval(() => {
      log.info('a line');
      if (++lines === 40) { log.fatal('the last one'); process.exit(0); }
    }, 5);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});
