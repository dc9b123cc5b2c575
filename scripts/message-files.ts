import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../src/i18n/locales.ts';
import type { PageWords } from '../src/web/page-words.ts';
import { isSentWith, pageWords } from './page-words.ts';

const virtualId = 'virtual:message-files';
/** One file: `\0messages/de/start`. */
const prefix = '\0messages/';
const idOf = (locale: string, words: PageWords) => `${prefix}${locale}/${words}`;

type MessageFiles = Record<string, Partial<Record<PageWords, string>>>;

/**
 * Makes a file of messages for each language and kind of page, with what the scripts of such pages may write and nothing else, and tells the server their browser addresses.
 * The browser build comes first and leaves them in its manifest; in development each is made when it is asked for.
 */
export function messageFiles(): Plugin {
  let root = '';
  let manifestPath: string | null = null;
  return {
    name: 'unspool:message-files',
    configResolved(config) {
      root = config.root;
      const outDir = config.environments.client?.build.outDir;
      if (config.command === 'build' && outDir)
        manifestPath = path.resolve(root, outDir, '.vite/manifest.json');
    },
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      for (const locale of locales) {
        for (const words of pageWords) {
          this.emitFile({ type: 'chunk', id: idOf(locale, words), name: `${locale}-${words}` });
        }
      }
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : id.startsWith(prefix) ? id : null),
    async load(id) {
      if (id === `\0${virtualId}`) {
        if (this.environment.name !== 'ssr') return 'export const messageFiles = {};';
        const files = manifestPath ? await builtFiles(manifestPath) : sourceFiles();
        return `export const messageFiles = ${JSON.stringify(files)};`;
      }
      if (!id.startsWith(prefix)) return null;
      const [locale, words] = id.slice(prefix.length).split('/');
      const source = path.join(root, `src/i18n/messages/${locale}.json`);
      this.addWatchFile(source);
      const messages = Object.entries(JSON.parse(await readFile(source, 'utf8')));
      const sent = messages.filter(([key]) => isSentWith(words as PageWords, key));
      return `export default ${JSON.stringify(Object.fromEntries(sent))};`;
    },
  };
}

async function builtFiles(manifestPath: string): Promise<MessageFiles> {
  const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
    await readFile(manifestPath, 'utf8'),
  );
  const built = new Map(Object.values(manifest).map(({ name, file }) => [name, `/${file}`]));
  return filesBy((locale, words) => built.get(`${locale}-${words}`));
}

function sourceFiles(): MessageFiles {
  return filesBy((locale, words) => `/@id/${idOf(locale, words).replace('\0', '__x00__')}`);
}

function filesBy(addressOf: (locale: string, words: PageWords) => string | undefined): MessageFiles {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      Object.fromEntries(pageWords.map((words) => [words, addressOf(locale, words)])),
    ]),
  );
}
