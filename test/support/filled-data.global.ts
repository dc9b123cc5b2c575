import { filledDataDir } from './start-app.ts';

/** The first start of a database takes its time, most of it for the pictures: once, before any journey waits for it. */
export default async function setup(): Promise<void> {
  for (const seed of ['none', 'demo']) await filledDataDir(seed);
}
