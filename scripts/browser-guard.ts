import path from 'node:path';
import type { Plugin } from 'vite';
import { browserBuildOnly } from './browser-build.ts';

/** What pages may import besides `contract.ts` and `*-contract.ts` files. */
export const browserModules = [
  'content/elements.ts',
  'content/html-text.ts',
  'content/link-url.ts',
  'content/normalize-html.ts',
  'i18n/',
  'filenames/',
  'platform/escape-html.ts',
  'platform/escape-markdown.ts',
  'platform/normalize-text.ts',
  'platform/zip-writer.ts',
  'blog/title-slug.ts',
  'media/document-sections.ts',
  'media/formatted-text.ts',
  'media/post-documents.ts',
  'media/post-markdown.ts',
  'settings/accent-color.ts',
  'threads/post-links.ts',
  'verification/challenge.ts',
];

export function mayReachBrowser(sourcePath: string): boolean {
  if (sourcePath === 'i18n/server-translator.ts') return false;
  return (
    ['web/', 'content/html/', ...browserModules].some((path) => sourcePath.startsWith(path)) ||
    /^\w+\/([a-z]+-)*contract\.ts$/.test(sourcePath)
  );
}

/** Fails the browser build if it contains server code, and names the importing module. */
export function browserGuard(): Plugin {
  let sourceRoot = '';
  const toSourcePath = (id: string) => {
    const file = id.split('?')[0] ?? id;
    return file.startsWith(sourceRoot) ? file.slice(sourceRoot.length) : null;
  };
  return {
    name: 'unspool:browser-guard',
    ...browserBuildOnly,
    configResolved(config) {
      sourceRoot = `${path.join(config.root, 'src').replaceAll('\\', '/')}/`;
    },
    buildEnd(error) {
      if (error) return;
      const violations = [...this.getModuleIds()].flatMap((id) => {
        const target = toSourcePath(id);
        const importers = this.getModuleInfo(id)?.importers ?? [];
        if (target === null || mayReachBrowser(target)) return [];
        return [
          `src/${target}, imported by ${importers.map((from) => toSourcePath(from) ?? from).join(', ')}`,
        ];
      });
      if (violations.length > 0)
        this.error(`server code in the browser build:\n  ${violations.join('\n  ')}`);
    },
  };
}
