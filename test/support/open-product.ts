import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright';
import { expect } from 'vitest';
import {
  type FakeThreads,
  type SeenRequest,
  startFakeThreads,
} from '#test/fakes/threads/start-fake-threads.ts';
import { connectBrowser } from './connect-browser.ts';
import { hydrated } from './hydrated.ts';
import { type RunningApp, startApp } from './start-app.ts';

export interface Product extends AsyncDisposable {
  app: RunningApp;
  threads: FakeThreads;
  browser: Browser;
  /** A fresh visitor on `path`. Console messages, page errors and requests to other origins fail the test at its end. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** A worker between page and server would hide requests from the tests that look at them; those of its own let it in. */
const visitorDefaults: BrowserContextOptions = {
  reducedMotion: 'reduce',
  locale: 'en-GB',
  serviceWorkers: 'block',
};
const workerBlocked = 'Service Worker registration blocked by Playwright';

interface Running {
  app: RunningApp;
  threads: FakeThreads;
  tickets: Set<string>;
  /** What former tests asked of the stand-in. */
  asked: SeenRequest[];
}

let browserOfThisFile: Promise<Browser> | null = null;
const running = new Map<string, Promise<Running>>();

/** Ends what the tests of a file have opened, and fails where a product kept something of its visitors. */
export async function endProducts(): Promise<void> {
  await (await browserOfThisFile)?.close();
  browserOfThisFile = null;
  const products = await Promise.all(running.values());
  running.clear();
  const traces = await Promise.all(products.map(end));
  expect(traces.flat(), 'a link, media address, ticket or IP left behind').toEqual([]);
}

/**
 * The built product, the stand-in for Threads, and a browser: one of each for a test file and an environment, every
 * visitor in a context of their own. What a test asks of the stand-in stands in `threads.requests` from its start.
 */
export async function openProduct(environment: Record<string, string> = {}): Promise<Product> {
  const key = JSON.stringify(environment);
  const started = running.get(key) ?? start(environment);
  running.set(key, started);
  const { app, threads, tickets, asked } = await started;
  asked.push(...threads.requests.splice(0));
  browserOfThisFile ??= connectBrowser();
  const browser = await browserOfThisFile;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  return {
    app,
    threads,
    browser,
    async visit(path, options = {}) {
      const context = await browser.newContext({ ...visitorDefaults, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        const isExpected = isRefusedTransfer(message, page) || message.text() === workerBlocked;
        if (['error', 'warning'].includes(message.type()) && !isExpected) {
          faults.push(`console: ${message.text()}`);
        }
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        const isOwn = url.origin === app.origin || ['data:', 'blob:'].includes(url.protocol);
        if (!isOwn) faults.push(`a request to ${url.origin}`);
        if (url.pathname.startsWith('/media/')) tickets.add(url.pathname.slice('/media/'.length));
      });
      await page.goto(app.origin + path);
      if (options.javaScriptEnabled !== false) await hydrated(page);
      return page;
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      expect(faults, 'console, page errors and requests to others').toEqual([]);
    },
  };
}

async function start(environment: Record<string, string>): Promise<Running> {
  const threads = await startFakeThreads();
  return {
    threads,
    app: await startApp({ ...threads.environment, ...environment }),
    tickets: new Set(),
    asked: [],
  };
}

/** What it left behind that it should not have. */
async function end({ app, threads, tickets, asked }: Running): Promise<string[]> {
  await app.stop();
  const traces = tracesIn(app, [...asked, ...threads.requests], threads.mediaHost, tickets);
  await app[Symbol.asyncDispose]();
  await threads[Symbol.asyncDispose]();
  return traces;
}

/** Chromium writes a line of its own for a transfer that was refused or cut, and for a page that answers a fault. */
function isRefusedTransfer(message: ConsoleMessage, page: Page): boolean {
  if (!message.text().startsWith('Failed to load resource')) return false;
  const { pathname } = new URL(message.location().url);
  const isRefusable = /^\/(media|functions|api\/admin|api\/accounts)\//.test(pathname);
  return isRefusable || pathname === new URL(page.url()).pathname;
}

/** Lines, files and rows of the product that hold what must never be kept. */
function tracesIn(
  app: RunningApp,
  requests: SeenRequest[],
  mediaHost: string,
  tickets: Set<string>,
): string[] {
  const asked = requests.flatMap(
    (request) => /\/(?:post|video|t|share)\/([\w-]{9,11})/.exec(request.path)?.[1] ?? [],
  );
  const mediaPaths = requests
    .filter((request) => request.host === 'media')
    .map((request) => new URL(request.path, 'http://x').pathname);
  const secrets = [...new Set([...asked, ...mediaPaths, ...tickets]), mediaHost];
  // An article may speak of links; what a visitor's link looks like is only a trace outside the database.
  const shapes = [...secrets, '/media/', 'threads.com/@'];
  const ips = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;
  const files = filesIn(app.dataDir);
  const holds = (text: string, words: string[]) => words.some((word) => text.includes(word));
  const outside = files.filter(({ path }) => !path.startsWith('database/'));
  const snapshots = files.filter(({ path }) => path.startsWith('database/snapshots/'));
  const rows = snapshots.flatMap(({ bytes }) => gunzipSync(bytes).toString('utf8').split('\n'));
  return [
    ...[...app.output, ...outside.map(({ bytes }) => bytes.toString('latin1'))].filter(
      (text) => ips.test(text) || holds(text, shapes),
    ),
    ...rows.filter((row) => ips.test(row) || holds(row, secrets)),
    ...files.filter(({ bytes }) => holds(bytes.toString('latin1'), secrets)).map(({ path }) => path),
  ];
}

function filesIn(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), bytes: readFileSync(path) }));
}
