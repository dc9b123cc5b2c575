import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { browserManifestPath } from './browser-manifest.ts';

const virtualId = 'virtual:home-scripts';
const entry = 'src/web/entry.home.tsx';

/** Builds the home page's own entry, and gives the server the URLs of its files. The browser build runs first. */
export function homeScripts(): Plugin {
  let root = '';
  let manifestPath: string | null = null;
  return {
    name: 'unspool:home-scripts',
    configResolved(config) {
      root = config.root;
      manifestPath = browserManifestPath(config);
    },
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      this.emitFile({ type: 'chunk', id: path.join(root, entry), name: 'entry.home' });
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    async load(id) {
      if (id !== `\0${virtualId}`) return null;
      const isServer = this.environment.name === 'ssr';
      const urls =
        isServer && manifestPath ? listFiles(JSON.parse(await readFile(manifestPath, 'utf8'))) : [];
      return `export const homeScripts = ${JSON.stringify(urls)};`;
    },
  };
}

/** The entry, then its direct and indirect static imports. */
export function listFiles(manifest: Manifest): string[] {
  const keys = new Set([entry]);
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return [...keys].map((key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the browser build has no ${key}`);
    return `/${chunk.file}`;
  });
}
