import path from 'node:path';
import type { Plugin } from 'vite';

/** Replaces the component factory of lucide-react (six kilobytes) with our own. */
export function lightIcons(): Plugin {
  let createIcon = '';
  return {
    name: 'unspool:light-icons',
    enforce: 'pre',
    apply: 'build',
    configResolved(config) {
      createIcon = path.join(config.root, 'src/web/ui/create-icon.ts');
    },
    resolveId(source, importer) {
      const isIcon = /\/lucide-react\/dist\/esm\/icons\//.test(importer ?? '');
      return isIcon && source === '../createLucideIcon.mjs' ? createIcon : null;
    },
  };
}
