import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Who may import whose code (types may come from anywhere). `contract` stands for any feature's contract.ts.
 * This table is the law of the house; docs/architecture.md explains it.
 */
const mayImport: Record<string, readonly string[]> = {
  platform: [],
  i18n: [],
  threads: [],
  names: ['contract'],
  database: ['platform'],
  media: ['database', 'platform', 'i18n', 'names', 'contract'],
  verification: ['database', 'platform', 'i18n', 'contract'],
  blog: ['database', 'platform', 'i18n', 'contract'],
  desk: ['database', 'platform', 'i18n', 'contract'],
  assistant: ['database', 'platform', 'i18n', 'contract'],
  accounts: ['database', 'platform', 'i18n', 'contract'],
  archive: ['database', 'platform', 'i18n', 'contract'],
  web: ['i18n', 'names', 'contract'],
  http: ['platform', 'contract'],
  cli: ['platform', 'i18n', 'threads', 'media', 'names', 'contract'],
};

/** The process, its configuration and the composition root see everything; nothing but them is at the top. */
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

/** Post links are found in the page and on the server by the same code (docs/decisions/0029). */
const linkFinder = 'threads/find-post-links.ts';

interface Arrow {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path));

function arrowsOf(file: string): Arrow[] {
  const text = readFileSync(join('src', file), 'utf8');
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)]
    .map((match) => ({ typeOnly: match[1] !== undefined, target: match[2] ?? match[3] ?? '' }))
    .map(({ typeOnly, target }) => ({ from: file, to: resolveInside(file, target), typeOnly }))
    .filter((arrow) => arrow.to !== '');
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

/** Tests, and the fixtures beside them. */
function isTestCode(file: string): boolean {
  return /\.test\.tsx?$|\/fixtures\//.test(file);
}

function isForbidden({ from, to, typeOnly }: Arrow): boolean {
  const layer = from.split('/')[0] ?? '';
  const target = to.split('/')[0] ?? '';
  if (typeOnly || topFiles.includes(from) || layer === target) return false;
  if (layer === 'web' && to === linkFinder) return false;
  if (target === 'test') return !isTestCode(from);
  const allowed = mayImport[layer] ?? [];
  return !allowed.includes(target) && !(allowed.includes('contract') && /^[a-z]+\/contract\.ts$/.test(to));
}

test('no file imports across the table', () => {
  const forbidden = files.flatMap(arrowsOf).filter(isForbidden);
  expect(forbidden.map((arrow) => `${arrow.from} -> ${arrow.to}`)).toEqual([]);
});

test('the table itself would notice', () => {
  const arrow = (from: string, to: string) => ({ from, to, typeOnly: false });
  expect(isForbidden(arrow('threads/a.ts', 'platform/result.ts'))).toBe(true);
  expect(isForbidden(arrow('media/a.ts', 'threads/extract.ts'))).toBe(true);
  expect(isForbidden(arrow('media/a.ts', 'threads/contract.ts'))).toBe(false);
  expect(isForbidden(arrow('web/a.tsx', 'media/serve-media.ts'))).toBe(true);
  expect(isForbidden(arrow('web/a.tsx', 'threads/read-post.ts'))).toBe(true);
  expect(isForbidden(arrow('http/a.ts', linkFinder))).toBe(true);
  expect(isForbidden(arrow('http/a.ts', 'i18n/translate.ts'))).toBe(true);
  expect(isForbidden({ ...arrow('http/a.ts', 'services.ts'), typeOnly: true })).toBe(false);
});

test('every folder of the source is in the table', () => {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''));
  expect([...folders].filter((folder) => !(folder in mayImport))).toEqual([]);
  expect(files.filter((file) => !file.includes('/') && !topFiles.includes(file))).toEqual([]);
});

test('the product never sees the tests, and the fakes never see the product', () => {
  const product = files.filter((file) => !isTestCode(file)).flatMap(arrowsOf);
  expect(
    product
      .filter((arrow) => arrow.to.startsWith('test') || arrow.to.includes('/fixtures/'))
      .map((arrow) => arrow.from),
  ).toEqual([]);
  const fakes = readdirSync('test/fakes', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const seen = fakes.filter((path) =>
    /^import (?!type)[^;]*from '#(?!test\/)/m.test(readFileSync(join('test/fakes', path), 'utf8')),
  );
  expect(seen).toEqual([]);
});

test('a fixture has no hooks, which would run for the first of the files that share it only', () => {
  const fixtures = files.filter((file) => file.includes('/fixtures/'));
  expect(fixtures.length).toBeGreaterThan(0);
  const hook = /^(?:before|after)(?:Each|All)\(/m;
  expect(fixtures.filter((file) => hook.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});

test('only config reads the environment, and only main hands it over', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join('src', file), 'utf8')));
  expect(readers.filter((file) => !['main.ts', 'cli.ts', 'architecture.test.ts'].includes(file))).toEqual([]);
});

test('no file grows past 300 lines and no folder is a landing zone', () => {
  const long = files.filter((file) => readFileSync(join('src', file), 'utf8').split('\n').length > 301);
  expect(long).toEqual([]);
  const refused = /(^|\/)(utils|helpers|lib|common|shared|misc)(\/|\.tsx?$)|(^|\/)index\.tsx?$/;
  expect(files.filter((file) => refused.test(file))).toEqual([]);
});
