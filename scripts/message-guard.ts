import path from 'node:path';
import type { Plugin } from 'vite';
import type { MessageBundle } from '../src/web/rendering/client-messages.ts';
import { browserBuildOnly } from './browser-build.ts';
import { bundleNames, isInBundle, messageParts } from './message-bundles.ts';

/** Skips `error.` messages: one table lists them all, and the server renders those that a page never gets. */
const quotedKey = /(["'`])((?!error\.)[a-z_]+(?:\.[a-z_]+)+)\1/g;
const handle = /\bbundle:\s*["'](\w+)["']/;
/** Of these pages, the browser runs only the entry. */
const entryHandle = /\bentry:\s*["'](home|contact|post)["']/;
/** The lazy module of the home page, which loads the bundle `later`. */
const laterEntry = /\/src\/web\/downloader\/results-chunk\.ts\?preact$/;

export function findMessageKeys(code: string): string[] {
  const keys = [...code.matchAll(quotedKey)].map(([, , key = '']) => key);
  return keys.filter((key) => messageParts.has(key));
}

export function findMissingMessages(bundles: readonly MessageBundle[], code: string): string[] {
  return findMessageKeys(code).filter((key) => !bundles.some((kind) => isInBundle(kind, key)));
}

/** What an admin page imports dynamically, it loads later, with `lazyDialog`; but not the text editor. */
const adminModule = /\/src\/web\/admin\//;
const textEditor = /\/rich-text-editor\.tsx$/;

/** Messages in the bundle of a page that only lazy code uses. */
export function findPrematureMessages(
  early: readonly string[],
  late: readonly string[],
  bundle: MessageBundle = 'start',
): string[] {
  const first = new Set(early.flatMap((code) => findMessageKeys(code)));
  const after = new Set(late.flatMap((code) => findMessageKeys(code)));
  return [...after].filter((key) => !first.has(key) && isInBundle(bundle, key));
}

/** Fails the browser build if a page lacks a message, or the home page loads one that only lazy code uses. */
export function messageGuard(): Plugin {
  let root = '';
  return {
    name: 'unspool:message-guard',
    ...browserBuildOnly,
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const codes = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(chunk.modules)) if (code) codes.set(id, code);
      }
      const findReachable = (
        page: string,
        leaves: (id: string) => boolean,
        isLazy: (id: string) => boolean = () => false,
      ) => {
        const reached = new Set([page]);
        const lazy = new Set<string>();
        for (const id of reached) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          for (const next of importedIds) if (codes.has(next) && !leaves(next)) reached.add(next);
          for (const next of dynamicallyImportedIds) {
            if (!codes.has(next) || leaves(next)) continue;
            if (isLazy(next)) lazy.add(next);
            else reached.add(next);
          }
        }
        return { reached: [...reached], lazy: [...lazy].filter((id) => !reached.has(id)) };
      };
      const getCode = (id: string) => codes.get(id) ?? '';
      const isLater = (id: string) => laterEntry.test(id);
      const findMissing = (ids: readonly string[], ...bundles: MessageBundle[]) =>
        ids.flatMap((id) =>
          findMissingMessages(bundles, getCode(id)).map(
            (key) => `${key}, in ${path.relative(root, id)}, is not in the bundle '${bundles.join("', '")}'`,
          ),
        );
      const errors = [...codes].flatMap(([page, pageCode]) => {
        const pageBundle = bundleNames.find((name) => name === handle.exec(pageCode)?.[1]);
        if (!pageBundle || !this.getModuleInfo(page)?.exports?.includes('handle')) return [];
        const entry = entryHandle.exec(pageCode)?.[1];
        const start = entry
          ? [...codes.keys()].find((id) => /\/src\/web\/entries\/(\w+)\.tsx?$/.exec(id)?.[1] === entry)
          : page;
        if (!start) return [`${path.relative(root, page)} has no entry '${entry}'`];
        const isEditor = pageBundle === 'editor';
        const { reached: first, lazy } = findReachable(
          start,
          isLater,
          (id) => isEditor && adminModule.test(id) && !textEditor.test(id),
        );
        const laterBundle = isEditor ? 'admin' : 'later';
        const laterRoots = isEditor
          ? lazy
          : [...codes.keys()].filter((id) => pageBundle === 'start' && isLater(id));
        const late = laterRoots.flatMap((id) => findReachable(id, (next) => first.includes(next)).reached);
        const premature =
          laterRoots.length === 0
            ? []
            : findPrematureMessages(first.map(getCode), late.map(getCode), pageBundle).map(
                (key) => `${key} is only used by lazy code: it belongs in the bundle '${laterBundle}'`,
              );
        return [
          ...findMissing(first, pageBundle),
          ...findMissing(late, pageBundle, laterBundle),
          ...premature,
        ];
      });
      if (errors.length > 0) this.error(`messages in the wrong bundle:\n  ${errors.join('\n  ')}`);
    },
  };
}
