import path from 'node:path';
import type { Plugin } from 'vite';

/** What finds post links in a text: page and server read the same ones. Pure, and small. */
const linkFinder = [
  'threads/find-post-link.ts',
  'threads/find-post-links.ts',
  'threads/match-post-path.ts',
  'threads/threads-hosts.ts',
];

/** True for a file of ours that a browser may load: the pages, the languages (one at a time), the names of saved files, the contracts and the finder of links. */
export function mayReachBrowser(sourcePath: string): boolean {
  if (sourcePath === 'i18n/server-translator.ts') return false;
  return (
    sourcePath.startsWith('web/') ||
    sourcePath.startsWith('i18n/') ||
    sourcePath.startsWith('names/') ||
    linkFinder.includes(sourcePath) ||
    /^[\w-]+\/contract\.ts$/.test(sourcePath)
  );
}

/** Fails the browser build when its module graph holds server code, and names the import that brought it in. */
export function browserGuard(): Plugin {
  let sourceRoot = '';
  const sourcePathOf = (id: string) => {
    const file = id.split('?')[0] ?? id;
    return file.startsWith(sourceRoot) ? file.slice(sourceRoot.length) : null;
  };
  return {
    name: 'unspool:browser-guard',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      sourceRoot = `${path.join(config.root, 'src').replaceAll('\\', '/')}/`;
    },
    buildEnd(error) {
      if (error) return;
      const faults = [...this.getModuleIds()].flatMap((id) => {
        const target = sourcePathOf(id);
        const importers = this.getModuleInfo(id)?.importers ?? [];
        if (target === null || mayReachBrowser(target)) return [];
        return [
          `src/${target}, imported by ${importers.map((from) => sourcePathOf(from) ?? from).join(', ')}`,
        ];
      });
      if (faults.length > 0) this.error(`server code in the browser build:\n  ${faults.join('\n  ')}`);
    },
  };
}
