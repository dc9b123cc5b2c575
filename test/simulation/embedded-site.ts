import { mkdirSync, mkdtempDisposableSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyEmptyDatabase } from '#database/embedded/empty-database.ts';
import { type FakeModel, startFakeModel } from '../fakes/language-model/start-fake-model.ts';
import { startFakeThreads } from '../fakes/threads/start-fake-threads.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { recordWrites } from '../support/record-writes.ts';
import type { ProcessServer } from '../support/serve-in-process.ts';
import { createSimulatedDisk } from '../support/simulated-disk.ts';
import { type SimulatedSite, type SiteOptions, serveNode } from './site.ts';

interface RunningProcess {
  folder: string;
  server: ProcessServer;
  model: FakeModel;
  recording: ReturnType<typeof recordWrites>;
  disk: ReturnType<typeof createSimulatedDisk>;
  answeredWrites: number;
}

/** The real services behind HTTP, with the embedded database and the file store on a disk that is recorded. */
export async function startEmbeddedSite(options: SiteOptions): Promise<SimulatedSite> {
  const root = mkdtempDisposableSync(join(memoryFolder(), 'unspool-simulation-'));
  const threads = await startFakeThreads({ now: options.now });
  let folders = 0;
  let errors: string[] = [];

  function createFolder(): string {
    folders += 1;
    return join(root.path, String(folders));
  }

  async function startProcess(folder: string): Promise<RunningProcess> {
    const model = await startFakeModel();
    const recording = recordWrites(folder);
    const disk = createSimulatedDisk(recording);
    const logged: string[] = [];
    errors = logged;
    const environment = { ...threads.environment, ...model.environment, DATA_DIR: folder };
    const server = await serveNode(options, environment, logged);
    await server.services.start();
    const started: RunningProcess = { folder, server, model, recording, disk, answeredWrites: 0 };
    server.httpServer.on('request', (_, response) => {
      response.once('finish', () => {
        started.answeredWrites = recording.operations.length;
      });
    });
    return started;
  }

  /** The current process, or null after one that didn't start. */
  let running: RunningProcess | null = null;

  function getRunning(): RunningProcess {
    if (!running) throw new Error('the site is not running');
    return running;
  }

  async function end(): Promise<void> {
    if (!running) return;
    const { model, server, recording } = running;
    running = null;
    await model[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    recording.stop();
  }

  const first = createFolder();
  mkdirSync(first);
  // Without a build, the first start creates it.
  await copyEmptyDatabase(join(first, 'database', 'postgres'), 'build/server/empty-database');
  running = await startProcess(first);
  return {
    nodes: 1,
    selectNode: () => undefined,
    followClock: async () => undefined,
    runTimers: async () => undefined,
    get origin() {
      return getRunning().server.origin;
    },
    get services() {
      return getRunning().server.services;
    },
    get model() {
      return getRunning().model;
    },
    get errors() {
      return errors;
    },
    countWrites: () => getRunning().recording.operations.length,
    countAnsweredWrites: () => getRunning().answeredWrites,
    async restart() {
      const { folder } = getRunning();
      await end();
      running = await startProcess(folder);
    },
    async crash(loss, writes) {
      const { recording, disk } = getRunning();
      const { operations } = recording;
      if (options.losesFlushes)
        for (const [index, { type }] of operations.entries())
          if (type === 'flush') operations[index] = { type: 'acknowledge', value: null };
      disk.advance(writes);
      const remains = createFolder();
      disk.writeRemains(remains, loss, options.random);
      await end();
      // It names this process, which lives on.
      rmSync(join(remains, 'database', 'lock'), { force: true });
      running = await startProcess(remains);
    },
    async [Symbol.asyncDispose]() {
      await end();
      await threads[Symbol.asyncDispose]();
      root.remove();
    },
  };
}
