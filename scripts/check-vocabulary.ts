// Part of `npm run lint`: fails if a coined term of version 0.1 is back in a file name, the code or the docs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each term with the name to use. */
const coinedTerms: Record<string, string> = {
  bearable: 'cost',
  breathe: 'yieldToEventLoop',
  desk: 'editor or adminApi',
  judge: 'validate or classify',
  judged: 'validated or classified',
  judges: 'validates or classifies',
  keeper: 'store or cache',
  mend: 'hint',
  mends: 'hints',
  shelf: 'taxonomy or taxon',
  shelves: 'taxonomy or taxa',
  sow: 'seed',
  sower: 'seeder',
  sown: 'seeded',
  teller: 'emitter',
};

/** Real uses of a word, by the end of the path. */
const exceptions: Record<string, readonly string[]> = {
  'scripts/check-vocabulary.ts': Object.keys(coinedTerms),
  'scripts/check-vocabulary.test.ts': Object.keys(coinedTerms),
  'docs/decisions/0036-names-and-structure.md': ['desk', 'shelves'],
  // The name of a migration that databases store.
  'src/database/earlier-versions.test.ts': ['desk'],
};

const folders = ['src', 'test', 'scripts', 'bench', 'docs'];
// Texts for readers, and migrations that databases store by name.
const skipped = /(^|\/)(messages|migrations|seed|pictures)\//;

/** Words of a text in lower case, with camelCase names split. An email address counts as one word. */
function splitWords(text: string): Set<string> {
  const names = text.replace(/[\w.-]+@[\w.-]+/g, '').match(/[A-Za-z]+/g) ?? [];
  return new Set(
    names.flatMap((name) =>
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(' '),
    ),
  );
}

/** The coined terms in the path or the text of a file. */
export function findCoinedTerms(path: string, text: string): string[] {
  const words = splitWords(`${path} ${text}`);
  return Object.keys(coinedTerms).filter((term) => words.has(term) && !exceptions[path]?.includes(term));
}

if (import.meta.main) {
  const paths = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .concat('README.md', 'CONTRIBUTING.md')
    .filter((path) => /\.(tsx?|mjs|css|md)$/.test(path) && !skipped.test(path));
  const errors = paths.flatMap((path) =>
    findCoinedTerms(path, readFileSync(path, 'utf8')).map(
      (term) => `${path}: "${term}" is a coined term; use ${coinedTerms[term]}`,
    ),
  );
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
