import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';
import { browserModules, mayReachBrowser } from '../scripts/browser-guard.ts';

/** Each feature imports only from features of the rows above its own, type imports included. */
const layers: readonly (readonly string[])[] = [
  ['platform', 'i18n', 'threads'],
  ['filenames', 'content'],
  ['database'],
  ['media', 'verification', 'accounts', 'settings', 'inbox'],
  ['extraction', 'blog'],
  ['ai'],
  ['translation'],
  ['backup', 'figures'],
  ['web'],
  ['http', 'cli'],
  ['app'],
];

/** The same for the folders of `src/web` and the two kinds of files at its top. */
const webLayers: readonly (readonly string[])[] = [
  ['base files'],
  ['browser', 'requests'],
  ['ui', 'appearance'],
  ['rendering', 'seo'],
  ['layout'],
  ['site', 'downloader', 'blog', 'admin'],
  ['preview', 'entries'],
  ['joining files'],
];
const webJoiningFiles = ['entry.client.tsx', 'entry.server.tsx', 'handler.ts', 'root.tsx', 'routes.ts'];

/** The entry points: the server's process and the command line's. */
const entries = ['main.ts', 'cli.ts'];

/** Folders whose sub-folders any feature may import. */
const toolboxes = ['platform/', 'web/ui/'];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  isRelative?: boolean;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path));

/** The feature of a file; '' for the files at the top of `src/`. */
const featureOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
const isTestCode = (file: string) => /\.test\.tsx?$|\/fixtures\//.test(file);

function importsOf(file: string): Import[] {
  const text = readFileSync(join('src', file), 'utf8');
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)]
    .map((match) => ({ typeOnly: match[1] !== undefined, target: match[2] ?? match[3] ?? '' }))
    .map(({ typeOnly, target }) => ({
      from: file,
      to: resolveInside(file, target),
      typeOnly,
      isRelative: target.startsWith('.'),
    }))
    .filter(({ to }) => to !== '');
}

/** The path below `src/`, 'test' for test code, '' for a package. */
function resolveInside(file: string, target: string): string {
  if (target.startsWith('#test/')) return 'test';
  if (target.startsWith('#')) return target.slice(1);
  if (!target.startsWith('.')) return '';
  return normalize(join(dirname(file), target))
    .split(sep)
    .join('/');
}

const layerOf = (feature: string) => layers.findIndex((row) => row.includes(feature));

function breaksLayers({ from, to }: Import): boolean {
  const [source, target] = [featureOf(from), featureOf(to)];
  if (source === target || source === '' || to === 'test' || to.startsWith('..')) return false;
  return target === '' || layerOf(target) >= layerOf(source);
}

/** `../content/elements.ts` instead of `#content/elements.ts`. */
function leavesByPath({ from, to, isRelative = false }: Import): boolean {
  return isRelative && !to.startsWith('..') && featureOf(from) !== '' && featureOf(to) !== featureOf(from);
}

function webPartOf(file: string): string {
  const [, name = '', ...rest] = file.split('/');
  if (rest.length > 0) return name;
  return webJoiningFiles.includes(name) ? 'joining files' : 'base files';
}

const webLayerOf = (part: string) => webLayers.findIndex((row) => row.includes(part));

function breaksWebLayers({ from, to }: Import): boolean {
  if (featureOf(from) !== 'web' || featureOf(to) !== 'web') return false;
  const [source, target] = [webPartOf(from), webPartOf(to)];
  return source !== target && webLayerOf(target) >= webLayerOf(source);
}

function reachesInside({ from, to }: Import): boolean {
  if (featureOf(from) === featureOf(to) || toolboxes.some((folder) => to.startsWith(folder))) return false;
  return to.split('/').length > 2 && !to.endsWith('.json');
}

/** Whether a page loads what only the server may run. */
function bringsServerCode({ from, to, typeOnly }: Import): boolean {
  if (typeOnly || featureOf(from) !== 'web' || featureOf(to) === 'web') return false;
  if (/^[a-z]+\/([a-z]+-)*contract\.ts$/.test(to)) return false;
  return !browserModules.some((path) => to.startsWith(path));
}

