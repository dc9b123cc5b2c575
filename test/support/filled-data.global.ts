import { filledDataDir } from './start-app.ts';

/** The first start of a database is slow, mostly because of the images, so all journeys share it. */
export default async function setup(): Promise<void> {
  for (const seed of ['none', 'demo']) await filledDataDir(seed);
}
