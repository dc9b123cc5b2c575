import type { Plugin } from 'vite';
import { browserBuildOnly } from './browser-build.ts';

/**
 * Public pages run on Preact, a seventh of React's size. Their components are written for React, which renders them on the
 * server.
 */
export const preactModules: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/compat/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
};

export const preactEntry = /\/src\/web\/entries\/(home|contact)\.tsx$/;
const query = '?preact';
/** Our modules, the packages that import React, and what every page with late imports shares. */
const copied = /\/src\/.*\.tsx?$|\/node_modules\/(zustand|lucide-react)\/|vite\/preload-helper\.js$/;
const react = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;

/** Gives these pages a copy of the modules they import, in which React is Preact. Fails if one of them imports React. */
export function preactRuntime(): Plugin {
  return {
    name: 'unspool:preact-runtime',
    enforce: 'pre',
    ...browserBuildOnly,
    async resolveId(source, importer, options) {
      if (!importer || !(preactEntry.test(importer) || importer.endsWith(query))) return null;
      const from = importer.replace(query, '');
      const resolved = await this.resolve(preactModules[source] ?? source, from, {
        ...options,
        skipSelf: true,
      });
      return resolved && copied.test(resolved.id) ? { ...resolved, id: resolved.id + query } : resolved;
    },
    buildEnd(error) {
      if (error) return;
      const reached = new Map(
        [...this.getModuleIds()].filter((id) => preactEntry.test(id)).map((id) => [id, '']),
      );
      if (reached.size === 0) this.error('no page runs on Preact');
      for (const id of reached.keys()) {
        if (react.test(id)) this.error(`${reached.get(id)} imports React in a page that runs on Preact`);
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        for (const next of [...importedIds, ...dynamicallyImportedIds])
          if (!reached.has(next)) reached.set(next, id);
      }
    },
    load: {
      filter: { id: /vite\/preload-helper\.js\?preact$/ },
      async handler(id) {
        return (await this.load({ id: id.replace(query, '') })).code;
      },
    },
  };
}
