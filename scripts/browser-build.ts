import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';

/** For plugins that run only in the browser build. */
export const browserBuildOnly = {
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
} as const satisfies Partial<Plugin>;

/** The list of files that the browser build has written; null in development. */
export async function readBrowserManifest(config: ResolvedConfig): Promise<Manifest | null> {
  const outDir = config.environments.client?.build.outDir;
  if (config.command !== 'build' || !outDir) return null;
  return JSON.parse(await readFile(path.resolve(config.root, outDir, '.vite/manifest.json'), 'utf8'));
}
