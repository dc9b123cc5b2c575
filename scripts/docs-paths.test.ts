import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(path));
const documents = files.filter((path) => path.endsWith('.md') && !path.includes('/fixtures/'));

/** A path in code, such as `src/cli.ts`, `draft/use-draft.ts` or `*.journey.ts`. Other names are data or commands. */
const pathPattern =
  /`((?:(?:[\w.@$*-]+\/)+[\w.@$*{},-]+\.(?:tsx?|mjs|css|json|md|sql|yaml|conf)|[\w.*-]+\.tsx?|(?:src|docs|scripts|test|bench|deploy|public|assets)\/[\w./*-]*))`/g;
const linkPattern = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

/** Paths may be relative to the document, to the project, or to a feature that the text is about. */
function isFile(path: string, document: string): boolean {
  const name = path.replace(/\/$/, '');
  if (existsSync(join(dirname(document), name)) || existsSync(name)) return true;
  return files.some((file) => matchesGlob(file, `**/${name}`) || file.includes(`/${name}/`));
}

test('every path in the documents exists', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    const links = [...text.matchAll(linkPattern)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(dirname(document), link)));
    const paths = [...text.matchAll(pathPattern)]
      .map(([, path = '']) => path)
      .filter((path) => !/^(?:build|node_modules|\.cache)\//.test(path) && !isFile(path, document));
    return [...links, ...paths].map((path) => `${document}: ${path}`);
  });
  expect(documents.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
