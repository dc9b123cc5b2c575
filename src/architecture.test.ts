import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Which folder may import which; type imports are always allowed. `contract` is any feature's contract.ts.
 * docs/architecture.md explains the table.
 */
const allowedImports: Record<string, readonly string[]> = {
  platform: [],
  i18n: [],
  threads: [],
  names: ['contract'],
  database: ['platform'],
  media: ['database', 'platform', 'i18n', 'names', 'contract'],
  verification: ['database', 'platform', 'i18n', 'contract'],
  blog: ['database', 'platform', 'i18n', 'contract'],
  desk: ['blog', 'database', 'platform', 'i18n', 'contract'],
  assistant: ['database', 'platform', 'i18n', 'contract'],
  accounts: ['database', 'platform', 'i18n', 'contract'],
  archive: ['blog', 'database', 'platform', 'i18n', 'contract'],
  web: ['i18n', 'names', 'contract'],
  http: ['platform', 'contract'],
  cli: ['platform', 'i18n', 'threads', 'media', 'names', 'contract'],
};

/** Entry points, configuration and composition root may import anything. No other top-level files exist. */
const topFiles = [
  'main.ts',
  'cli.ts',
  'services.ts',
  'create-assistance.ts',
  'create-extraction.ts',
  'create-letters.ts',
  'create-measures.ts',
  'open-archive.ts',
  'sow-first-articles.ts',
  'create-letters.ts',
  'guard-threads.ts',
  'guard-threads.test.ts',
  'config.ts',
  'config-media.ts',
  'config-proofs.ts',
  'config-nodes.ts',
  'architecture.test.ts',
  'config.test.ts',
  'constants.test.ts',
  'editor-html.test.ts',
];

/** Browser and server find post links with the same code (docs/decisions/0029). */
const linkFinder = 'threads/find-post-links.ts';

interface ImportEdge {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path));

function findImports(file: string): ImportEdge[] {
  const text = readFileSync(join('src', file), 'utf8');
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)]
    .map((match) => ({ typeOnly: match[1] !== undefined, target: match[2] ?? match[3] ?? '' }))
    .map(({ typeOnly, target }) => ({ from: file, to: resolveInside(file, target), typeOnly }))
    .filter((importEdge) => importEdge.to !== '');
}

function resolveInside(file: string, target: string): string {
  if (target.startsWith('#test/')) return 'test';
  if (target.startsWith('#')) return target.slice(1);
  return target.startsWith('.')
    ? normalize(join(dirname(file), target))
        .split(sep)
        .join('/')
    : '';
}

function isTestCode(file: string): boolean {
  return /\.test\.tsx?$|\/fixtures\//.test(file);
}

function isForbidden({ from, to, typeOnly }: ImportEdge): boolean {
  const layer = from.split('/')[0] ?? '';
  const target = to.split('/')[0] ?? '';
  if (typeOnly || topFiles.includes(from) || layer === target) return false;
  if (layer === 'web' && to === linkFinder) return false;
  if (target === 'test') return !isTestCode(from);
  const allowed = allowedImports[layer] ?? [];
  return !allowed.includes(target) && !(allowed.includes('contract') && /^[a-z]+\/contract\.ts$/.test(to));
}

test('no file has a forbidden import', () => {
  const forbidden = files.flatMap(findImports).filter(isForbidden);
  expect(forbidden.map((importEdge) => `${importEdge.from} -> ${importEdge.to}`)).toEqual([]);
});

test('the table rejects forbidden imports and allows the others', () => {
  const importEdge = (from: string, to: string) => ({ from, to, typeOnly: false });
  expect(isForbidden(importEdge('threads/a.ts', 'platform/result.ts'))).toBe(true);
  expect(isForbidden(importEdge('media/a.ts', 'threads/extract.ts'))).toBe(true);
  expect(isForbidden(importEdge('media/a.ts', 'threads/contract.ts'))).toBe(false);
  expect(isForbidden(importEdge('web/a.tsx', 'media/serve-media.ts'))).toBe(true);
  expect(isForbidden(importEdge('web/a.tsx', 'threads/read-post.ts'))).toBe(true);
  expect(isForbidden(importEdge('http/a.ts', linkFinder))).toBe(true);
  expect(isForbidden(importEdge('http/a.ts', 'i18n/translate.ts'))).toBe(true);
  expect(isForbidden({ ...importEdge('http/a.ts', 'services.ts'), typeOnly: true })).toBe(false);
});

test('every source folder is in the table', () => {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''));
  expect([...folders].filter((folder) => !(folder in allowedImports))).toEqual([]);
  expect(files.filter((file) => !file.includes('/') && !topFiles.includes(file))).toEqual([]);
});

test('product code never imports tests, and the fakes never import product code', () => {
  const product = files.filter((file) => !isTestCode(file)).flatMap(findImports);
  expect(
    product
      .filter((importEdge) => importEdge.to.startsWith('test') || importEdge.to.includes('/fixtures/'))
      .map((importEdge) => importEdge.from),
  ).toEqual([]);
  const fakes = readdirSync('test/fakes', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const violations = fakes.filter((path) =>
    /^import (?!type)[^;]*from '#(?!test\/)/m.test(readFileSync(join('test/fakes', path), 'utf8')),
  );
  expect(violations).toEqual([]);
});

test('fixtures have no hooks, which would run only for the first test file that imports them', () => {
  const fixtures = files.filter((file) => file.includes('/fixtures/'));
  expect(fixtures.length).toBeGreaterThan(0);
  const hook = /^(?:before|after)(?:Each|All)\(/m;
  expect(fixtures.filter((file) => hook.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});

test('only the entry points read process.env', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join('src', file), 'utf8')));
  expect(readers.filter((file) => !['main.ts', 'cli.ts', 'architecture.test.ts'].includes(file))).toEqual([]);
});

test('no source file exceeds 300 lines, and no file or folder has a catch-all name', () => {
  const long = files.filter(
    (file) => !isTestCode(file) && readFileSync(join('src', file), 'utf8').split('\n').length > 301,
  );
  expect(long).toEqual([]);
  const disallowed = /(^|\/)(utils|helpers|lib|common|shared|misc)(\/|\.tsx?$)|(^|\/)index\.tsx?$/;
  expect(files.filter((file) => disallowed.test(file))).toEqual([]);
});