/** What a feature promises is below the code that keeps it: `contract.ts` takes no types from the rest of its feature. */
function bringsTypesIntoContract({ from, to, typeOnly }: Import): boolean {
  if (!typeOnly || !/^[a-z]+\/contract\.ts$/.test(from)) return false;
  return featureOf(from) === featureOf(to) && !to.endsWith('contract.ts');
}

const productImports = files.filter((file) => !isTestCode(file)).flatMap(importsOf);
const describeImport = ({ from, to }: Import) => `${from} -> ${to}`;

test('features import only from the layers below them', () => {
  expect(productImports.filter(breaksLayers).map(describeImport)).toEqual([]);
});

test('other features are imported by their alias', () => {
  expect(files.flatMap(importsOf).filter(leavesByPath).map(describeImport)).toEqual([]);
});

test('the folders of the web import only from the layers below them', () => {
  expect(productImports.filter(breaksWebLayers).map(describeImport)).toEqual([]);
});

test('no feature imports from the sub-folders of another', () => {
  expect(productImports.filter(reachesInside).map(describeImport)).toEqual([]);
});

test('a contract has its types itself', () => {
  expect(productImports.filter(bringsTypesIntoContract).map(describeImport)).toEqual([]);
});

test('pages import no server code', () => {
  expect(productImports.filter(bringsServerCode).map(describeImport)).toEqual([]);
});

test('the rules find what they forbid', () => {
  const importOf = (from: string, to: string, typeOnly = false) => ({ from, to, typeOnly });
  expect(breaksLayers(importOf('media/serve.ts', 'blog/contract.ts', true))).toBe(true);
  expect(breaksLayers(importOf('media/serve.ts', 'verification/contract.ts'))).toBe(true);
  expect(breaksLayers(importOf('http/app.ts', 'app/services.ts', true))).toBe(true);
  expect(breaksLayers(importOf('blog/read.ts', 'media/contract.ts'))).toBe(false);
  expect(leavesByPath({ ...importOf('blog/read.ts', 'content/elements.ts'), isRelative: true })).toBe(true);
  expect(breaksWebLayers(importOf('web/seo/page-head.tsx', 'web/root.tsx', true))).toBe(true);
  expect(breaksWebLayers(importOf('web/services.ts', 'web/requests/read-form.ts', true))).toBe(true);
  expect(breaksWebLayers(importOf('web/rendering/early-scripts.ts', 'web/layout/claims.ts'))).toBe(true);
  expect(breaksWebLayers(importOf('web/layout/site-footer.tsx', 'web/admin/authorize.ts'))).toBe(true);
  expect(breaksWebLayers(importOf('web/blog/post-body.tsx', 'web/site/about-page.tsx', true))).toBe(true);
  expect(breaksWebLayers(importOf('web/blog/post-body.tsx', 'web/blog/post-figures.ts'))).toBe(false);
  expect(breaksWebLayers(importOf('web/layout/site-footer.tsx', 'web/seo/page-urls.ts'))).toBe(false);
  expect(breaksWebLayers(importOf('web/root.tsx', 'web/admin/admin-error-page.tsx'))).toBe(false);
  expect(reachesInside(importOf('web/root.tsx', 'content/html/normalize-table.ts'))).toBe(true);
  expect(reachesInside(importOf('web/root.tsx', 'content/sanitize-content.ts'))).toBe(false);
  expect(bringsTypesIntoContract(importOf('media/contract.ts', 'media/tickets.ts', true))).toBe(true);
  expect(bringsTypesIntoContract(importOf('media/contract.ts', 'threads/contract.ts', true))).toBe(false);
  expect(bringsServerCode(importOf('web/root.tsx', 'content/sanitize-content.ts'))).toBe(true);
  expect(bringsServerCode(importOf('web/root.tsx', 'blog/editing-contract.ts'))).toBe(false);
});

