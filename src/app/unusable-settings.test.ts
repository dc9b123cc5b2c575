import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { explainDataDir, explainListenError } from './unusable-settings.ts';

async function listenError(host: string, port: number): Promise<unknown> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.once('error', resolve).listen(port, host, () => resolve(server.address()));
  });
}

test.each(['192.0.2.1', '2001:db8::1', 'nowhere.invalid', '999.1.1.1'])(
  'a server that can’t listen on HOST=%s says which setting is wrong',
  async (host) => {
    const explained = explainListenError(await listenError(host, 0), { host, port: 0 });
    expect(explained).toEqual({
      hint: expect.stringMatching(/^HOST: .* \(E[A-Z_]+\)\. Use /),
      isPermanent: true,
    });
    expect(explained?.hint).toContain(host);
  },
);

test('a port that is in use is no lasting problem', async () => {
  const taken = (await listenError('127.0.0.1', 0)) as { port: number };
  const error = await listenError('127.0.0.1', taken.port);
  const { port } = taken;
  expect(explainListenError(error, { host: '127.0.0.1', port })).toEqual({
    hint: expect.stringContaining(`Port ${port} is already in use`),
    isPermanent: false,
  });
});

test('a port that needs privileges is named, other errors are not explained', () => {
  const forbidden = Object.assign(new Error('listen'), { code: 'EACCES', syscall: 'listen' });
  expect(explainListenError(forbidden, { host: undefined, port: 80 })?.hint).toMatch(/^PORT: .* port 80 /);
  const file = Object.assign(new Error('open'), { code: 'EACCES', syscall: 'open' });
  const otherHost = Object.assign(new Error('lookup'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: 'valkey.example.org',
  });
  for (const error of [file, otherHost, new Error('x'), null])
    expect(explainListenError(error, { host: undefined, port: 80 })).toBeNull();
});

test('a file, or a path through one, is no folder for data', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'data'));
  symlinkSync('loop', join(folder, 'loop'));
  expect(explainDataDir(join(folder, 'data'))).toBeNull();
  expect(explainDataDir(join(folder, 'not', 'yet'))).toBeNull();
  expect(explainDataDir(file)).toMatch(/^DATA_DIR: .*file is not a folder/);
  expect(explainDataDir(join(file, 'data'))).toMatch(/^DATA_DIR: .* \(ENOTDIR\)/);
  expect(explainDataDir(join(folder, 'loop'))).toMatch(/^DATA_DIR: .* \(ELOOP\)/);
  symlinkSync(join(folder, 'gone', 'data'), join(folder, 'nowhere'));
  expect(explainDataDir(join(folder, 'nowhere'))).toMatch(/^DATA_DIR: .* \(EEXIST\)/);
  expect(explainDataDir(join(folder, 'nowhere', 'data'))).toMatch(/^DATA_DIR: .* \(EEXIST\)/);
  expect(explainDataDir(join(folder, 'x'.repeat(300)))).toMatch(/^DATA_DIR: .* \(ENAMETOOLONG\)/);
});

test.each([
  [
    { HOST: '[::1]' },
    /^These settings are invalid:\n {2}HOST: Use an IP address .* ::1 without brackets\.\n$/,
  ],
  [{ DATA_DIR: 'package.json' }, /^DATA_DIR: package\.json is not a folder\. .*\n$/],
  [
    { DATA_DIR: 'package.json/data', APP_SECRET: randomBytes(24).toString('hex') },
    /^DATA_DIR: .* \(ENOTDIR\)/,
  ],
  // A recursive mkdir of Node 24 never returns from such a path.
  [
    { DATA_DIR: '/proc/unspool/data', APP_SECRET: randomBytes(24).toString('hex') },
    /^DATA_DIR: .* \(ENOENT\)/,
  ],
])('with %j, the server ends with 78 and the name of the setting', (env, stderr) => {
  const ended = spawnSync(process.execPath, ['src/main.ts'], { env, encoding: 'utf8' });
  expect(ended.stderr).toMatch(stderr);
  expect(ended.status).toBe(78);
});

test('a new folder for data survives a power failure', async () => {
  const folder = temporaryFolder();
  const remains = await loseUnflushed(folder, async () => explainDataDir(join(folder, 'data', 'deep')));
  expect(readdirSync(remains)).toEqual(['data']);
});
