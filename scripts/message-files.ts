import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const virtualId = 'virtual:message-files';
const adminWordsId = /^virtual:admin-words\/(\w+)$/;
const messagePath = /\/i18n\/messages\/\w+\.json$/;

/** Words only the server writes: the still parts of the start page and of a post, About, and what programs are told. */
const serverOnly =
  /^(howto|features|why|claims|faq|privacy|terms|about|blog\.still|machine|admin\.mail|error\.(body|key|method|function|request|server))\./;
/** Words of the administration: no other page loads them. */
const adminOnly = /^admin\./;

/**
 * Leaves out of the browser's messages what only the server or the administration writes; `virtual:admin-words/de` has
 * the latter. Gives the server the browser address of each language's messages, by locale, so that a page can ask for
 * them early: the browser build comes first and leaves them in its manifest; in development there is nothing to ask for.
 */
export function messageFiles(): Plugin {
  let manifestPath: string | null = null;
  let root = '';
  return {
    name: 'unspool:message-files',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !messagePath.test(id)) return null;
      const isWanted = (key: string) => !serverOnly.test(key) && !adminOnly.test(key);
      return { code: JSON.stringify(filterMessages(code, isWanted)), map: null };
    },
    configResolved(config) {
      root = config.root;
      const outDir = config.environments.client?.build.outDir;
      if (config.command === 'build' && outDir) {
        manifestPath = path.resolve(config.root, outDir, '.vite/manifest.json');
      }
    },
    resolveId: (id) => (id === virtualId || adminWordsId.test(id) ? `\0${id}` : null),
    async load(id) {
      const locale = adminWordsId.exec(id.slice(1))?.[1];
      if (locale) {
        const file = path.resolve(root, `src/i18n/messages/${locale}.json`);
        this.addWatchFile(file);
        const isWanted = (key: string) => adminOnly.test(key) && !serverOnly.test(key);
        const words = filterMessages(await readFile(file, 'utf8'), isWanted);
        return `export default ${JSON.stringify(words)};`;
      }
      if (id !== `\0${virtualId}`) return null;
      const files =
        manifestPath && this.environment.name === 'ssr' ? await readMessageFiles(manifestPath) : {};
      return `export const messageFiles = ${JSON.stringify(files)};`;
    },
  };
}

function filterMessages(json: string, isWanted: (key: string) => boolean): object {
  return Object.fromEntries(Object.entries(JSON.parse(json)).filter(([key]) => isWanted(key)));
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
