import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import { locales } from '../src/i18n/locales.ts';
import type { MessageBundle } from '../src/web/rendering/client-messages.ts';
import { readBrowserManifest } from './browser-build.ts';
import { bundleNames, messageBundles } from './message-bundles.ts';

const virtualId = 'virtual:message-files';
/** For example `\0messages/de/start`. */
const prefix = '\0messages/';
const toModuleId = (locale: string, bundle: MessageBundle) => `${prefix}${locale}/${bundle}`;

type MessageFiles = Record<string, Partial<Record<MessageBundle, string>>>;

/**
 * Emits one file of messages per locale and bundle, and gives the server their URLs. The browser build runs
 * first and lists the files in its manifest; in development, each file is generated on request.
 */
export function messageFiles(): Plugin {
  let config: ResolvedConfig;
  const toFolder = () => path.join(config.root, 'src/i18n/messages');
  const toSourcePath = (part: string, locale: string) => path.join(toFolder(), part, `${locale}.json`);
  return {
    name: 'unspool:message-files',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      for (const locale of locales) {
        for (const bundle of bundleNames) {
          this.emitFile({ type: 'chunk', id: toModuleId(locale, bundle), name: `${locale}-${bundle}` });
        }
      }
    },
    /** The server reads the messages from their files, so in development Vite must be told to watch them. */
    transform: {
      filter: { id: /\/src\/i18n\/server-translator\.ts$/ },
      handler() {
        for (const part of readdirSync(toFolder()))
          for (const locale of locales) this.addWatchFile(toSourcePath(part, locale));
      },
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : id.startsWith(prefix) ? id : null),
    async load(id) {
      if (id === `\0${virtualId}`) {
        if (this.environment.name !== 'ssr') return 'export const messageFiles = {};';
        const manifest = await readBrowserManifest(config);
        const files = manifest ? builtFiles(manifest) : sourceFiles();
        return `export const messageFiles = ${JSON.stringify(files)};`;
      }
      if (!id.startsWith(prefix)) return null;
      const [locale = '', bundle] = id.slice(prefix.length).split('/');
      const sources = messageBundles[bundle as MessageBundle].map((part) => toSourcePath(part, locale));
      for (const source of sources) this.addWatchFile(source);
      const messages = await Promise.all(
        sources.map(async (source) => JSON.parse(await readFile(source, 'utf8'))),
      );
      return `export default ${JSON.stringify(Object.assign({}, ...messages))};`;
    },
  };
}

function builtFiles(manifest: Manifest): MessageFiles {
  const built = new Map(Object.values(manifest).map(({ name, file }) => [name, `/${file}`]));
  return mapFiles((locale, bundle) => built.get(`${locale}-${bundle}`));
}

function sourceFiles(): MessageFiles {
  return mapFiles((locale, bundle) => `/@id/${toModuleId(locale, bundle).replace('\0', '__x00__')}`);
}

function mapFiles(toUrl: (locale: string, bundle: MessageBundle) => string | undefined): MessageFiles {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      Object.fromEntries(bundleNames.map((bundle) => [bundle, toUrl(locale, bundle)])),
    ]),
  );
}
