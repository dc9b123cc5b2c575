// `npm run dev`: hot reload against the fake Threads and the fake model, with an owner who can sign in. Vite
// serves the pages; everything else is as in production.
import { createServer } from 'vite';
import { readConfigOrExit, stopOnSignal } from '#app/lifecycle.ts';
import { startServer, type WebEntry } from '#app/start-server.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { ensureOwner } from './ready-owner.ts';

const fake = await startFakeThreads();
const model = await startFakeModel();
const config = readConfigOrExit({
  ...fake.environment,
  ...(process.env.AI_BASE_URL ? {} : model.environment),
  DATA_DIR: '.cache/dev',
  SEED: 'demo',
  LOG_LEVEL: 'debug',
  ...process.env,
});
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });

const web: WebEntry = {
  createHandler: (services) => async (request: Request) => {
    const { createWebHandler } = await vite.ssrLoadModule('/src/web/handler.ts');
    return createWebHandler(services)(request);
  },
  staticFile: () => null,
  front: vite.middlewares,
};

const { url, setupUrl, stop } = await startServer(config, web);
stopOnSignal(async () => {
  await stop();
  await vite.close();
  await Promise.all([fake[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
});
console.error(
  `Unspool for development: ${url} (fake Threads at ${fake.origin}, fake language model at ${model.origin})`,
);
const owner = await ensureOwner(url, setupUrl, config.dataDir);
if (owner) console.error(owner);