test('every folder has its layer, and only the entry points are outside of them', () => {
  const features = new Set(files.map(featureOf).filter((feature) => feature !== ''));
  expect([...features].filter((feature) => layerOf(feature) === -1)).toEqual([]);
  const webParts = new Set(files.filter((file) => featureOf(file) === 'web').map(webPartOf));
  expect([...webParts].filter((part) => webLayerOf(part) === -1)).toEqual([]);
  const top = files.filter((file) => featureOf(file) === '' && !isTestCode(file));
  expect(top.toSorted()).toEqual(entries.toSorted());
});

test('the product never imports test code, and the fakes never import the product', () => {
  const fromTests = productImports.filter(({ to }) => to === 'test' || to.includes('/fixtures/'));
  expect(fromTests.map(describeImport)).toEqual([]);
  const fakes = readdirSync('test/fakes', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const importing = fakes.filter((path) =>
    /^import (?!type)[^;]*from '#(?!test\/)/m.test(readFileSync(join('test/fakes', path), 'utf8')),
  );
  expect(importing).toEqual([]);
});

test('fixtures register no hooks: they would run only for the first test file that imports them', () => {
  const fixtures = files.filter((file) => file.includes('/fixtures/'));
  expect(fixtures.length).toBeGreaterThan(0);
  const hook = /^(?:before|after)(?:Each|All)\(/m;
  expect(fixtures.filter((file) => hook.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});

/** APIs that browsers have only in secure contexts, so not over HTTP in an owner's network, and the files that check. */
const secureContextApis: readonly { api: RegExp; guards: readonly string[] }[] = [
  { api: /\brandomUUID\b/, guards: [] },
  // The dependency of the proof of work uses it: `app/config/media.ts` requires a secure origin for that.
  { api: /\bsubtle\b/, guards: [] },
  {
    api: /\b(?:navigator|device)\??\.clipboard\b|\bClipboardItem\b/,
    guards: ['web/browser/clipboard.ts', 'web/blog/post/start-post.ts'],
  },
  {
    api: /\b(?:navigator|device)\??\.(?:share|canShare)\b/,
    guards: ['web/downloader/media/web-share.ts', 'web/blog/post/start-post.ts'],
  },
  { api: /\bnavigator\??\.locks\b/, guards: ['web/admin/editor/draft/local-drafts.ts'] },
  {
    api: /\bnavigator\??\.serviceWorker\b|\bcaches\./,
    guards: ['web/downloader/home/home.tsx', 'web/downloader/home/service-worker.ts'],
  },
  {
    api: /\bnavigator\??\.(?:storage|credentials|mediaDevices|geolocation|wakeLock|userAgentData|usb|gpu)\b/,
    guards: [],
  },
  { api: /\bshow(?:SaveFile|OpenFile|Directory)Picker\b|\bcookieStore\b|\bNotification\./, guards: [] },
  {
    api: /\b(?:clipboard|share|canShare|locks|serviceWorker|storage)\b[^{}]*\}\s*=\s*(?:window\.)?navigator\b/,
    guards: [],
  },
];

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('browser code uses what only secure contexts have only where it is checked first', () => {
  const serverOnly = ['web/entry.server.tsx'];
  const browserFiles = files.filter(
    (file) => !isTestCode(file) && mayReachBrowser(file) && !serverOnly.includes(file),
  );
  const users = secureContextApis.map(({ api }) =>
    browserFiles.filter((file) => api.test(withoutComments(readFileSync(join('src', file), 'utf8')))),
  );
  expect(users.map((found) => found.toSorted())).toEqual(
    secureContextApis.map(({ guards }) => guards.toSorted()),
  );
});

test('only the entry points read the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join('src', file), 'utf8')));
  expect(readers.filter((file) => !entries.includes(file) && file !== 'architecture.test.ts')).toEqual([]);
});

test('no source file is longer than 300 lines, and no folder or file is a catch-all', () => {
  const long = files.filter(
    (file) => !isTestCode(file) && readFileSync(join('src', file), 'utf8').split('\n').length > 301,
  );
  expect(long).toEqual([]);
  const catchAll = /(^|\/)(utils|helpers|lib|common|shared|misc)(\/|\.tsx?$)|(^|\/)index\.tsx?$/;
  expect(files.filter((file) => catchAll.test(file))).toEqual([]);
});
