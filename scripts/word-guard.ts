import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { PageWords } from '../src/web/page-words.ts';
import { isSentWith, pageWords } from './page-words.ts';

/** Errors aside: one table names them all, and those a page never meets are worded by the server. */
const quotedKey = /(["'`])((?!error\.)[a-z_]+(?:\.[a-z_]+)+)\1/g;
const handle = /\bwords:\s*["'](\w+)["']/;

/** The messages that a piece of code names and a page with these words does not have. */
export function missingWords(words: PageWords, code: string, known: object): string[] {
  const keys = [...code.matchAll(quotedKey)].map(([, , key = '']) => key);
  return keys.filter((key) => Object.hasOwn(known, key) && !isSentWith(words, key));
}

/** Fails the browser build where the scripts of a page name a message that is not sent with it. */
export function wordGuard(): Plugin {
  let root = '';
  return {
    name: 'unspool:word-guard',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const known = JSON.parse(await readFile(path.join(root, 'src/i18n/messages/en.json'), 'utf8'));
      const codes = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(chunk.modules)) if (code) codes.set(id, code);
      }
      const reachedFrom = (page: string) => {
        const reached = new Set([page]);
        for (const id of reached) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          for (const next of [...importedIds, ...dynamicallyImportedIds])
            if (codes.has(next)) reached.add(next);
        }
        return [...reached];
      };
      const faults = [...codes].flatMap(([page, pageCode]) => {
        const words = pageWords.find((name) => name === handle.exec(pageCode)?.[1]);
        if (!words || !this.getModuleInfo(page)?.exports?.includes('handle')) return [];
        return reachedFrom(page).flatMap((id) =>
          missingWords(words, codes.get(id) ?? '', known).map(
            (key) => `${key}, in ${path.relative(root, id)}, is not among the words '${words}'`,
          ),
        );
      });
      if (faults.length > 0)
        this.error(`messages that a page's scripts would miss:\n  ${faults.join('\n  ')}`);
    },
  };
}
