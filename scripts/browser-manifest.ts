import path from 'node:path';
import type { ResolvedConfig } from 'vite';

/** Where the browser build lists its files; null in development. */
export function browserManifestPath({ root, command, environments }: ResolvedConfig): string | null {
  const outDir = environments.client?.build.outDir;
  return command === 'build' && outDir ? path.resolve(root, outDir, '.vite/manifest.json') : null;
}
