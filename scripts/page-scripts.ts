import path from 'node:path';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import { readBrowserManifest } from './browser-build.ts';

const virtualId = 'virtual:page-scripts';

/** Pages that run without the router. */
const entries = {
  home: 'src/web/entries/home.tsx',
  contact: 'src/web/entries/contact.tsx',
  editor: 'src/web/entries/editor.tsx',
  'admin-posts': 'src/web/entries/admin-posts.tsx',
  list: 'src/web/entries/list.ts',
  post: 'src/web/entries/post.ts',
};

/** Builds their entries, and gives the server the URLs of their files. The browser build runs first. */
export function pageScripts(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'unspool:page-scripts',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      for (const [name, entry] of Object.entries(entries))
        this.emitFile({ type: 'chunk', id: path.join(config.root, entry), name: `entry.${name}` });
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    async load(id) {
      if (id !== `\0${virtualId}`) return null;
      if (this.environment.mode !== 'build')
        return `export const pageScripts = ${JSON.stringify({ home: [], contact: [], editor: [], 'admin-posts': [], list: [`/${entries.list}`], post: [`/${entries.post}`] })};`;
      const manifest = this.environment.name === 'ssr' ? await readBrowserManifest(config) : null;
      const urls = Object.entries(entries).map(([name, entry]) => [
        name,
        manifest ? listFiles(manifest, entry) : [],
      ]);
      return `export const pageScripts = ${JSON.stringify(Object.fromEntries(urls))};`;
    },
  };
}

/** The entry, then its direct and indirect static imports. */
export function listFiles(manifest: Manifest, entry: string): string[] {
  const keys = new Set([entry]);
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return [...keys].map((key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the browser build has no ${key}`);
    return `/${chunk.file}`;
  });
}
