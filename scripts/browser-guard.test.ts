import { expect, test } from 'vitest';
import { buildFiles } from '#test/support/build-files.ts';
import { browserGuard, mayReachBrowser } from './browser-guard.ts';

test.each([
  'web/root.tsx',
  'web/ui/button.tsx',
  'i18n/locales.ts',
  'filenames/filename.ts',
  'blog/editing-contract.ts',
  'media/contract.ts',
  'media/document-sections.ts',
  'media/formatted-text.ts',
  'media/post-documents.ts',
  'media/post-markdown.ts',
  'platform/escape-html.ts',
  'platform/escape-markdown.ts',
  'threads/post-links.ts',
  'content/normalize-html.ts',
])('%s may reach the browser', (file) => {
  expect(mayReachBrowser(file)).toBe(true);
});

test.each([
  'media/serve.ts',
  'threads/reader.ts',
  'app/config.ts',
  'i18n/server-translator.ts',
  'media/deep/contract.ts',
  'database/schema.ts',
  'content/sanitize-content.ts',
])('%s may not reach the browser', (file) => {
  expect(mayReachBrowser(file)).toBe(false);
});

const buildProject = (files: Record<string, string>) => buildFiles(files, 'src/web/entry.js', browserGuard());

test('a build without server code passes', async () => {
  await buildProject({ 'src/web/entry.js': 'export const a = 1;' });
});

test('a build with server code fails, and names the import that brought it in', async () => {
  const files = {
    'src/web/entry.js': "import { secret } from '../media/seal.js'; console.log(secret);",
    'src/media/seal.js': 'export const secret = 1;',
  };
  await expect(buildProject(files)).rejects.toThrow(/src\/media\/seal\.js, imported by web\/entry\.js/);
});
