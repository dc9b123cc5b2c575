import path from 'node:path';
import type { Plugin } from 'vite';

export function mayReachBrowser(sourcePath: string): boolean {
  if (sourcePath === 'i18n/server-translator.ts') return false;
  return (
    sourcePath.startsWith('web/') ||
    sourcePath.startsWith('i18n/') ||
    sourcePath.startsWith('filenames/') ||
    sourcePath === 'platform/escape-html.ts' ||
    sourcePath === 'platform/normalize-text.ts' ||
    sourcePath === 'blog/link-url.ts' ||
    sourcePath === 'blog/normalize-html.ts' ||
    sourcePath.startsWith('blog/html/') ||
    sourcePath === 'media/post-documents.ts' ||
    sourcePath === 'verification/challenge.ts' ||
    sourcePath === 'threads/post-links.ts' ||
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
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
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
