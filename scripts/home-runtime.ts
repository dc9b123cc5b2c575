import type { Plugin } from 'vite';
import { browserBuildOnly } from './browser-build.ts';

/**
 * The home page runs on Preact, a tenth of React's size. Its components are written for React, which renders them on the
 * server.
 */
export const preactModules: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/compat/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
};

const homeEntry = /\/src\/web\/entries\/home\.tsx$/;
const query = '?preact';
/** Our modules, the packages that import React, and what every page with late imports shares. */
const copied = /\/src\/.*\.tsx?$|\/node_modules\/(zustand|lucide-react)\/|vite\/preload-helper\.js$/;

/** Gives the home page a copy of every module it imports, in which React is Preact. */
export function homeRuntime(): Plugin {
  return {
    name: 'unspool:home-runtime',
    enforce: 'pre',
    ...browserBuildOnly,
    async resolveId(source, importer, options) {
      if (!importer || !(homeEntry.test(importer) || importer.endsWith(query))) return null;
      const from = importer.replace(query, '');
      const resolved = await this.resolve(preactModules[source] ?? source, from, {
        ...options,
        skipSelf: true,
      });
      return resolved && copied.test(resolved.id) ? { ...resolved, id: resolved.id + query } : resolved;
    },
    load: {
      filter: { id: /vite\/preload-helper\.js\?preact$/ },
      async handler(id) {
        return (await this.load({ id: id.replace(query, '') })).code;
      },
    },
  };
}
