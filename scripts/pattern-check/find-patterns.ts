import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { child, getString, parseSource, walk } from '../message-check/syntax-tree.ts';

export interface FoundPattern {
  file: string;
  /** null: built at run time. */
  literal: { source: string; flags: string } | null;
}

/** All regular expressions of a TypeScript source. */
export function findPatternsIn(file: string, text: string): FoundPattern[] {
  return [...walk(parseSource(file, text))].flatMap((node): FoundPattern[] => {
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (node.type === 'Literal' && regex)
      return [{ file, literal: { source: regex.pattern, flags: regex.flags } }];
    const isBuilt = /^(?:New|Call)Expression$/.test(node.type);
    return isBuilt && getString(child(node, 'callee'), 'name') === 'RegExp' ? [{ file, literal: null }] : [];
  });
}

/** Of the product, without test code. */
export function findPatterns(): FoundPattern[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path).split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/fixtures\//.test(path))
    .flatMap((path) => findPatternsIn(path, readFileSync(path, 'utf8')));
}

export const describeLiteral = ({ source, flags }: { source: string; flags: string }) =>
  `/${source}/${flags}`;
