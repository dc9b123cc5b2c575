// `npm run test:simulate`: works on a site with the real services for some days of virtual time, with steps that depend only
// on the seed, and checks that everything acknowledged is there. `--nodes 2`: two nodes on PostgreSQL. `--trace` prints each step.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type FaultName, faults } from '#test/simulation/faults.ts';
import { simulate } from '#test/simulation/simulate.ts';
import { startPostgres } from '#test/support/postgres-server.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '1' },
    fault: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});

const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name);

function parseNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a number`);
}

const seed = parseNumber('seed', values.seed ?? String(randomInt(1_000_000)));
const days = parseNumber('days', values.days);
const { fault, trace } = values;
if (fault !== undefined && !isFault(fault))
  throw new Error(`--fault must be one of ${Object.keys(faults).join(', ')}`);
const planted = fault ? ` --fault ${fault}` : '';
const hasTwoNodes = values.nodes === '2';
const postgres = hasTwoNodes ? await startPostgres() : null;
if (hasTwoNodes && !postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
const nodes = hasTwoNodes ? ' --nodes 2' : '';
console.info(`Simulation with seed ${seed}, ${days} days${nodes}`);

/** Shown if it fails. */
const lastSteps: string[] = [];
const { steps, crashes, milliseconds, failure } = await simulate({
  seed,
  days,
  ...(fault && { fault }),
  ...(postgres && { postgresUrl: postgres.url }),
  onStep(line) {
    if (trace) console.info(line);
    lastSteps.push(line);
    if (lastSteps.length > 15) lastSteps.shift();
  },
});
const counts = [...steps].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
console.info(`Steps: ${counts.join(', ')}; ${crashes} crashes`);
console.info(`${Math.round(milliseconds / Math.max(1, days))} ms a day`);
if (failure) {
  if (!trace) console.error(lastSteps.join('\n'));
  console.error(`\nSeed ${seed}, day ${failure.day}, ${failure.step}\n${failure.message}`);
  console.error(
    `\nRun it again: npm run test:simulate -- --seed ${seed} --days ${failure.day + 1}${nodes}${planted} --trace`,
  );
}
await postgres?.[Symbol.asyncDispose]();
// Timers of the services that were ended may still wait.
process.exit(failure ? 1 : 0);
