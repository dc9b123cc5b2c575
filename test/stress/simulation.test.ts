import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type FaultName, faults } from '#test/simulation/faults.ts';
import { postgresBinaries } from '#test/support/postgres-server.ts';
import { compileCache } from '#test/support/programs.ts';
import { isStress } from '#test/support/stress.ts';

/** As `npm run test:simulate`, in a process of its own: its clock isn't that of other tests. */
async function simulate(...args: (string | number)[]) {
  const child = spawn(process.execPath, ['scripts/simulate.ts', ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache },
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await exited, output, errors };
}

const timeout = isStress ? 3_600_000 : 600_000;
// The sample has few steps, one of which ends with a power failure.
const seeds = isStress ? [1, 2, 3, 4, 5] : [12];
const days = isStress ? 20 : 1;

test.each(seeds)(
  `a site keeps its promises for ${days === 1 ? 'a day' : `${days} days`} (seed %i)`,
  { timeout },
  async (seed) => {
    const { status, output, errors } = await simulate('--seed', seed, '--days', days);
    expect(errors).toBe('');
    expect(status, output).toBe(0);
  },
);

test.runIf(isStress && postgresBinaries() !== null).for([7, 8])(
  'two nodes on PostgreSQL keep them too (seed %i)',
  { timeout },
  async (seed) => {
    const { status, output, errors } = await simulate('--seed', seed, '--days', 20, '--nodes', 2);
    expect(errors).toBe('');
    expect(status, output).toBe(0);
  },
);

test.runIf(isStress)('a seed gives the same steps with the same results each time', { timeout }, async () => {
  const run = async () => (await simulate('--seed', 6, '--days', 8, '--trace')).output;
  const listSteps = (output: string) => output.split('\n').filter((line) => line.startsWith('day '));
  const steps = listSteps(await run());
  expect(steps.length).toBeGreaterThan(60);
  expect(listSteps(await run())).toEqual(steps);
});

const planted = isStress ? (Object.keys(faults) as FaultName[]) : [];

/** The plan of seed 3 has no crash at once after a message. */
const seedOfFault = (fault: FaultName) => (fault === 'early-answer' ? 9 : 3);

test.each(planted)(
  'a planted fault is found, and how to repeat it is said (%s)',
  { timeout },
  async (fault) => {
    const seed = seedOfFault(fault);
    const { status, errors } = await simulate('--seed', seed, '--days', 20, '--fault', fault);
    expect(status).toBe(1);
    expect(errors).toMatch(new RegExp(`\nSeed ${seed}, day \\d+, `));
    expect(errors).toMatch(
      new RegExp(`npm run test:simulate -- --seed ${seed} --days \\d+ --fault ${fault} --trace`),
    );
  },
);
