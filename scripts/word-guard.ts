import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { PageWords } from '../src/web/page-words.ts';
import { isSentWith, pageWords } from './page-words.ts';

/** Errors aside: one table names them all, and those a page never meets are worded by the server. */
const quotedKey = /(["'`])((?!error\.)[a-z_]+(?:\.[a-z_]+)+)\1/g;
const handle = /\bwords:\s*["'](\w+)["']/;
/** What the start page loads once there is a link, and with it the words `later`. */
const laterEntry = /\/src\/web\/downloader\/after-link\.ts$/;

/** The messages that a piece of code names. */
export function namedWords(code: string, known: object): string[] {
  const keys = [...code.matchAll(quotedKey)].map(([, , key = '']) => key);
  return keys.filter((key) => Object.hasOwn(known, key));
}

/** The messages that a piece of code names and a page with these words does not have. */
export function missingWords(words: readonly PageWords[], code: string, known: object): string[] {
  return namedWords(code, known).filter((key) => !words.some((kind) => isSentWith(kind, key)));
}

/** The messages sent with the start page that only code after a link names, where `early` and `late` are all code of each. */
export function hastyWords(early: readonly string[], late: readonly string[], known: object): string[] {
  const first = new Set(early.flatMap((code) => namedWords(code, known)));
  const after = new Set(late.flatMap((code) => namedWords(code, known)));
  return [...after].filter((key) => !first.has(key) && isSentWith('start', key));
}

/** Fails the browser build where the scripts of a page name a message that is not sent with it, or the start page is sent one that it does not need before there is a link. */
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
      const reachedFrom = (page: string, leaves: (id: string) => boolean) => {
        const reached = new Set([page]);
        for (const id of reached) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          for (const next of [...importedIds, ...dynamicallyImportedIds])
            if (codes.has(next) && !leaves(next)) reached.add(next);
        }
        return [...reached];
      };
      const codeOf = (id: string) => codes.get(id) ?? '';
      const isLater = (id: string) => laterEntry.test(id);
      const faultsOf = (ids: readonly string[], ...words: PageWords[]) =>
        ids.flatMap((id) =>
          missingWords(words, codeOf(id), known).map(
            (key) => `${key}, in ${path.relative(root, id)}, is not among the words '${words.join("', '")}'`,
          ),
        );
      const faults = [...codes].flatMap(([page, pageCode]) => {
        const words = pageWords.find((name) => name === handle.exec(pageCode)?.[1]);
        if (!words || !this.getModuleInfo(page)?.exports?.includes('handle')) return [];
        const first = reachedFrom(page, isLater);
        const late = [...codes.keys()]
          .filter((id) => words === 'start' && isLater(id))
          .flatMap((id) => reachedFrom(id, (next) => first.includes(next)));
        const hasty = hastyWords(first.map(codeOf), late.map(codeOf), known).map(
          (key) => `${key} is only written after a link: it belongs to the words 'later'`,
        );
        return [...faultsOf(first, words), ...faultsOf(late, words, 'later'), ...hasty];
      });
      if (faults.length > 0)
        this.error(`messages that a page's scripts would miss:\n  ${faults.join('\n  ')}`);
    },
  };
}
