import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { compileCache } from '#test/support/programs.ts';
import { startTestServer } from '#test/support/start-server.ts';

function runCanary(links: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/canary.ts', ...links], {
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

test('the exit code says whether pages can be parsed, and no content of a post is printed', async () => {
  await using threads = await startFakeThreads();
  const run = (...names: SceneName[]) =>
    runCanary(
      names.map((name) => scenes[name].link),
      threads.environment,
    );
  const [readable, unknown, fallback, mixed] = await Promise.all([
    run('photo'),
    run('emptyPage'),
    run('pageOnlyByOg', 'emptyPage'),
    run('photo', 'changedMarkup'),
  ]);
  expect([readable.code, unknown.code, fallback.code, mixed.code]).toEqual([0, 2, 3, 1]);
  expect(readable.output).toContain('1  Read: image.');
  expect(mixed.output).toContain('2  Cannot parse the page');
  for (const { output } of [readable, unknown, fallback, mixed])
    expect(output).not.toMatch(/https?:|@|Demo\w+/);
});

test('--explain says what each strategy read and which fields differ, without content', async () => {
  await using threads = await startFakeThreads();
  const links = [scenes.quote.link, scenes.changedMarkup.link];
  const { code, output } = await runCanary(['--explain', ...links], threads.environment);
  expect(code).toBe(1);
  for (const strategy of ['page P1', 'page P4', 'graphql', 'route', 'embed'])
    expect(output).toContain(`1  ${strategy}: found, 1 quoted video, text`);
  expect(output).toContain('1    preloader: BarcelonaPostPageDirectQuery\n');
  expect(output).toContain('2    preloader: BarcelonaNextPostScreenQuery (unknown)\n');
  expect(output).toMatch(/2 {4}the code is in short_code, next to .*assets/);
  expect(output).not.toMatch(/https?:|@|Demo\w+|\d{5}|mira|lina|walk|furniture/i);
});

test('--report tells the running server whether Threads can be read', async () => {
  await using threads = await startFakeThreads();
  const secret = 'a-secret-of-this-test-0123456789abcdef';
  await using server = await startTestServer({ environment: { APP_SECRET: secret } });
  const { port } = new URL(server.origin);
  const environment = { ...threads.environment, APP_SECRET: secret, HOST: '127.0.0.1', PORT: port };
  const report = (names: SceneName[], more: Record<string, string> = {}) =>
    runCanary(['--report', ...names.map((name) => scenes[name].link)], { ...environment, ...more });
  const readStatus = () => server.services.figures.readStatus();

  const gone = await report(['gone']);
  expect(gone).toMatchObject({ code: 2, output: expect.stringContaining('Reported.') });
  expect(await readStatus()).toMatchObject({ state: 'unknown' });
  expect(await report(['photo', 'gone'])).toMatchObject({ code: 2 });
  expect(await readStatus()).toMatchObject({ state: 'readable', read: { source: 'canary' }, failure: null });
  expect(await report(['photo', 'changedMarkup'])).toMatchObject({ code: 1 });
  expect(await readStatus()).toMatchObject({ failure: { source: 'canary', code: 'upstream.changed' } });

  const wrong = await report(['photo'], { APP_SECRET: 'another-secret-0123456789abcdefghij' });
  expect(wrong).toMatchObject({ code: 0, output: expect.stringContaining('Not reported.') });
});

test('prints its usage without a link', async () => {
  const { code, output } = await runCanary([], {});
  expect(code).toBe(64);
  expect(output).toContain('npm run canary -- https://');
});
