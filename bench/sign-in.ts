/**
 * Compares the response times of a wrong password and an unknown email address, which must not reveal who has
 * an account: check A5. The server runs in this process, with a clock that skips the windows of the attempt
 * limits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountAttemptLimit, networkAttemptLimit } from '#accounts/contract.ts';
import { readConfig } from '../src/app/config.ts';
import { createServices } from '../src/app/services.ts';
import { createHttpServer } from '../src/http/server.ts';
import { checkRow, median, percentile, printTable } from './figures.ts';

const warmUp = 5;
const ratioMax = 1.3;
const ratioMin = 0.77;

const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
const kinds = {
  'a wrong password': { email: owner.email, password: 'a wrong one of the same length' },
  'an unknown email': { email: 'bob@example.org', password: 'a wrong one of the same length' },
};
type Kind = keyof typeof kinds;

export async function measureSignIn(pairs: number): Promise<void> {
  await using product = await start();
  const times: Record<Kind, number[]> = { 'a wrong password': [], 'an unknown email': [] };
  for (let pair = 0; pair < warmUp + pairs; pair += 1) {
    const names = Object.keys(kinds) as Kind[];
    for (const kind of pair % 2 === 0 ? names : names.toReversed()) {
      const time = await product.measureSignInTime(kinds[kind]);
      if (pair >= warmUp) times[kind].push(time);
    }
    product.advanceClock(Math.max(accountAttemptLimit.windowMs, networkAttemptLimit.windowMs));
  }
  const medians = Object.values(times).map(median);
  const ratio = (medians[1] ?? Number.NaN) / (medians[0] ?? Number.NaN);
  const rows = Object.entries(times).map(([kind, all]) => [
    kind,
    ...[median(all), percentile(all, 5), percentile(all, 95)].map((time) => `${time.toFixed(1)} ms`),
  ]);
  printTable(`A5, sign-in, ${pairs} of each: median, p5, p95`, rows);
  printTable('A5 targets', [
    checkRow(
      `ratio of the medians: ${ratio.toFixed(3)}, from ${ratioMin} to ${ratioMax}`,
      ratio >= ratioMin && ratio <= ratioMax,
    ),
  ]);
}

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-'));
  const config = readConfig({ DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'error', LIMITS_SCALE: '1000' });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  let clockOffsetMs = 0;
  const created = await createServices(config.value, { now: () => Date.now() + clockOffsetMs });
  if (!created.ok) throw new Error(created.error.hint, { cause: created.error.cause });
  const { accounts } = created.value;
  const token = (await accounts.firstOwnerToken()) ?? '';
  const ownerResult = await accounts.createFirstOwner(token, owner, {
    headers: new Headers(),
    network: 'bench',
  });
  if (!ownerResult.ok) throw new Error(ownerResult.error.code);
  const { publicOrigin } = config.value.http;
  const server = createHttpServer({
    services: created.value,
    web: async () => new Response(),
    staticFile: () => null,
    publicOrigin,
    trustedProxies: [],
    publicAnonKey: null,
    isReady: () => true,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async measureSignInTime(credentials: { email: string; password: string }): Promise<number> {
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/api/accounts/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicOrigin },
        body: JSON.stringify(credentials),
      });
      await response.arrayBuffer();
      const time = performance.now() - started;
      if (response.status !== 401) throw new Error(`sign-in: status ${response.status}`);
      return time;
    },
    advanceClock(ms: number) {
      clockOffsetMs += ms;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await created.value.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
