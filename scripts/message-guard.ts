import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { MessageBundle } from '../src/web/rendering/client-messages.ts';
import { isInBundle, messageBundles } from './page-messages.ts';

/** Skips `error.` messages: one table lists them all, and the server renders those that a page never gets. */
const quotedKey = /(["'`])((?!error\.)[a-z_]+(?:\.[a-z_]+)+)\1/g;
const handle = /\bbundle:\s*["'](\w+)["']/;
/** The lazy module of the home page, which loads the bundle `later`. */
const laterEntry = /\/src\/web\/downloader\/results-chunk\.ts$/;

export function findMessageKeys(code: string, known: object): string[] {
  const keys = [...code.matchAll(quotedKey)].map(([, , key = '']) => key);
  return keys.filter((key) => Object.hasOwn(known, key));
}

export function findMissingMessages(
  bundles: readonly MessageBundle[],
  code: string,
  known: object,
): string[] {
  return findMessageKeys(code, known).filter((key) => !bundles.some((kind) => isInBundle(kind, key)));
}

/** Messages in the home page's bundle that only lazy code uses. */
export function findPrematureMessages(
  early: readonly string[],
  late: readonly string[],
  known: object,
): string[] {
  const first = new Set(early.flatMap((code) => findMessageKeys(code, known)));
  const after = new Set(late.flatMap((code) => findMessageKeys(code, known)));
  return [...after].filter((key) => !first.has(key) && isInBundle('start', key));
}

/** Fails the browser build if a page lacks a message, or the home page loads one that only lazy code uses. */
export function messageGuard(): Plugin {
  let root = '';
  return {
    name: 'unspool:message-guard',
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
      const findReachable = (page: string, leaves: (id: string) => boolean) => {
        const reached = new Set([page]);
        for (const id of reached) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          for (const next of [...importedIds, ...dynamicallyImportedIds])
            if (codes.has(next) && !leaves(next)) reached.add(next);
        }
        return [...reached];
      };
      const getCode = (id: string) => codes.get(id) ?? '';
      const isLater = (id: string) => laterEntry.test(id);
      const findMissing = (ids: readonly string[], ...bundles: MessageBundle[]) =>
        ids.flatMap((id) =>
          findMissingMessages(bundles, getCode(id), known).map(
            (key) => `${key}, in ${path.relative(root, id)}, is not in the bundle '${bundles.join("', '")}'`,
          ),
        );
      const errors = [...codes].flatMap(([page, pageCode]) => {
        const pageBundle = messageBundles.find((name) => name === handle.exec(pageCode)?.[1]);
        if (!pageBundle || !this.getModuleInfo(page)?.exports?.includes('handle')) return [];
        const first = findReachable(page, isLater);
        const late = [...codes.keys()]
          .filter((id) => pageBundle === 'start' && isLater(id))
          .flatMap((id) => findReachable(id, (next) => first.includes(next)));
        const premature = findPrematureMessages(first.map(getCode), late.map(getCode), known).map(
          (key) => `${key} is only used by lazy code: it belongs in the bundle 'later'`,
        );
        return [...findMissing(first, pageBundle), ...findMissing(late, pageBundle, 'later'), ...premature];
      });
      if (errors.length > 0) this.error(`messages in the wrong bundle:\n  ${errors.join('\n  ')}`);
    },
  };
}
