import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const virtualId = 'virtual:message-files';
const messagePath = /\/i18n\/messages\/\w+\.json$/;

/** Words only the server writes: the still parts of the start page and of a post, About, and what programs are told. */
const serverOnly =
  /^(howto|features|why|claims|faq|privacy|terms|about|blog\.still|machine|error\.(body|key|method|function|request|server))\./;

/**
 * Leaves out of the browser's messages what only the server writes, and gives the server the browser address of each language's messages, by locale, so that a page can ask for them early.
 * The browser build comes first and leaves them in its manifest; in development there is nothing to ask for.
 */
export function messageFiles(): Plugin {
  let manifestPath: string | null = null;
  return {
    name: 'unspool:message-files',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !messagePath.test(id)) return null;
      const messages = Object.entries(JSON.parse(code)).filter(([key]) => !serverOnly.test(key));
      return { code: JSON.stringify(Object.fromEntries(messages)), map: null };
    },
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
