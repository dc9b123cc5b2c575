import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerPath, signInByLink } from '#test/support/admin-session.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';

/** Which packages of `node_modules` and which parts of the build a process loads, a line each. */
const reportModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      writeSync(2, 'loads ' + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

const listServerFiles = () =>
  globSync('build/server/**/*.js').filter((path) => !path.includes('compile-cache'));

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ NODE_OPTIONS: `--import ${reportModules}` });
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('the start loads neither the image decoder nor the client of Valkey', async () => {
  const page = await fetch(app.origin);
  expect(page.status).toBe(200);
  const loaded = app.output.filter((line) => line.startsWith('loads file:')).join('\n');
  expect(loaded).toContain('/build/server/handler.js');
  expect(loaded).toContain('/node_modules/@electric-sql/pglite/');
  expect(loaded).not.toContain('/node_modules/sharp/');
  const withClient = listServerFiles().filter((path) => readFileSync(path, 'utf8').includes('class Redis '));
  expect(withClient.length).toBeGreaterThan(0);
  for (const path of withClient) expect(loaded).not.toContain(`/${path}`);
});

test('the set-up link is printed until there is an owner, before the start says that it is ready, and never logged', async () => {
  const listPrinted = ({ output }: RunningApp) =>
    output.flatMap((line) => /\/admin\/set-up\?token=|^Unspool is ready/.exec(line)?.[0] ?? []);
  expect(listPrinted(app)).toEqual(['/admin/set-up?token=', 'Unspool is ready']);
  // Another one than was printed.
  const path = await ownerPath(app);
  expect((await fetch(app.origin + path)).status).toBe(200);
  await signInByLink(app, path, { name: 'Ada', email: 'ada@example.org' });
  await app.stop();
  expect(app.output.join('\n')).not.toContain(path.split('=')[1]);
  app = await startAppIn(app.dataDir);
  expect(listPrinted(app)).toEqual(['Unspool is ready']);
});

test('a second process on a data folder is refused before it loads the server', async () => {
  const second = spawn(process.execPath, ['--import', reportModules, 'build/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: app.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(code).toBe(1);
  const lines = output.trimEnd().split('\n');
  const loaded = lines.filter((line) => line.startsWith('loads file:')).join('\n');
  expect(lines.filter((line) => !line.startsWith('loads '))).toEqual([
    expect.stringMatching(`^Another process \\(${app.pid} on .*DATA_DIR`),
  ]);
  expect(loaded).toContain('/build/server/main.js');
  expect(loaded).not.toContain('/build/server/handler.js');
  expect(loaded).not.toContain('/node_modules/');
});

test('the files of the server have one byte per character, also in memory', () => {
  for (const path of listServerFiles())
    expect(/[^\p{ASCII}]/u.exec(readFileSync(path, 'utf8')), path).toBeNull();
});
