/** A blog page at a sustained rate, at five times that rate, and again after that: check R6. */
import { startApp } from '#test/support/start-app.ts';
import { forkChild } from './child-process.ts';
import { addFigure, check } from './figures.ts';
import type { RateOptions, RateResult } from './run-at-rate.ts';

const path = '/blog/save-a-threads-video';
const perSecond = 300;
const times = 5;
const normalWithinSeconds = 5;

export async function measureSustainedRate(seconds: number): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo' });
  using client = forkChild('./run-at-rate.ts');
  const url = app.origin + path;
  const { byteLength: bytes } = await (await fetch(url)).arrayBuffer();
  const liveUrl = `${app.origin}/livez`;
  const run = async (options: Pick<RateOptions, 'perSecond' | 'seconds'>) => {
    const result = await client.call<RateResult>({ url, bytes, liveUrl, ...options } satisfies RateOptions);
    check(
      `${options.perSecond} pages/s: only pages, or 503 and 429 with Retry-After: ${JSON.stringify(result.errors)}`,
      Object.keys(result.errors).length === 0,
    );
    check(`${options.perSecond} pages/s: /livez responds`, result.failedLiveChecks === 0);
    return result;
  };
  await run({ perSecond, seconds: 2 });
  const sustained = await run({ perSecond, seconds });
  const beyond = await run({ perSecond: perSecond * times, seconds });
  const after = await run({ perSecond, seconds: normalWithinSeconds + 1 });
  const normalAfter = after.calm.indexOf(true);
  addFigure(`${perSecond} pages/s: p99 ms`, [sustained.p99], { most: 250 });
  addFigure(`${perSecond} pages/s: rejected`, [sustained.rejected], { most: 0 });
  addFigure(`${perSecond * times} pages/s: p99 ms of the pages served`, [beyond.p99], { most: 1_000 });
  addFigure('seconds until normal after that', [normalAfter < 0 ? Infinity : normalAfter + 1], {
    most: normalWithinSeconds,
  });
}
