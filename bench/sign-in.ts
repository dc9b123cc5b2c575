/**
 * Compares the response times of a wrong password and an unknown email address, which must not reveal who has
 * an account: check A5. The server runs in this process, with a clock that skips the windows of the attempt
 * limits.
 */
import { accountAttemptLimit, networkAttemptLimit } from '#accounts/contract.ts';
import { serveInProcess } from '#test/support/serve-in-process.ts';
import { addFigure, median, timed } from './figures.ts';

const warmUp = 5;
const pairs = 40;
const publicOrigin = 'http://localhost';

const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
const kinds = {
  'a wrong password': { email: owner.email, password: 'a wrong one of the same length' },
  'an unknown email': { email: 'bob@example.org', password: 'a wrong one of the same length' },
};
type Kind = keyof typeof kinds;

export async function measureSignIn(): Promise<void> {
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
  const [wrong = Number.NaN, unknown = Number.NaN] = Object.values(times).map(median);
  addFigure('sign-in, unknown email: time of a wrong password', [unknown / wrong], {
    least: 0.77,
    most: 1.3,
  });
}

async function start() {
  let clockOffsetMs = 0;
  const server = await serveInProcess({
    environment: { SEED: 'none', LOG_LEVEL: 'error', PUBLIC_ORIGIN: publicOrigin },
    overrides: { now: () => Date.now() + clockOffsetMs },
  });
  const { accounts } = server.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  const ownerResult = await accounts.createFirstOwner(token, owner, {
    headers: new Headers(),
    network: 'bench',
  });
  if (!ownerResult.ok) throw new Error(ownerResult.error.code);
  return {
    ...server,
    async measureSignInTime(credentials: { email: string; password: string }): Promise<number> {
      return timed(async () => {
        const response = await fetch(`${server.origin}/api/accounts/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: publicOrigin },
          body: JSON.stringify(credentials),
        });
        await response.arrayBuffer();
        if (response.status !== 401) throw new Error(`sign-in: status ${response.status}`);
      });
    },
    advanceClock(ms: number) {
      clockOffsetMs += ms;
    },
  };
}
