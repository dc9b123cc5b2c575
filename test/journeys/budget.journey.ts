import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { sendForm, signInAsOwner } from '#test/support/admin-session.ts';
import { pageScriptBytes, pageScripts } from '#test/support/page-scripts.ts';
import { routesIn } from '#test/support/public-routes.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { isInBundle, messageParts } from '../../scripts/message-bundles.ts';

const homeBudgetBytes = 28_000;
/** Of React alone. */
const reactBytes = 60_000;
const listBudgetBytes = 7_000;
const postBudgetBytes = 9_000;
const editorBudgetBytes = 250_000;
/** Admin pages that users keep open. */
const adminBudgets = {
  '/admin/blog': 111_500,
  '/admin/blog/new': 112_500,
  '/admin/categories': 142_500,
  '/admin/tags': 142_500,
};

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ SEED: 'demo' });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
});

test.each(locales)('the scripts of the home page in %s stay within 28 KB', async (locale) => {
  const bytes = await pageScriptBytes(app.origin, localizedPath(locale, '/'));
  expect(bytes).toBeLessThanOrEqual(homeBudgetBytes);
  // Less would mean that Preact is missing from the count.
  expect(bytes).toBeGreaterThan(20_000);
});

test.each(locales)('the scripts of the contact form in %s stay within 24 KB', async (locale) => {
  const bytes = await pageScriptBytes(app.origin, localizedPath(locale, '/contact'));
  expect(bytes).toBeLessThanOrEqual(24_000);
  expect(bytes).toBeGreaterThan(15_000);
});

test.each(locales)(
  'messages needed only after a link are not in the initial scripts in %s',
  async (locale) => {
    const first = (await pageScripts(app.origin, localizedPath(locale, '/'))).join('\n');
    const listKeys = (bundle: 'start' | 'later') =>
      [...messageParts.keys()].filter((key) => isInBundle(bundle, key));
    // The server renders error messages, or they come after a link, so they are not included either.
    const leakedKeys = listKeys('later').filter(
      (key) => first.includes(`"${key}"`) || first.includes(`\`${key}\``),
    );
    expect(leakedKeys).toEqual([]);
    expect(listKeys('later').length).toBeGreaterThan(50);
    expect(listKeys('start').filter((key) => !first.includes(`"${key}"`))).toEqual([]);
  },
);

test.each(locales)(
  'the scripts of the list of posts in %s stay within 7 KB, without React',
  async (locale) => {
    for (const { path } of routesIn(locale).filter(({ pattern }) => pattern.endsWith('/blog'))) {
      const bytes = await pageScriptBytes(app.origin, path);
      expect(bytes, path).toBeLessThanOrEqual(listBudgetBytes);
      expect((await pageScripts(app.origin, path)).join('\n'), path).toContain('popstate');
    }
  },
);

test.each(locales)('the scripts of a post in %s stay within 9 KB, without React', async (locale) => {
  for (const { path } of routesIn(locale).filter(({ pattern }) => pattern.endsWith('/blog/:slug'))) {
    const bytes = await pageScriptBytes(app.origin, path);
    expect(bytes, path).toBeLessThanOrEqual(postBudgetBytes);
    expect((await pageScripts(app.origin, path)).join('\n'), path).toContain('view_count');
  }
});

test('the pages of authors, categories and tags run no module scripts', async () => {
  const lists = routesIn('de').filter(({ pattern }) => /\/blog\/\w+\/:slug$/.test(pattern));
  expect(lists).toHaveLength(3);
  for (const { path } of lists) {
    const html = await (await fetch(app.origin + path)).text();
    expect(html, path).toContain('<h1');
    expect(html, path).not.toMatch(/modulepreload|type="module"|data-preload/);
  }
});

test('the scripts of the administration stay within 113 KB, and 143 KB with the router, in every language', async () => {
  const cookie = await signInAsOwner(app);
  for (const locale of locales) {
    const fields = { intent: 'language', language: locale };
    await sendForm(app, '/admin/account', { cookie, fields });
    for (const [path, budget] of Object.entries(adminBudgets)) {
      const bytes = await pageScriptBytes(app.origin, path, cookie);
      expect(bytes, `${path} in ${locale}`).toBeLessThanOrEqual(budget);
      expect(bytes, `${path} in ${locale}`).toBeGreaterThan(reactBytes);
    }
  }
});

test('the scripts of the editor, text editor included, stay within 250 KB in every language', async () => {
  const cookie = await signInAsOwner(app);
  const late = listStaticImports('rich-text-editor');
  for (const locale of locales) {
    const fields = { intent: 'language', language: locale };
    await sendForm(app, '/admin/account', { cookie, fields });
    const page = await pageScripts(app.origin, '/admin/blog/new', cookie);
    const codes = new Set([...page, ...late.map((file) => readFileSync(file, 'utf8'))]);
    const bytes = [...codes].reduce((sum, code) => sum + gzipSync(code).length, 0);
    expect(bytes, locale).toBeLessThanOrEqual(editorBudgetBytes);
    // Less would mean that the text editor is missing from the count.
    expect(bytes, locale).toBeGreaterThan(editorBudgetBytes * 0.8);
  }
});

/** The chunk and what it imports at once. */
function listStaticImports(chunk: string): string[] {
  const folder = 'build/client/assets';
  const files = new Set(globSync(join(folder, `${chunk}-*.js`)));
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g,
    ))
      files.add(join(folder, name));
  return [...files];
}

test('the 404 page sends no scripts but the one of the theme', async () => {
  const page = await (await fetch(`${app.origin}/no/such/page`)).text();
  expect(page).toContain('<h1');
  expect(page.match(/<script(?! type="application\/ld\+json")/g)).toHaveLength(1);
  expect(page).toContain('applyTheme');
  expect(page).not.toMatch(/<script[^>]* src|modulepreload/);
});

test('scripts are sent with the compression from the build', async () => {
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(app.origin)).text()) ?? [];
  for (const encoding of ['br', 'gzip']) {
    const response = await fetch(app.origin + script, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(readFileSync(`build/client${script}`, 'utf8'));
  }
});
