import { spawn } from 'node:child_process';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger, redactPath } from './logger.ts';

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
])('%s is not logged', (path) => {
  expect(redactPath(path)).toBe('[redacted]');
});

test('only plain words of a missing path are logged', () => {
  expect(redactPath('/wp-login.php')).toBe('/wp-login.php');
  expect(redactPath('/no/such/page')).toBe('/no/such/page');
  expect(redactPath('/DAbCdEfGhIj')).toBe('/[redacted]');
  expect(redactPath('/old/203.0.113.77/x1')).toBe('/old/[redacted]/[redacted]');
  expect(redactPath('/a\nb\u202e')).toBe('/[redacted]');
  expect(redactPath(`/${'a'.repeat(5000)}`)).toBe('/[redacted]');
});

test('a process whose log is no longer read continues and can exit', async () => {
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

function captureLines(run: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  run(createLogger('debug', { write: (line) => void lines.push(line) }));
  return lines;
}

const sensitiveValues = [
  'https://www.threads.com/@someone/post/DAbCdEfGhIj',
  'DAbCdEfGhIj',
  'scontent.cdninstagram.com/v/t50/12345_67890_n.mp4?oh=00_AfX',
  '/media/AQAAbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  'AQAAx1x2x3x4x5x6x7x8x9x0x1x2x3x4x5x6x7x8x9',
  '203.0.113.77',
  '2001:db8::77',
  'someone@mail.example.org',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36; like "Gecko"',
  'bearer {"a":1}',
];

test.each(sensitiveValues)('%s is redacted wherever it is passed', (sensitiveValue) => {
  const lines = captureLines((log) => {
    log.info(
      { outcome: sensitiveValue, list: [sensitiveValue], deep: { deeper: { outcome: sensitiveValue } } },
      'fields',
    );
    log.info({ [sensitiveValue]: 1 }, 'a name');
    log.warn(sensitiveValue);
    log.warn({ code: 'x' }, sensitiveValue);
    log.info({ code: 'x' }, 'a text with %s in it', sensitiveValue);
    log.error(new Error(sensitiveValue, { cause: new TypeError(sensitiveValue) }));
    log.error(
      {
        error: Object.assign(new Error(`one\n    at ${sensitiveValue} (/x:1:1)`), {
          code: sensitiveValue,
          name: sensitiveValue,
        }),
      },
      'x',
    );
    log.error(
      {
        other: new Error(sensitiveValue),
        set: new Set([sensitiveValue]),
        when: new URL('https://a.example/x'),
      },
      'x',
    );
  });
  expect(lines).toHaveLength(8);
  for (const line of lines) {
    expect(line).not.toContain(sensitiveValue);
    expect(line).not.toContain(JSON.stringify(sensitiveValue).slice(1, -1));
    expect(line).not.toContain('a.example');
  }
});

test.each([
  ...['url', 'link', 'postUrl', 'ticket', 'token', 'ip', 'clientIp', 'address', 'headers', 'cookie'],
  ...['x-api-key', 'APP_SECRET', 'authorization', 'user-agent', 'userAgent', 'referer', 'username'],
  ...['password', 'body', 'query'],
])('values named %s are redacted at any depth', (name) => {
  const [line = ''] = captureLines((log) =>
    log.info({ [name]: 'plain', deep: { [name]: { inner: 'plain' } } }, 'x'),
  );
  expect(line).not.toContain('plain');
  expect(JSON.parse(line).deep[name]).toBe('[redacted]');
});

test('operational fields are logged unchanged', () => {
  const fields = {
    code: 'upstream.changed',
    strategy: 'graphql',
    profile: 'P1',
    outcome: 'client_gone',
    milliseconds: 12.5,
    bytes: 0,
    firstByteMilliseconds: null,
    domains: ['fbcdn.net'],
    port: 3000,
    path: '/wp-login.php',
    console: 'warn',
    status: 429,
    kind: 'excerpt',
    seed: 'welcome',
  };
  const [line = ''] = captureLines((log) => log.info(fields, 'media on disallowed hosts'));
  expect(JSON.parse(line)).toMatchObject({ ...fields, msg: 'media on disallowed hosts' });
  const cause = Object.assign(new Error('y'), { code: 'ECONNRESET' });
  const [errorLine = ''] = captureLines((log) =>
    log.error({ error: new TypeError('x', { cause }) }, 'request failed'),
  );
  expect(JSON.parse(errorLine).error).toMatchObject({
    name: 'TypeError',
    cause: { name: 'Error', code: 'ECONNRESET' },
  });
  expect(JSON.parse(errorLine).error.at[0]).toContain('logger.test.ts');
});

test('the frames of a stack are logged, although their paths contain the message', () => {
  const error = new Error('t');
  error.stack = 'Error: t\n    at load (file:///srv/test/a.ts:1:2)\n    at file:///srv/test/b.ts:3:4';
  const [line = ''] = captureLines((log) => log.error({ error }, 'request failed'));
  expect(JSON.parse(line).error.at).toEqual([
    'at load (file:///srv/test/a.ts:1:2)',
    'at file:///srv/test/b.ts:3:4',
  ]);
});

test('every log entry is one line of valid JSON', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\n{"level":60}', '\r\n', '\u2028', '\u0000', '"}\n{"', '\ud800', '__proto__', 'toJSON'),
  );
  fc.assert(
    fc.property(
      hostile,
      fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile)), { maxKeys: 4 }),
      (text, fields) => {
        const lines = captureLines((log) => {
          log.info(fields, text);
          log.info(text);
          log.error({ error: new Error(text), ...fields }, 'x');
        });
        expect(lines).toHaveLength(3);
        for (const line of lines) {
          expect(line.indexOf('\n'), inspect(line)).toBe(line.length - 1);
          expect(/[\u2028\u2029\r]/.test(line)).toBe(false);
          expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
        }
      },
    ),
  );
});
