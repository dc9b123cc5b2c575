import { readFileSync } from 'node:fs';
import { createRandom } from '#test/support/stress.ts';
import { startCoverage } from './coverage.ts';
import { createMutator, findTokens } from './mutate.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzOptions {
  corpus: readonly Buffer[];
  /** 0 only checks the corpus. */
  seconds: number;
  seed: number;
  /** Called before each input, so that another thread can report one that never returns. */
  onInput(input: Buffer): void;
}

export interface Finding {
  input: Buffer;
  error: unknown;
}

export interface FuzzResult {
  executions: number;
  coverage: { covered: number; blocks: number };
  /** The inputs that together cover as much as all, shortest first. */
  corpus: Buffer[];
  finding: Finding | null;
}

const batchSize = 32;
/** One in this many batches looks at each input alone, for new magnitudes. */
const closeLookEvery = 8;
const maxCorpusInputs = 180;
const maxCorpusBytes = 32_000;
/** Above these, work that grows with the square of the input is a finding. */
const slowMs = 150;
const superlinear = 3;
const slowMsAnyway = 1_500;
const minimizingChecks = 600;

interface InputTimes {
  wholeMs: number;
  /** Of the slower half: most of the work may be in one of them. */
  halfMs: number;
  /** Of the input after itself. */
  doubledMs: number;
}

/** Work with a limit may look superlinear below the limit, but doubles at most. A doubled input may end at once. */
export function isSlow({ wholeMs, halfMs, doubledMs }: InputTimes): boolean {
  if (wholeMs > slowMsAnyway) return true;
  const mayBeLimited = doubledMs >= wholeMs && doubledMs <= superlinear * wholeMs;
  return wholeMs > slowMs && wholeMs > superlinear * halfMs && !mayBeLimited;
}

/** Changes the inputs of the corpus, adds those that execute something new, and stops at the first finding. */
export async function fuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzResult> {
  const { seconds, seed, onInput } = options;
  const random = createRandom(seed);
  const sources = target.sources.map((path) => new URL(`../../src/${path}`, import.meta.url));
  const urls = new Set(sources.map(String));
  using coverage = startCoverage((url) => urls.has(url));
  const tokens = sources.flatMap((file) => findTokens(readFileSync(file, 'utf8')));
  const mutator = createMutator(
    tokens.map((token) => Buffer.from(token)),
    target.maxBytes,
    random,
  );
  const corpus = options.corpus.length > 0 ? [...options.corpus] : [Buffer.from(' ')];
  let executions = 0;

  async function execute(input: Buffer): Promise<Finding | null> {
    executions += 1;
    onInput(input);
    const before = process.threadCpuUsage();
    try {
      await target.check(input);
    } catch (error) {
      return { input, error };
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 > slowMs ? findSlowness(input) : null;
  }

  /**
   * The least of three times of each part in turn, because other work of the machine and the compiler can only add to
   * it. What looks slow then must stay so for ten.
   */
  async function findSlowness(input: Buffer): Promise<Finding | null> {
    const measure = async (bytes: Buffer) => {
      const before = process.threadCpuUsage();
      await target.check(bytes);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    const middle = Math.floor(input.length / 2);
    const halves = [input.subarray(0, middle), input.subarray(middle)];
    const parts = [input, Buffer.concat([input, input]), ...halves];
    const leastMs = parts.map(() => Number.POSITIVE_INFINITY);
    let times: InputTimes = { wholeMs: 0, doubledMs: 0, halfMs: 0 };
    try {
      for (let time = 1; time <= 10; time += 1) {
        for (const [index, part] of parts.entries())
          leastMs[index] = Math.min(leastMs[index] ?? 0, await measure(part));
        const [wholeMs = 0, doubledMs = 0, ...halvesMs] = leastMs;
        times = { wholeMs, doubledMs, halfMs: Math.max(...halvesMs) };
        if (time >= 3 && !isSlow(times)) return null;
      }
    } catch (error) {
      return { input, error };
    }
    const { wholeMs, doubledMs, halfMs } = times;
    const [whole, doubled, half] = [wholeMs, doubledMs, halfMs].map(Math.round);
    const message = `${input.length} bytes take ${whole} ms, one half of them ${half} ms, twice as many ${doubled} ms`;
    return { input, error: new Error(message) };
  }

  /** Removes what the finding doesn't need, in ever smaller pieces. */
  async function minimize(found: Finding): Promise<Finding> {
    let best = found;
    let left = minimizingChecks;
    for (let size = Math.ceil(found.input.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < best.input.length && left > 0; left -= 1) {
        const { input } = best;
        const shorter = Buffer.concat([input.subarray(0, at), input.subarray(at + size)]);
        const again = await execute(shorter);
        if (again) best = again;
        else at += size;
      }
    }
    return best;
  }

  async function recordAll(inputs: readonly Buffer[]): Promise<Buffer[]> {
    const added: Buffer[] = [];
    for (const input of inputs) {
      coverage.reset();
      await execute(input);
      if (coverage.record()) added.push(input);
    }
    return added;
  }

  async function end(finding: Finding | null): Promise<FuzzResult> {
    const minimized = finding && (await minimize(finding));
    const counted = coverage.count();
    const total = executions;
    coverage.clear();
    const smallest: Buffer[] = [];
    let bytes = 0;
    for (const input of await recordAll(corpus.toSorted((a, b) => a.length - b.length))) {
      bytes += input.length;
      if (smallest.length < maxCorpusInputs && bytes < maxCorpusBytes) smallest.push(input);
    }
    return { executions: total, coverage: counted, corpus: smallest, finding: minimized };
  }

  for (const input of corpus) {
    coverage.reset();
    const finding = await execute(input);
    if (finding) return await end(finding);
    coverage.record();
  }
  const until = performance.now() + seconds * 1000;
  for (let batch = 1; performance.now() < until; batch += 1) {
    const inputs: Buffer[] = [];
    coverage.reset();
    for (let count = 0; count < batchSize; count += 1) {
      // Half of the time one of the newest, which are the least explored.
      const newest = Math.min(corpus.length, 20);
      const from = random() < 0.5 ? corpus.length - newest : 0;
      const input = corpus[from + Math.floor(random() * (corpus.length - from))] ?? Buffer.alloc(0);
      const other = corpus[Math.floor(random() * corpus.length)] ?? input;
      const mutated = mutator.mutate(input, other);
      inputs.push(mutated);
      const finding = await execute(mutated);
      if (finding) return await end(finding);
    }
    if (coverage.hasNewBlock() || batch % closeLookEvery === 0) corpus.push(...(await recordAll(inputs)));
  }
  return await end(null);
}
