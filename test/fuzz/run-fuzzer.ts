import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readInputs } from './corpus.ts';
import type { Finding, FuzzResult } from './fuzz.ts';
import { loadTarget, type TargetName } from './target.ts';

/** An input that takes longer is a finding: of processor time, or, if it waits for something, of any time. */
const maxCpuMs = 20_000;
const maxMs = 120_000;
const heapMb = 512;

/** In a thread of its own, so that an input that never returns or needs all memory is found too. */
export async function runFuzzer(
  name: TargetName,
  seconds: number,
  seed: number,
  folder?: string,
): Promise<FuzzResult> {
  const { maxBytes } = await loadTarget(name);
  const corpus = readInputs(name, folder);
  const shared = new SharedArrayBuffer(8 + Math.max(maxBytes, ...corpus.map(({ length }) => length)));
  const header = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { name, corpus, seconds, seed, shared },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const fail = (error: unknown): FuzzResult => {
    const input = Buffer.from(new Uint8Array(shared, 8, header[1]));
    const finding: Finding = { input, error };
    return { executions: header[0] ?? 0, coverage: { covered: 0, blocks: 0 }, corpus, finding };
  };
  const watch = watchProgress(worker, header);
  try {
    const result = await Promise.race([
      once(worker, 'message').then(([message]): FuzzResult => message),
      watch.stuck.then(fail),
    ]).catch(fail);
    const { finding } = result;
    return {
      ...result,
      corpus: result.corpus.map(toBuffer),
      finding: finding && { ...finding, input: toBuffer(finding.input) },
    };
  } finally {
    watch.stop();
    await worker.terminate();
  }
}

/** A message turns buffers into plain arrays. */
const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes);

function watchProgress(worker: Worker, header: Int32Array) {
  const { promise: stuck, resolve } = Promise.withResolvers<Error>();
  let last = { executions: -1, cpuMs: 0, at: 0 };
  const timer = setInterval(async () => {
    const usage = await worker.cpuUsage().catch(nullIfEnded);
    if (!usage) return;
    const { user, system } = usage;
    const now = { executions: header[0] ?? 0, cpuMs: (user + system) / 1000, at: performance.now() };
    if (now.executions !== last.executions) last = now;
    else if (now.cpuMs - last.cpuMs > maxCpuMs || now.at - last.at > maxMs)
      resolve(new Error(`no end after ${Math.round(now.cpuMs - last.cpuMs)} ms of processor time`));
  }, 1_000);
  return { stuck, stop: () => clearInterval(timer) };
}

function nullIfEnded(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ERR_WORKER_NOT_RUNNING') throw error;
  return null;
}
