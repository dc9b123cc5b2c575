// `npm run patterns`: checks the regular expressions of the product that are not recorded as linear yet, and records
// those that are. Each takes up to ten seconds. The others must be changed, or bounded with a reason.
import { readFileSync, writeFileSync } from 'node:fs';
import { isBounded } from './pattern-check/bounded-patterns.ts';
import { findSlowness } from './pattern-check/check-pattern.ts';
import { describeLiteral, findPatterns } from './pattern-check/find-patterns.ts';

const recordFile = new URL('pattern-check/linear-patterns.json', import.meta.url);
const recorded = new Set<string>(JSON.parse(readFileSync(recordFile, 'utf8')));
const linear = new Set<string>();
for (const { file, literal } of findPatterns()) {
  if (literal === null) continue;
  const name = describeLiteral(literal);
  if (isBounded(file, name) || linear.has(name)) continue;
  const slowness = recorded.has(name) ? null : findSlowness(literal);
  if (slowness === null) linear.add(name);
  else console.error(`${file}: ${name}: ${slowness}`);
}
writeFileSync(recordFile, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
