import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { browserLaunchOptions } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** WebSocket URL of the browser process that all journeys share. */
    browserEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(browserLaunchOptions());
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
