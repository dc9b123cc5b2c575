import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { median } from './figures.ts';

/** A built checkout: this one, and perhaps an older one to compare with. */
export type Trees = readonly string[];

export function listTrees(against: string | undefined): Trees {
  if (against === undefined) return ['.'];
  if (!existsSync(`${against}/build/.unspool-built`))
    throw new Error(`${against} has no build: run "node scripts/prepare.mjs" there`);
  return ['.', against];
}

/** A module of a tree. Its other imports are resolved in that tree. */
export async function importFrom<T>(tree: string, file: string): Promise<T> {
  return (await import(resolve(tree, file))) as T;
}

export interface Product extends RunningApp {
  tree: string;
}

/** The built server of each tree, all running at once. */
export async function startProducts(trees: Trees, environment: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack();
  const products: Product[] = [];
  for (const tree of trees) {
    const app = stack.use(await startApp({ LOG_LEVEL: 'info', ...environment }, tree));
    products.push({ ...app, tree });
  }
  return { products, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/**
 * Measures all sides in each round, in alternating order, so that other load on the machine affects them
 * alike. Returns the medians of a figure, one for each side.
 */
export async function interleave<T, Name extends string>(
  rounds: number,
  sides: readonly T[],
  measure: (side: T) => Promise<Record<Name, number>>,
): Promise<(name: Name) => number[]> {
  const results = sides.map((): Record<Name, number>[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...sides.entries()];
    for (const [index, side] of round % 2 === 0 ? order : order.toReversed())
      results[index]?.push(await measure(side));
  }
  return (name) => results.map((list) => median(list.map((figures) => figures[name])));
}
