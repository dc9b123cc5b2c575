import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { callAdminApi, sendForm, signInAsOwner } from '#test/support/admin-session.ts';
import { filledDataDir, startAppIn } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';

async function filledFolder(seed: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-unwritable-'));
  onTestFinished(() => {
    if (existsSync(folder)) execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(await filledDataDir(seed), folder, { recursive: true });
  return folder;
}

/** Output and exit code of a failing start. */
async function start(dataDir: string, before: readonly string[] = []) {
  const [command = '', ...args] = [...before, process.execPath, 'build/server/main.js'];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', SEED: 'none', DATA_DIR: dataDir },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stderr, stdout] = await Promise.all([text(child.stderr), text(child.stdout)]);
  return { code: await ended, stderr, stdout };
}

const listed = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

/** One line for the operator, without internals. */
const expectedFailure = (folder: string, code: RegExp) => ({
  code: 78,
  stdout: '',
  stderr: expect.stringMatching(
    new RegExp(
      `^The folder ${folder}\\S* can't be written \\(${code.source}\\)\\. Grant this process write access, free some disk space, or choose another folder with DATA_DIR\\.\\n$`,
    ),
  ),
});

test('a start that cannot create its folder prints one line with the remedy', async () => {
  // Not even root can create a folder in /sys.
  expect(await start('/sys/unspool')).toEqual(expectedFailure('/sys/unspool', /EPERM|EACCES|EROFS|ENOENT/));
});

test('a start in a full or read-only folder prints the remedy and changes nothing', async () => {
  const folder = await filledFolder('none');
  const before = listed(folder);
  const full = ['prlimit', '--fsize=0:unlimited', '--'];
  expect(await start(folder, full)).toEqual(expectedFailure(folder, /EFBIG/));
  execFileSync('chmod', ['-R', 'a-w', folder]);
  expect(await start(folder, unprivilegedPrefix())).toEqual(expectedFailure(folder, /EACCES/));
  expect(listed(folder)).toEqual(before);
});

test.runIf(isStress)(
  'the server starts from an unwritable install, and caches compiled code in a writable one',
  async () => {
    const install = mkdtempSync(join(tmpdir(), 'unspool-install-'));
    const cache = join(install, 'build/server/compile-cache');
    cpSync('build', join(install, 'build'), { recursive: true });
    for (const name of ['node_modules', 'assets']) symlinkSync(resolve(name), join(install, name));
    rmSync(cache, { recursive: true, force: true });
    onTestFinished(() => {
      execFileSync('chmod', ['-R', 'u+w', join(install, 'build')]);
      rmSync(install, { recursive: true });
    });
    const startAndStop = async () => {
      await using app = await startAppIn(await filledFolder('none'), {}, unprivilegedPrefix(), install);
      expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);
      expect(await app.stop()).toBe(0);
    };
    execFileSync('chmod', ['-R', 'a-w', join(install, 'build')]);
    await startAndStop();
    expect(existsSync(cache)).toBe(false);
    execFileSync('chmod', ['-R', 'u+w', join(install, 'build')]);
    await startAndStop();
    expect(listed(cache).length).toBeGreaterThan(50);
  },
);

test.runIf(isStress)('database files without write permission are not treated as damaged', async () => {
  const folder = await filledFolder('none');
  const database = join(folder, 'database');
  const before = listed(database);
  chmodSync(join(database, 'postgres', 'global', 'pg_control'), 0o444);
  expect(await start(folder, unprivilegedPrefix())).toEqual(expectedFailure(database, /EACCES/));
  chmodSync(join(database, 'postgres'), 0o555);
  expect(await start(folder, unprivilegedPrefix())).toEqual(expectedFailure(database, /EACCES/));
  expect(listed(database)).toEqual(before);
});

test('a damaged or unreadable secret aborts the start with the remedy', async () => {
  const folder = await filledFolder('none');
  writeFileSync(join(folder, 'app-secret'), 'too short');
  const damaged = await start(folder);
  expect(damaged).toMatchObject({ code: 78, stdout: '' });
  expect(damaged.stderr).toMatch(/^\S+app-secret is damaged: restore it from a backup, or delete it .*\n$/);
  chmodSync(join(folder, 'app-secret'), 0);
  const unreadable = await start(folder, unprivilegedPrefix());
  expect(unreadable).toMatchObject({ code: 78, stdout: '' });
  expect(unreadable.stderr).toMatch(/^\S+app-secret can't be read \(EACCES\)\. .*\n$/);
  expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toBe('too short');
});

test.runIf(isStress)(
  'when storage becomes read-only, writes are rejected, reads work, and nothing is lost',
  {
    timeout: 600_000,
  },
  async () => {
    const folder = await filledFolder('demo');
    await using app = await startAppIn(folder, { SEED: 'demo' }, unprivilegedPrefix());
    const cookie = await signInAsOwner(app);
    const create = (title: string) => {
      const fields = { title, content: '<p>words</p>', status: 'draft' };
      const body = { mode: 'save', locale: 'en', fields };
      return fetch(`${app.origin}/api/admin/posts`, {
        method: 'POST',
        headers: { origin: app.origin, cookie, 'content-type': 'application/json', 'accept-language': 'de' },
        body: JSON.stringify(body),
      });
    };
    const first = await create('Quollwort before');
    expect(first.status, await first.clone().text()).toBe(201);
    const listing = await fetch(`${app.origin}/api/blog/posts`);
    const [post] = ((await listing.json()) as { posts: { id: string }[] }).posts;
    const titles = async () =>
      (
        await callAdminApi<{ posts: { title: string }[] }>(
          app,
          cookie,
          'GET /posts?locale=en&search=Quollwort',
        )
      ).posts
        .map(({ title }) => title)
        .sort();
    const image = Buffer.from(await drawPng(40, 30));
    const upload = () =>
      fetch(`${app.origin}/api/admin/pictures`, {
        method: 'POST',
        headers: { origin: app.origin, cookie, 'content-type': 'image/png' },
        body: image,
      });
    const countView = () =>
      fetch(`${app.origin}/api/blog/posts/${post?.id}/views`, {
        method: 'POST',
        headers: { origin: app.origin, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      });

    execFileSync('chmod', ['-R', 'a-w', folder]);
    setFileWritesAllowed(app.pid, false);
    for (let round = 0; round < 2; round += 1) {
      for (const response of [await create('Quollwort never'), await upload(), await countView()]) {
        expect(response.status, response.url).toBe(503);
        expect(response.headers.get('retry-after')).toBe('60');
        expect(await response.json()).toMatchObject({ success: false, code: 'server.unwritable' });
      }
      const signIn = await sendForm(app, '/admin/sign-in', {
        fields: { email: 'ada@example.org', password: 'correct horse battery' },
      });
      expect(signIn.status).toBe(503);
      expect(signIn.headers.get('retry-after')).toBe('60');
      expect(await signIn.text()).toContain('Nothing can be saved right now');
      for (const path of [
        '/',
        '/blog',
        '/de/blog',
        '/blog/save-a-threads-video',
        '/api/blog/posts',
        '/feed.xml',
      ])
        expect((await fetch(app.origin + path)).status, path).toBe(200);
      for (const path of ['/blog?search=video', '/api/blog/posts?page=2', '/livez', '/readyz'])
        expect((await fetch(app.origin + path)).status, path).toBe(200);
      for (const path of ['/admin/blog', `/admin/blog/${post?.id}`, '/admin/people', '/admin/keys'])
        expect((await fetch(app.origin + path, { headers: { cookie } })).status, path).toBe(200);
      expect(await titles()).toEqual(['Quollwort before']);
    }

    setFileWritesAllowed(app.pid, true);
    execFileSync('chmod', ['-R', 'u+w', folder]);
    expect((await create('Quollwort again')).status).toBe(201);
    expect((await upload()).status).toBe(201);
    expect((await countView()).status).toBe(200);
    expect(await titles()).toEqual(['Quollwort again', 'Quollwort before']);

    // It also shuts down cleanly on such a disk, and the next start finds everything.
    setFileWritesAllowed(app.pid, false);
    expect((await create('Quollwort never')).status).toBe(503);
    expect(await app.stop()).toBe(0);
    const lines = app.output.filter((line) => line.includes('EFBIG'));
    expect(lines.some((line) => line.includes('"msg":"database error"'))).toBe(true);
    const copy = `${folder}-again`;
    cpSync(folder, copy, { recursive: true });
    await using again = await startAppIn(copy, { SEED: 'demo' });
    const found = await callAdminApi<{ posts: { title: string }[] }>(
      again,
      cookie,
      'GET /posts?locale=en&search=Quollwort',
    );
    expect(found.posts.map(({ title }) => title).sort()).toEqual(['Quollwort again', 'Quollwort before']);
  },
);

const rights = ['dac_override', 'dac_read_search', 'fowner'].map((right) => `-${right}`).join(',');

/** Arguments before a command that remove root's capability to bypass file permissions. */
function unprivilegedPrefix(): string[] {
  return arePermissionsEnforced() ? [] : ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`];
}

function arePermissionsEnforced(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-rights-'));
  try {
    chmodSync(folder, 0o555);
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Forbids or allows a running process to write to files, by its file size limit. Linux only. */
function setFileWritesAllowed(pid: number, may: boolean): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${may ? 'unlimited' : '0'}:unlimited`]);
}
