import { Worker } from 'node:worker_threads';

interface WorkerLimits {
  /** For each job. A worker that needs longer is terminated. */
  jobMs: number;
  heapMb: number;
  /** The worker ends after this time without a job, to free its memory. */
  idleMs: number;
}

/** A job exceeded its time or memory, or its worker exited. */
export class WorkerLimitError extends Error {
  override name = 'WorkerLimitError';
}

/**
 * Runs one job at a time in a thread, which starts with the first job and again after it ended. `file` answers each
 * message with one message. An error that it throws rejects the job.
 */
export function createWorkerThread<Input, Output>(file: URL, limits: WorkerLimits) {
  let worker: Worker | null = null;
  let running: PromiseWithResolvers<Output> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastJob: Promise<unknown> = Promise.resolve();

  function startWorker(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    let failure: unknown;
    started.on('message', (output: Output) => {
      if (worker === started) running?.resolve(output);
    });
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      const isBug = failure !== undefined && !isOutOfMemory(failure);
      running?.reject(isBug ? failure : new WorkerLimitError('the worker ended', { cause: failure }));
    });
    return started;
  }

  async function runJob(input: Input): Promise<Output> {
    clearTimeout(idleTimer);
    worker ??= startWorker();
    const current = worker;
    const job = Promise.withResolvers<Output>();
    running = job;
    // A waiting worker doesn't keep the process alive.
    current.ref();
    const timer = setTimeout(() => {
      // The next job must not get a worker that is ending.
      worker = null;
      job.reject(new WorkerLimitError('the job took too long'));
      void current.terminate();
    }, limits.jobMs);
    try {
      current.postMessage(input);
      return await job.promise;
    } finally {
      clearTimeout(timer);
      current.unref();
      idleTimer = setTimeout(stopIdleWorker, limits.idleMs).unref();
    }
  }

  function stopIdleWorker(): void {
    void worker?.terminate();
    worker = null;
  }

  return (input: Input): Promise<Output> => {
    const job = lastJob.then(() => runJob(input));
    lastJob = job.catch(() => undefined);
    return job;
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
