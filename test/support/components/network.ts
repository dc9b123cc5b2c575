import type { Request, Route } from 'playwright';
import type { BrowserCommand } from 'vitest/node';

/** An answer to requests from a component test. Without a body, the response is empty. */
export interface StubResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** Fails the request as a lost connection does. */
  isOffline?: boolean;
  /** The response waits for `releaseResponses`. */
  isHeld?: boolean;
}

export interface RecordedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  /** Parsed where it is JSON, otherwise the text; null without a body. */
  body: unknown;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    stubResponses(request: string, responses: StubResponse[]): Promise<void>;
    listRequests(): Promise<RecordedRequest[]>;
    releaseResponses(): Promise<void>;
    resetNetwork(): Promise<void>;
  }
}

interface Stub {
  method: string;
  path: RegExp;
  responses: StubResponse[];
}

interface Network {
  stubs: Stub[];
  requests: RecordedRequest[];
  held: (() => void)[];
}

/** One per test page. Routes are installed with the first stub and answer only what a stub names. */
const networks = new Map<string, Network>();
const stubbedPaths = /\/(?:api|functions|media|blog-stub)\//;

/**
 * Answers `METHOD /path` (a `*` stands for anything but `?`; the query is ignored unless the pattern has one) with each
 * response in turn, the last one for good. A later stub of the same request replaces the earlier one.
 */
export const stubResponses: BrowserCommand<[request: string, responses: StubResponse[]]> = async (
  { sessionId, context },
  request,
  responses,
) => {
  let network = networks.get(sessionId);
  if (!network) {
    network = { stubs: [], requests: [], held: [] };
    networks.set(sessionId, network);
    const installed = network;
    await context.route(
      (url) => stubbedPaths.test(url.pathname) && !url.pathname.startsWith('/src/'),
      (route, sent) => respond(installed, route, sent),
    );
  }
  const [method = '', path = ''] = request.split(' ');
  network.stubs.unshift({ method, path: toPattern(path), responses: [...responses] });
};

/** Requests since the start of the test, in the order they arrived. */
export const listRequests: BrowserCommand<[]> = async ({ sessionId }) =>
  networks.get(sessionId)?.requests ?? [];

/** Lets every held response go, those that are still to come included. */
export const releaseResponses: BrowserCommand<[]> = async ({ sessionId }) => {
  const network = networks.get(sessionId);
  for (const { responses } of network?.stubs ?? []) for (const response of responses) delete response.isHeld;
  for (const release of network?.held.splice(0) ?? []) release();
};

export const resetNetwork: BrowserCommand<[]> = async ({ sessionId }) => {
  const network = networks.get(sessionId);
  if (!network) return;
  for (const release of network.held.splice(0)) release();
  network.stubs = [];
  network.requests = [];
};

function toPattern(path: string): RegExp {
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^?]*');
  return new RegExp(path.includes('?') ? `^${source}$` : `^${source}(?:\\?.*)?$`);
}

async function respond(network: Network, route: Route, request: Request): Promise<void> {
  const url = new URL(request.url());
  const path = url.pathname + url.search;
  const stub = network.stubs.find(
    (candidate) => candidate.method === request.method() && candidate.path.test(path),
  );
  network.requests.push({
    method: request.method(),
    path,
    headers: request.headers(),
    body: parseBody(request.postData()),
  });
  const response = stub && (stub.responses.length > 1 ? stub.responses.shift() : stub.responses[0]);
  if (!response) {
    await route.fulfill({ status: 501, body: `no stub for ${request.method()} ${path}` });
    return;
  }
  if (response.isHeld) await new Promise<void>((release) => network.held.push(release));
  if (response.isOffline) {
    await route.abort('internetdisconnected');
    return;
  }
  const { status = 200, headers = {}, body = '' } = response;
  const isText = typeof body === 'string';
  await route
    .fulfill({
      status,
      headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
      body: isText ? body : JSON.stringify(body),
    })
    // The page has cancelled the request meanwhile, as a component does that is removed.
    .catch((error: Error) => {
      if (!/already handled|closed|Invalid InterceptionId/i.test(error.message)) throw error;
    });
}

function parseBody(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
