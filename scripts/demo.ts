// `npm run demo`: the production build against the fake Threads and the fake model, with an owner who can sign in.
// Everything works with no network at all.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { readyOwner } from './ready-owner.ts';

const fake = await startFakeThreads();
const model = await startFakeModel();
const given = { DATA_DIR: '.cache/demo', SEED: 'demo', ...process.env };
const product = spawn(process.execPath, ['build/server/main.js'], {
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { ...given, ...fake.environment, ...model.environment },
});

let address = '';
createInterface({ input: product.stderr }).on('line', async (line) => {
  const setUpAddress = /^Make the first owner .*: (http\S+)$/.exec(line)?.[1] ?? null;
  if (!setUpAddress) console.error(line);
  address = /^Unspool is ready: (http\S+)$/.exec(line)?.[1] ?? address;
  if (address === '') return;
  const isReadyLine = line.endsWith(address);
  const owner = setUpAddress || isReadyLine ? await readyOwner(address, setUpAddress, given.DATA_DIR) : null;
  if (owner) console.error(owner);
});

console.error('Links of the stand-in to paste:');
for (const scene of Object.values(scenes)) console.error(`  ${scene.link}  ${scene.title}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill(signal));
product.on('exit', async (code) => {
  await Promise.all([fake[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
  process.exit(code ?? 0);
});
