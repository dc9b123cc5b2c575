import { setFlagsFromString } from 'node:v8';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { createFlushedFiles, type FlushDeps } from './flushed-files.ts';
import { loseEngineOnPanic } from './lost-engine.ts';

/** Measured: as fast as the default with 100,000 posts. */
const settings = ['shared_buffers = 16MB'];

/** Optimizing one large function takes 600 MB (decision 0012). V8 has no such setting for one module. */
const baselineCompilerFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

export async function startPglite(options: PGliteOptions, flushDeps?: FlushDeps): Promise<PGlite> {
  for (const flag of baselineCompilerFlags) setFlagsFromString(flag);
  const { PGlite } = await import('@electric-sql/pglite');
  const { dataDir } = options;
  const engine = await PGlite.create({
    postgresqlconf: settings,
    ...(dataDir !== undefined && {
      fs: await createFlushedFiles(dataDir, flushDeps),
      startParams: listFlushingParameters(PGlite.defaultStartParams),
    }),
    ...options,
  });
  loseEngineOnPanic(engine);
  return engine;
}

/** `-F` turns off `fsync`. Emscripten has no `fdatasync`, the default of `wal_sync_method`. */
function listFlushingParameters(defaults: string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];
}
