import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { browserLaunchOptions } from './browser.ts';
import { filledDataDir, preparedSeeds } from './start-app.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** WebSocket URL of the browser process that all journeys share. */
    browserEndpoint: string;
  }
}

/** All files of a run share a browser and the data of a first start, which is slow, mostly because of the images. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().browserEndpoint) return undefined;
  for (const seed of preparedSeeds) await filledDataDir(seed);
  const server = await chromium.launchServer(browserLaunchOptions());
  project.vitest.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
