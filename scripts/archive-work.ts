// What `npm run backup`, `export` and `import` share: the work is done by this process where it may open the database,
// and by the running product where only that may.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { archiveProofLabel } from '#archive/contract.ts';
import type { Archive } from '#archive/create-archive.ts';
import type { Config } from '#config.ts';
import { configOrExit } from '#main.ts';
import { readOrCreateSecret } from '#platform/app-secret.ts';
import { createLogger } from '#platform/logger.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { createServices } from '#services.ts';

interface Work<T> {
  config: Config;
  here(archive: Archive): Promise<T>;
  /** `ask` sends to the running product and gives its answer. */
  there(ask: (body: object) => Promise<Record<string, unknown>>, folder: string): Promise<T>;
}

/** The files a command names, and whether it may replace what is there; an error is a sentence for who typed it. */
export function readWords(words: readonly string[]): Result<{ paths: string[]; replace: boolean }, string> {
  const unknown = words.filter((word) => word.startsWith('-') && word !== '--replace');
  if (unknown.length > 0) return fail(`There is no ${unknown.join(' ')} here.`);
  return ok({
    paths: words.filter((word) => !word.startsWith('-')).map((path) => resolve(path)),
    replace: words.includes('--replace'),
  });
}

/** The configuration, with the words behind the command. */
export function readCommand(): { config: Config; paths: string[]; replace: boolean } {
  const read = readWords(process.argv.slice(2));
  if (!read.ok) endWith(read.error);
  return { config: configOrExit(process.env), ...read.value };
}

export async function doWork<T>({ config, here, there }: Work<T>): Promise<T> {
  const services = await createServices({ ...config, seed: 'none' }, { log: createLogger('silent') });
  if (services.ok) {
    try {
      return await here(services.value.archive);
    } finally {
      await services.value.stop();
    }
  }
  if (services.error.code !== 'folder.locked') endWith(services.error.mend);
  const secret = config.appSecret ?? readOrCreateSecret(config.dataDir);
  return there((body) => askProduct(config, secret, body), join(config.dataDir, 'archives'));
}

/** Not by fetch, which gives up after five minutes. */
async function askProduct({ http }: Config, secret: string, body: object): Promise<Record<string, unknown>> {
  const { promise, resolve: give, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asking = request(
    {
      ...{ host: http.host ?? 'localhost', port: http.port, method: 'POST', path: '/api/local/archive' },
      headers: {
        authorization: `Bearer ${createSealer(secret, archiveProofLabel).seal(Date.now())}`,
        'content-type': 'application/json',
      },
    },
    (answer) => text(answer).then((all) => give({ status: answer.statusCode ?? 0, text: all }), reject),
  );
  asking.on('error', reject);
  asking.end(JSON.stringify(body));
  const answer = await promise.catch(() =>
    endWith(
      `Another process uses the database, and nothing answers at http://${http.host ?? 'localhost'}:${http.port}. Give the PORT and HOST the product was started with, or stop it.`,
    ),
  );
  if (answer.status === 401)
    endWith(
      'The running Unspool does not know this secret. Run the command where it runs, with the same DATA_DIR or APP_SECRET.',
    );
  if (answer.status !== 200)
    endWith(`The running Unspool could not do it (${answer.status}); its log says why.`);
  return JSON.parse(answer.text);
}

/** A finished file to where it is wanted, on another disk too: it has its name there only when it is whole. */
export async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.${randomUUID()}.unfinished`;
  try {
    await copyFile(from, unfinished);
    const file = await open(unfinished, 'r+');
    await file.sync().finally(() => file.close());
    await rename(unfinished, to);
  } finally {
    await rm(unfinished, { force: true });
  }
  await rm(from, { force: true });
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** `unspool-2026-11-22T01-38-00` */
export function datedName(): string {
  return `unspool-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

export function endWith(message: string): never {
  console.error(message);
  process.exit(1);
}
