import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeedData } from '#database/seed.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { everyPublicPage } from '#test/support/public-routes.ts';
import { startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { blogPostPath } from '#web/paths.ts';

const run = promisify(execFile);
const hasJava = await run('java', ['-version']).then(
  () => true,
  () => false,
);

const rules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // React's HTML style is valid: <meta/>, charSet, required="", hidden="".
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Heading IDs use the script of their language.
    'valid-id': ['error', { relaxed: true }],
  },
};

/** Special lists: paged, filtered, empty. */
const lists = ['/blog?page=2', '/th/blog?search=threads', '/de/blog?search=nothing-like-this'];
const posts = (await readSeedData('demo', Date.now())).articles.flatMap((article) =>
  article.posts.map(({ locale, slug }) => localizedPath(locale as Locale, blogPostPath(slug))),
);
/** The HTTP server renders the API page, so routes.ts does not list it. */
const everyPath = [...new Set([...everyPublicPage.map(({ path }) => path), ...lists, ...posts, '/api'])];
/** Without stress mode: the German pages, the lists and the API page. */
const samplePaths = [
  ...everyPublicPage.filter(({ locale }) => locale === 'de').map(({ path }) => path),
  ...lists,
  '/api',
];
const paths = isStress ? everyPath : samplePaths;
/** The first start renders every cover in all sizes. */
const firstSeedMs = 300_000;
/** For over a hundred pages on a possibly busy machine. */
const checkMs = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'unspool-html-'));
const files = new Map<string, string>();

beforeAll(async () => {
  await using app = await startApp({ SEED: 'demo' });
  for (const [index, path] of paths.entries()) {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, await (await fetch(app.origin + path)).text());
    files.set(file, path);
  }
}, firstSeedMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('html-validate finds no error on any public page', async () => {
  const checker = new HtmlValidate(new StaticConfigLoader(rules));
  const errors: PageError[] = [];
  for (const [file, path] of files) {
    const { results } = await checker.validateFile(file);
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages)) {
      errors.push({ path, what: `${ruleId}: ${message} (${selector})` });
    }
  }
  expect(files.size).toBe(paths.length);
  expect(groupErrors(errors)).toEqual([]);
});

interface PageError {
  path: string;
  what: string;
}

/** Reports the same error on many pages as one line. */
function groupErrors(errors: PageError[]): string[] {
  const groups = Map.groupBy(errors, ({ what }) => what);
  return [...groups].map(
    ([what, { length, 0: first }]) => `${what} on ${first?.path} and ${length - 1} others`,
  );
}

interface NuReport {
  messages: { type: string; url: string; message: string; extract?: string }[];
}

const nuName = hasJava
  ? 'the W3C checker finds no error on public pages'
  : 'the W3C checker is left out: there is no Java on this machine';

test.runIf(isStress && hasJava)(
  nuName,
  async () => {
    const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));
    const options = ['-Xmx512m', '-jar', jar, '--exit-zero-always', '--format', 'json'];
    const { stderr } = await run('java', [...options, ...files.keys()], { maxBuffer: 32 * 1024 * 1024 });
    const { messages }: NuReport = JSON.parse(stderr);
    const errors = messages
      .filter(({ type }) => type !== 'info')
      .map(({ url, message, extract = '' }) => ({
        path: files.get(new URL(url).pathname) ?? url,
        what: `${message} ${extract}`,
      }));
    expect(groupErrors(errors)).toEqual([]);
  },
  checkMs,
);
