import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** As `npm run test:simulate`, in a process of its own: its clock isn't that of other tests. */
async function simulate(...args: (string | number)[]) {
  const child = spawn(process.execPath, ['scripts/simulate.ts', ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await exited, output, errors };
}

const timeout = 600_000;

test('a site keeps its promises for three days', { timeout }, async () => {
  const { status, output, errors } = await simulate('--seed', 5, '--days', 3);
  expect(errors).toBe('');
  expect(status, output).toBe(0);
});

test('a planted fault is found, and how to repeat it is said', { timeout }, async () => {
  const { status, errors } = await simulate('--seed', 3, '--days', 3, '--fault', 'second-post');
  expect(status).toBe(1);
  expect(errors).toMatch(/\nSeed 3, day 0, .* createTwice\n/);
  expect(errors).toContain('npm run test:simulate -- --seed 3 --days 1 --fault second-post --trace');
});
