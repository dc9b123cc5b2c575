// `npm run demo`: the production build against the fake Threads. Everything works with no network at all.
import { spawn } from 'node:child_process';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';

const fake = await startFakeThreads();
const model = await startFakeModel();
const product = spawn(process.execPath, ['build/server/main.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { DATA_DIR: '.cache/demo', SEED: 'demo', ...process.env, ...fake.environment, ...model.environment },
});

console.error('Links of the stand-in to paste:');
for (const scene of Object.values(scenes)) console.error(`  ${scene.link}  ${scene.title}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill(signal));
product.on('exit', async (code) => {
  await Promise.all([fake[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
  process.exit(code ?? 0);
});
