// `npm run demo`: the production build against the fake Threads and the fake model, with an owner who can
// sign in. Needs no network.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { ensureOwner } from './ready-owner.ts';

const fake = await startFakeThreads();
const model = await startFakeModel();
const baseEnv = { DATA_DIR: '.cache/demo', SEED: 'demo', ...process.env };
const server = spawn(process.execPath, ['build/server/main.js'], {
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { ...baseEnv, ...fake.environment, ...model.environment },
});

let setupUrl: string | null = null;
createInterface({ input: server.stderr }).on('line', async (line) => {
  const link = /^Create the first owner .*: (http\S+)$/.exec(line)?.[1];
  if (link) {
    setupUrl = link;
    return;
  }
  console.error(line);
  const url = /^Unspool is ready: (http\S+)$/.exec(line)?.[1];
  const owner = url && (await ensureOwner(url, setupUrl, baseEnv.DATA_DIR));
  if (owner) console.error(owner);
});

console.error('Links to paste (fake Threads):');
for (const scene of Object.values(scenes)) console.error(`  ${scene.link}  ${scene.title}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', async (code) => {
  await Promise.all([fake[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
  process.exit(code ?? 0);
});
