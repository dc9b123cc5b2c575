import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startProcess } from '#test/support/local-servers.ts';
import { isStress } from '#test/support/stress.ts';
import { listImageFiles } from '../../scripts/release/image-files.ts';

const run = promisify(execFile);
/** Copies exactly the files of the image into a folder. */
async function copyImageFiles(folder: string): Promise<void> {
  for (const [from, to] of listImageFiles()) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(from, join(folder, to), { recursive: true, dereference: true });
  }
}

test("the files in the image are enough to start the app and to run the owner's commands", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-image-'));
  const settings = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    SEED: 'none',
    DATA_DIR: join(folder, 'data'),
  };
  const command = (name: string, args: string[], env = {}) =>
    run(process.execPath, [`build/server/${name}.js`, ...args], {
      cwd: folder,
      env: { ...settings, LOG_LEVEL: 'silent', ...env },
    });
  const backup = join(folder, 'a.backup.gz');
  await copyImageFiles(folder);
  const { ready, stop } = await startProcess(
    process.execPath,
    ['build/server/main.js'],
    [/"port":(\d+).*"msg":"ready"/],
    { cwd: folder, env: settings },
  );
  const port = ready[1] ?? '';
  try {
    const result = await command('create-owner', [], { PORT: port });
    expect(result.stdout).toMatch(/Create the first owner with this one-time link: http\S+\/admin\/set-up/);
    if (!isStress) return;
    await command('backup', [backup], { PORT: port });
    await command('export', [join(folder, 'a.zip')], { PORT: port });
    await command('import', [join(folder, 'a.zip')], { PORT: port });
  } finally {
    await stop();
    if (!isStress) await rm(folder, { recursive: true });
  }
  const [rehearsed] = await once(
    fork('build/server/rehearsal-process.js', [backup, join(folder, 'rehearsal'), '0'], {
      cwd: folder,
      env: {},
      execArgv: [],
    }),
    'message',
  );
  // The last of its checks: nobody has opened the link.
  expect(rehearsed).toMatchObject({ error: { code: 'backup.ownerless' } });
  const restored = await command('restore', [backup], { DATA_DIR: join(folder, 'other') });
  expect(restored.stdout).toMatch(/\d+ rows/);
  await rm(folder, { recursive: true });
}, 180_000);
