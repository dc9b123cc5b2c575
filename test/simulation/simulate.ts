import { inspect } from 'node:util';
import { createRandom } from '../support/stress.ts';
import { checkAll } from './checks.ts';
import { startEmbeddedSite } from './embedded-site.ts';
import { createExpectedState } from './expected-state.ts';
import { type Fault, type FaultName, faults } from './faults.ts';
import { planDays, type Step, type StepKind } from './plan.ts';
import { BrokenPromise, eventually, expectEqual, waitFor } from './simulation-failure.ts';
import type { SimulatedSite } from './site.ts';
import * as links from './steps/link-steps.ts';
import * as posts from './steps/post-steps.ts';
import * as runs from './steps/run-steps.ts';
import { startTwoNodes } from './two-node-site.ts';
import { startVirtualClock } from './virtual-clock.ts';
import { request, type World } from './world.ts';

const firstDay = Date.UTC(2027, 0, 1);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface SimulationOptions {
  seed: number;
  days: number;
  fault?: FaultName;
  /** Of a PostgreSQL server for two nodes; by default, one node has the embedded database. */
  postgresUrl?: string;
  /** Called once per step, with what happened. */
  onStep(line: string): void;
}

export interface SimulationResult {
  steps: Map<StepKind, number>;
  crashes: number;
  milliseconds: number;
  /** Null if every promise was kept. */
  failure: { day: number; step: string; message: string } | null;
}

const handlers: Record<StepKind, (world: World, step: Step) => Promise<void> | void> = {
  create: posts.create,
  createTwice: (world, step) => posts.create(world, step, true),
  edit: posts.edit,
  autosave: posts.autosave,
  publish: posts.publish,
  unpublish: posts.unpublish,
  saveStale: posts.saveStale,
  schedule: posts.schedule,
  cancelSchedule: posts.cancelSchedule,
  remove: posts.remove,
  translate: runs.translate,
  cancelRun: runs.cancelRun,
  invite: links.invite,
  acceptInvitation: links.acceptInvitation,
  resetPassword: links.resetPassword,
  signIn: links.signInAgain,
  previewLink: links.previewLink,
  ticket: links.ticket,
  message: links.message,
  upload: links.upload,
  restart: ({ site }) => site.restart(),
  jumpForward: (world, { choices }) => jump(world, (choices[0] ?? 0) ** 3 * 9 * dayMs),
  jumpBack: (world, { choices }) => jump(world, -((choices[0] ?? 0) ** 2) * 26 * 60 * minuteMs),
};

async function jump({ clock, site, note }: World, milliseconds: number): Promise<void> {
  const minutes = Math.round(milliseconds / minuteMs);
  clock.set(clock.now() + minutes * minuteMs);
  await site.followClock();
  note(`${minutes} minutes`);
}

/** A scheduled post is published when its time has come, however the clock got there. */
async function expectScheduled(world: World): Promise<void> {
  const { expected, clock } = world;
  const due = expected.posts.filter(({ scheduledAt }) => scheduledAt !== null && scheduledAt <= clock.now());
  for (const post of due) {
    await waitFor(async () => {
      const { body } = await request(world, `GET /posts/${post.id}`);
      return body.status === 'published' ? true : null;
    }, `post ${post.number}, which was scheduled, is published`);
    Object.assign(post, { status: 'published', visible: post.edited });
    Object.assign(post, { publishedAt: post.scheduledAt, scheduledAt: null });
    Object.assign(post, { version: post.version + 1, saveId: null });
    post.publications += 1;
  }
}

/** Every node has everything, at the latest when it has been notified. */
async function checkNodes(world: World): Promise<void> {
  const { site } = world;
  if (site.nodes === 1) return checkAll(world);
  for (let node = 0; node < site.nodes; node += 1) {
    site.selectNode(node);
    await eventually(() => checkAll(world));
  }
}

async function createOwner({ expected, site }: World): Promise<void> {
  const { accounts } = site.services;
  const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const client = { headers: new Headers(), network: '192.0.2.7' };
  const created = await accounts.createFirstOwner((await accounts.firstOwnerToken()) ?? '', owner, client);
  expectEqual(created.ok, true, 'the first owner');
  expected.users.push({ ...owner, role: 'owner' });
}

/**
 * Works on a site for some days of virtual time, and checks it against what was acknowledged. The steps and their results
 * depend on the seed. What doesn't is the order of the database's and the disk's work within a step, and so what a crash
 * interrupts.
 */
export async function simulate({
  seed,
  days,
  fault,
  postgresUrl,
  onStep,
}: SimulationOptions): Promise<SimulationResult> {
  const startedAt = performance.now();
  const result: SimulationResult = { steps: new Map(), crashes: 0, milliseconds: 0, failure: null };
  const { losesFlushes = false, tamper = () => ({}) }: Fault = fault ? faults[fault] : {};
  using clock = startVirtualClock(firstDay);
  const random = createRandom(seed);
  let site: SimulatedSite | null = null;
  let current = 'the start';
  let day = 0;
  try {
    const options = { now: clock.now, random, tamper, losesFlushes };
    site = await (postgresUrl ? startTwoNodes(options, postgresUrl) : startEmbeddedSite(options));
    const expected = createExpectedState();
    let notes: string[] = [];
    const world: World = { site, clock, expected, note: (text) => void notes.push(text) };
    await createOwner(world);
    let planned = firstDay;
    const passTo = async (time: number) => {
      clock.set(clock.now() + time - planned);
      planned = time;
      await site?.followClock();
    };
    for (const steps of planDays(seed, days)) {
      for (const step of steps) {
        day = step.day;
        // A second more, so that no two steps have the same time.
        await passTo(Math.max(planned + 1000, firstDay + day * dayMs + step.minute * minuteMs));
        current = `${new Date(clock.now()).toISOString().slice(0, 19)} ${step.kind}`;
        site.selectNode(Math.floor((step.choices[7] ?? 0) * site.nodes));
        await expectScheduled(world);
        notes = [];
        await handlers[step.kind](world, step);
        await expectScheduled(world);
        await links.checkLinks(world);
        result.steps.set(step.kind, (result.steps.get(step.kind) ?? 0) + 1);
        const hasCrashed = notes.some((text) => text.includes('crash'));
        if (hasCrashed) result.crashes += 1;
        if (hasCrashed || step.kind === 'restart') await checkNodes(world);
        onStep(`day ${day}, ${current}: ${notes.join('; ')}`);
      }
      current = `the check after day ${day}`;
      await checkNodes(world);
    }
  } catch (error) {
    const logged = site ? ['', ...site.errors].join('\n  log: ') : '';
    const message = error instanceof BrokenPromise ? error.message : inspect(error);
    result.failure = { day, step: current, message: message + logged };
  } finally {
    await site?.[Symbol.asyncDispose]();
  }
  result.milliseconds = performance.now() - startedAt;
  return result;
}
