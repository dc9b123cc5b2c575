import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright';
import { expect } from 'vitest';
import {
  type FakeThreads,
  type RecordedRequest,
  startFakeThreads,
} from '#test/fakes/threads/start-fake-threads.ts';
import { connectBrowser, waitForHydration } from './browser-page.ts';
import { type RunningApp, startApp } from './start-app.ts';

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** A service worker would hide requests from the tests. Its own tests allow it. */
const contextDefaults: BrowserContextOptions = {
  reducedMotion: 'reduce',
  locale: 'en-GB',
  serviceWorkers: 'block',
};
const workerBlocked = 'Service Worker registration blocked by Playwright';

interface Running {
  app: RunningApp;
  threads: FakeThreads;
  tickets: Set<string>;
  /** Requests of earlier tests to fake Threads. */
  earlierRequests: RecordedRequest[];
}

let sharedBrowser: Promise<Browser> | null = null;
const running = new Map<string, Promise<Running>>();

/** Stops all products of a test file. Fails if a product stored data of its users. */
export async function stopProducts(): Promise<void> {
  await (await sharedBrowser)?.close();
  sharedBrowser = null;
  const products = await Promise.all(running.values());
  running.clear();
  const traces = await Promise.all(products.map(stopProduct));
  expect(traces.flat(), 'traces of a link, media URL, ticket or IP address').toEqual([]);
}

/** One product per test file and environment. `threads.requests` has only those of the current test. */
export async function openProduct(environment: Record<string, string> = {}) {
  const key = JSON.stringify(environment);
  const started = running.get(key) ?? start(environment);
  running.set(key, started);
  const { app, threads, tickets, earlierRequests } = await started;
  earlierRequests.push(...threads.requests.splice(0));
  sharedBrowser ??= connectBrowser();
  const browser = await sharedBrowser;
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];

  return {
    app,
    threads,
    browser,
    /** Console messages, page errors and cross-origin requests fail the test when it ends. */
    async openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ ...contextDefaults, ...options });
      contexts.push(context);
      await context.addInitScript(reportPolicyViolations);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        const isExpected = isExpectedLoadError(message, page) || message.text() === workerBlocked;
        if (['error', 'warning'].includes(message.type()) && !isExpected) {
          errors.push(`console: ${message.text()}`);
        }
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        const isSameOrigin = url.origin === app.origin || ['data:', 'blob:'].includes(url.protocol);
        if (!isSameOrigin) errors.push(`a request to ${url.origin}`);
        if (url.pathname.startsWith('/media/')) tickets.add(url.pathname.slice('/media/'.length));
      });
      await page.goto(app.origin + path);
      if (options.javaScriptEnabled !== false) await waitForHydration(page);
      return page;
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      expect(errors, 'console messages, page errors and cross-origin requests').toEqual([]);
    },
  };
}

/** A violation that the page catches, such as `eval` in a `try`, is not in the console by itself. */
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.error(`the policy blocked ${effectiveDirective} ${blockedURI} in ${sourceFile}`);
  });
}

async function start(environment: Record<string, string>): Promise<Running> {
  const threads = await startFakeThreads();
  return {
    threads,
    app: await startApp({ ...threads.environment, ...environment }),
    tickets: new Set(),
    earlierRequests: [],
  };
}

async function stopProduct({ app, threads, tickets, earlierRequests }: Running): Promise<string[]> {
  await app.stop();
  const traces = findTraces(app, [...earlierRequests, ...threads.requests], threads.mediaHost, tickets);
  await app[Symbol.asyncDispose]();
  await threads[Symbol.asyncDispose]();
  return traces;
}

/** Chromium logs a rejected or aborted transfer, and a page with an error status. */
function isExpectedLoadError(message: ConsoleMessage, page: Page): boolean {
  if (!message.text().startsWith('Failed to load resource')) return false;
  // A request that the test has aborted.
  if (message.text().endsWith('net::ERR_FAILED')) return true;
  const { pathname } = new URL(message.location().url);
  const isRejectable = /^\/(media|functions|api\/admin|api\/accounts)\//.test(pathname);
  return isRejectable || pathname === new URL(page.url()).pathname;
}

/** Log lines, files and rows that contain what must never be stored. */
function findTraces(
  app: RunningApp,
  requests: RecordedRequest[],
  mediaHost: string,
  tickets: Set<string>,
): string[] {
  const linkCodes = requests.flatMap(
    (request) => /\/(?:post|video|t|share)\/([\w-]{9,11})/.exec(request.path)?.[1] ?? [],
  );
  const mediaPaths = requests
    .filter((request) => request.host === 'media')
    .map((request) => new URL(request.path, 'http://x').pathname);
  const secrets = [...new Set([...linkCodes, ...mediaPaths, ...tickets]), mediaHost];
  // Articles may mention links, so URL patterns are traces only outside the database.
  const shapes = [...secrets, '/media/', 'threads.com/@'];
  const ips = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;
  const files = listFiles(app.dataDir);
  const containsAny = (text: string, needles: string[]) => needles.some((needle) => text.includes(needle));
  const outside = files.filter(({ path }) => !path.startsWith('database/'));
  const snapshots = files.filter(({ path }) => path.startsWith('database/snapshots/'));
  const rows = snapshots.flatMap(({ bytes }) => gunzipSync(bytes).toString('utf8').split('\n'));
  return [
    ...[...app.output, ...outside.map(({ bytes }) => bytes.toString('latin1'))].filter(
      (text) => ips.test(text) || containsAny(text, shapes),
    ),
    ...rows.filter((row) => ips.test(row) || containsAny(row, secrets)),
    ...files.filter(({ bytes }) => containsAny(bytes.toString('latin1'), secrets)).map(({ path }) => path),
  ];
}

function listFiles(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), bytes: readFileSync(path) }));
}
