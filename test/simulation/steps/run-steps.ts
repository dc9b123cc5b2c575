import { type Locale, locales } from '#i18n/locales.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import type { SceneName } from '../../fakes/language-model/scenes.ts';
import { checkTranslation } from '../checks.ts';
import type { ExpectedPost } from '../expected-state.ts';
import type { Step } from '../plan.ts';
import { BrokenPromise, expectEqual, waitFor } from '../simulation-failure.ts';
import { budgets } from '../site.ts';
import { pick, request, type World } from '../world.ts';

/** Of the model. None of them waits for a time limit. */
const faults: SceneName[] = [
  'failing',
  'busy',
  'not-json',
  'empty',
  'refusal',
  'dropped-block',
  'lost-number',
];

/** A node that died has a task for less than this. */
const leaseMs = 50_000;

interface RunPlan {
  post: ExpectedPost;
  locales: Locale[];
  body: { choice: 'passed'; locales: Locale[] };
  key: string;
}

function planRun({ expected }: World, { day, minute, choices }: Step): RunPlan | null {
  const post = pick(expected.posts, choices[0]);
  if (!post) return null;
  const first = 1 + Math.floor((choices[1] ?? 0) * 8);
  const count = 1 + Math.floor((choices[2] ?? 0) * 3);
  // In the order in which the product translates them.
  const targets = locales.filter((_, index) => index >= first && index < first + count);
  return {
    post,
    locales: targets,
    body: { choice: 'passed', locales: targets },
    key: `simulated-run-${day}-${minute}-${post.number}`,
  };
}

async function start(world: World, { post, body, key }: RunPlan): Promise<RunState> {
  const wasReady = post.status === 'published' && !post.hasWorkingCopy;
  const started = await request(world, `POST /posts/${post.id}/translations`, {
    body,
    key,
    version: post.version,
  });
  expectEqual(
    started.status,
    201,
    `the status of a new run, with ${JSON.stringify(started.body).slice(0, 200)}`,
  );
  if (!wasReady) {
    Object.assign(post, { status: 'published', scheduledAt: null, hasWorkingCopy: false });
    Object.assign(post, { version: post.version + 1, saveId: null });
    post.publications += 1;
    post.publishedAt = world.clock.now();
  }
  post.visible = post.edited;
  expectEqual(started.body.source_version, post.version, 'the version that a run translates');
  return started.body;
}

const readRun = async (world: World, id: string): Promise<RunState> =>
  (await request(world, `GET /runs/${id}`)).body;

/** Also after a crash: whoever translates is started again by itself. */
async function waitForEnd(world: World, { post }: RunPlan, id: string): Promise<RunState> {
  const run = await waitFor(async () => {
    const found = await readRun(world, id);
    return found.ended_at === null ? null : found;
  }, 'a run has ended');
  const { status, ended_at: endedAt } = run;
  world.expected.runs.push({ id, post: post.number, status, endedAt });
  return run;
}

const translations = ({ steps }: RunState) => steps.filter(({ kind }) => kind === 'translation');

export async function translate(world: World, step: Step): Promise<void> {
  const plan = planRun(world, step);
  if (!plan) return world.note('nothing to translate');
  if (step.crash) return translateWithCrash(world, plan, step.crash.loss);
  const played = plan.locales.map((locale, index) => {
    const choice = step.choices[3 + index] ?? 0;
    const scene = choice < 0.5 ? 'good' : pick(faults, choice * 2 - 1);
    return { locale, scene: scene ?? 'good' };
  });
  for (const { locale, scene } of played)
    world.site.model.playFor(locale, [scene], scene === 'busy' ? 'good' : scene);
  const run = await waitForEnd(world, plan, (await start(world, plan)).id);
  for (const { locale } of played) world.site.model.playFor(locale, []);
  const goodLocales = played.filter(({ scene }) => scene === 'good' || scene === 'busy');
  await checkEnd(
    world,
    plan,
    run,
    goodLocales.map(({ locale }) => locale),
  );
}

/** The process ends while the model translates. The run must go on, and nothing is published twice. */
async function translateWithCrash(world: World, plan: RunPlan, loss: 'all' | 'some' | 'none'): Promise<void> {
  const { site, clock, note } = world;
  const [locale] = plan.locales;
  if (!locale) return;
  const before = site.model.calls.length;
  site.model.playFor(locale, ['pending']);
  const { id } = await start(world, plan);
  const isWaiting = await waitForCall(world, id, before);
  site.model.playFor(locale, []);
  await site.crash(loss, site.countWrites());
  // The other node may have the task.
  site.model.release();
  clock.set(clock.now() + leaseMs);
  await site.followClock();
  await site.runTimers();
  note(`a crash that loses ${loss} while the model ${isWaiting ? 'answers' : 'is unused'}`);
  const { post, body, key } = plan;
  const repeated = await request(world, `POST /posts/${post.id}/translations`, { body, key });
  expectEqual([repeated.status, repeated.body.id], [200, id], 'a repeated start of a run');
  await checkEnd(world, plan, await waitForEnd(world, plan, id), plan.locales);
}

/** False if the run ends without it, because the translations are known or the budget is spent. */
function waitForCall(world: World, id: string, before: number): Promise<boolean> {
  return waitFor(async () => {
    if (world.site.model.calls.slice(before).some(({ scene }) => scene === 'pending')) return true;
    return (await readRun(world, id)).ended_at === null ? null : false;
  }, 'the model is called');
}

export async function cancelRun(world: World, step: Step): Promise<void> {
  const plan = planRun(world, step);
  const [locale] = plan?.locales ?? [];
  if (!plan || !locale) return world.note('nothing to translate');
  const { model } = world.site;
  const before = model.calls.length;
  model.playFor(locale, ['pending']);
  const { id } = await start(world, plan);
  await waitForCall(world, id, before);
  const cancelled = await request(world, `POST /runs/${id}/cancel`);
  model.release();
  model.playFor(locale, []);
  const run = await waitForEnd(world, plan, id);
  const isOver = cancelled.status === 409;
  if (!isOver) expectEqual([cancelled.status, run.status], [200, 'cancelled'], 'a cancelled run');
  await checkEnd(world, plan, run, []);
}

const isBudget = (code: RunStep['code']) => code === 'model.budget' || code === 'run.budget';

/** `good`: what the model translated without a fault is published, unless the budget was spent. */
async function checkEnd(world: World, plan: RunPlan, run: RunState, good: Locale[]): Promise<void> {
  const { post } = plan;
  const steps = translations(run);
  expectEqual(
    steps.map(({ locale }) => locale),
    plan.locales,
    'the languages of the run',
  );
  for (const { locale, status, code } of steps) {
    if (status === 'queued' || status === 'translating')
      throw new BrokenPromise(`a run has ended, but ${locale} is ${status}`);
    const isPublished = status === 'published' && code === null;
    if (good.includes(locale) && !isPublished && !isBudget(code))
      throw new BrokenPromise(`the model translated into ${locale}, but it is ${status} with ${code}`);
  }
  if (run.tokens.spent > run.tokens.most + budgets.call)
    throw new BrokenPromise(`a run has spent ${run.tokens.spent} of ${run.tokens.most} tokens`);
  for (const step of steps) await checkTranslation(world, post, step);
  world.note(
    `post ${post.number}: ${run.status}, ${steps.map(({ locale, status, code }) => `${locale} ${status}${code ? ` (${code})` : ''}`).join(', ')}`,
  );
}
