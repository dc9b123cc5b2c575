import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const virtualId = 'virtual:message-files';

/**
 * Gives the server the browser address of each language's messages, by locale, so that a page can ask for them early.
 * The browser build comes first and leaves them in its manifest; in development there is nothing to ask for.
 */
export function messageFiles(): Plugin {
  let manifestPath: string | null = null;
  return {
    name: 'unspool:message-files',
    configResolved(config) {
      const outDir = config.environments.client?.build.outDir;
      if (config.command === 'build' && outDir) {
        manifestPath = path.resolve(config.root, outDir, '.vite/manifest.json');
      }
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    async load(id) {
      if (id !== `\0${virtualId}`) return null;
      const files =
        manifestPath && this.environment.name === 'ssr' ? await readMessageFiles(manifestPath) : {};
      return `export const messageFiles = ${JSON.stringify(files)};`;
    },
  };
}

async function readMessageFiles(manifestPath: string): Promise<Record<string, string>> {
  const manifest: Record<string, { file: string }> = JSON.parse(await readFile(manifestPath, 'utf8'));
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { file }]) => {
      const locale = /i18n\/messages\/(\w+)\.json$/.exec(source)?.[1];
      return locale ? [[locale, `/${file}`]] : [];
    }),
  );
}
