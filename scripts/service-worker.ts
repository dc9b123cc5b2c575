import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';
import { serviceWorkerPath } from '../src/web/contract.ts';
import { browserBuildOnly } from './browser-build.ts';

const fileName = serviceWorkerPath.slice(1);
const placeholder = '__BUILD__';

/** Emits the service worker as one file at the root of the site and inserts the build id. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'unspool:service-worker',
    ...browserBuildOnly,
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: path.join(root, 'src/web/downloader/home/service-worker.ts'),
        fileName,
      });
    },
    generateBundle(_options, bundle) {
      const chunk = bundle[fileName];
      if (chunk?.type !== 'chunk') return this.error('there is no service worker');
      if (chunk.imports.length > 0) this.error(`the service worker imports ${chunk.imports.join(', ')}`);
      if (!chunk.code.includes(placeholder)) this.error(`the service worker lacks ${placeholder}`);
      // File names contain a hash of the content.
      const names = Object.keys(bundle).sort().join('\n');
      const build = createHash('sha256').update(names).digest('base64url').slice(0, 12);
      chunk.code = chunk.code.replaceAll(placeholder, build);
    },
  };
}
