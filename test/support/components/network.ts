import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Route } from 'playwright';
import type { BrowserCommand } from 'vitest/node';
import type { EditorPost, SavePostRequest } from '#blog/editing-contract.ts';

/** Without a body, the response is empty. */
export interface StubResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  isOffline?: boolean;
  /** The response waits for `releaseResponses`. */
  isPending?: boolean;
  /** Sent in pieces instead of `body`. With `isPending`, all but the first wait for `releaseResponses`. */
  chunks?: string[];
  /** Responds with this post and the saved fields, one version on. Later saves build on it. */
  savedPost?: EditorPost;
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Parsed if it is JSON; null without a body; of more than a million characters, only their number. */
  body: unknown;
  isCancelled?: boolean;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    stubResponses(request: string, responses: StubResponse[], bodyPart?: string): Promise<void>;
    listRequests(): Promise<RecordedRequest[]>;
    releaseResponses(): Promise<void>;
    resetNetwork(): Promise<void>;
  }
}

interface Stub {
  method: string;
  path: RegExp;
  bodyPart: string;
  responses: StubResponse[];
}

interface Network {
  stubs: Stub[];
  requests: RecordedRequest[];
  pending: (() => void)[];
}

const networks = new Map<string, Network>();
const stubbedPaths = /\/(?:api|functions|media|files|blog-stub|admin\/preview)\//;

/**
 * Responds to `METHOD /path` with each response in turn, and with the last one for good. `*` stands for
 * anything but `?`. With `bodyPart`, only requests whose body contains it match.
 */
export const stubResponses: BrowserCommand<
  [request: string, responses: StubResponse[], bodyPart?: string]
> = async ({ sessionId, context }, request, responses, bodyPart = '') => {
  let network = networks.get(sessionId);
  if (!network) {
    network = { stubs: [], requests: [], pending: [] };
    networks.set(sessionId, network);
    const installed = network;
    await context.route(
      // Modules may match a stubbed path. The URL of a test file has its whole path.
      (url) => isStubbed(installed, url) && !url.pathname.includes('/src/'),
      (route, sent) => respond(installed, route, sent),
    );
  }
  const [method = '', path = ''] = request.split(' ');
  network.stubs.unshift({ method, path: toPattern(path), bodyPart, responses: [...responses] });
};

export const listRequests: BrowserCommand<[]> = async ({ sessionId }) =>
  networks.get(sessionId)?.requests ?? [];

/** Sends all pending responses, including later ones. */
export const releaseResponses: BrowserCommand<[]> = async ({ sessionId }) => {
  const network = networks.get(sessionId);
  for (const { responses } of network?.stubs ?? [])
    for (const response of responses) delete response.isPending;
  for (const release of network?.pending.splice(0) ?? []) release();
};

export const resetNetwork: BrowserCommand<[]> = async ({ sessionId }) => {
  const network = networks.get(sessionId);
  if (!network) return;
  for (const release of network.pending.splice(0)) release();
  network.stubs = [];
  network.requests = [];
};

function isStubbed({ stubs }: Network, { pathname, search }: URL): boolean {
  return stubbedPaths.test(pathname) || stubs.some(({ path }) => path.test(pathname + search));
}

function toPattern(path: string): RegExp {
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^?]*');
  return new RegExp(path.includes('?') ? `^${source}$` : `^${source}(?:\\?.*)?$`);
}

async function respond(network: Network, route: Route, request: Request): Promise<void> {
  const url = new URL(request.url());
  const path = url.pathname + url.search;
  const text = request.postData();
  const stub = network.stubs.find(
    ({ method, path: pattern, bodyPart }) =>
      method === request.method() && pattern.test(path) && (text ?? '').includes(bodyPart),
  );
  const recorded: RecordedRequest = {
    method: request.method(),
    path,
    headers: request.headers(),
    body: parseBody(text),
  };
  network.requests.push(recorded);
  const response = stub && (stub.responses.length > 1 ? stub.responses.shift() : stub.responses[0]);
  if (!response) {
    await route.fulfill({ status: 501, body: `no stub for ${request.method()} ${path}` });
    return;
  }
  if (response.chunks) {
    await route.continue({ url: await openStream(network, response, recorded), method: 'GET' });
    return;
  }
  if (response.isPending) await new Promise<void>((release) => network.pending.push(release));
  if (response.isOffline) {
    await route.abort('internetdisconnected');
    return;
  }
  if (response.savedPost) {
    response.savedPost = savePost(response.savedPost, recorded.body as SavePostRequest);
    response.body = response.savedPost;
  }
  const { status = 200, headers = {}, body = '' } = response;
  const isText = typeof body === 'string';
  await route
    .fulfill({
      status,
      headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
      body: isText ? body : JSON.stringify(body),
    })
    // The page has cancelled the request, as an unmounted component does.
    .catch((error: Error) => {
      if (!/already handled|closed|Invalid InterceptionId/i.test(error.message)) throw error;
    });
}

function parseBody(text: string | null): unknown {
  if (text === null) return null;
  if (text.length > 1_000_000) return text.length;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Respond = (response: ServerResponse) => Promise<void>;
const streams = new Map<string, Respond>();
let streamOrigin: Promise<string> | null = null;

/** Playwright can't fulfill a request in pieces, so a separate server does. */
async function openStream(network: Network, stub: StubResponse, recorded: RecordedRequest): Promise<string> {
  streamOrigin ??= startStreamServer();
  const path = `/${crypto.randomUUID()}`;
  streams.set(path, async (response) => {
    const { status = 200, headers = {}, chunks = [] } = stub;
    const closed = once(response, 'close').then(() => 'closed' as const);
    response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
    const [first = '', ...rest] = chunks;
    response.write(first);
    const released = stub.isPending
      ? new Promise<'released'>((release) => network.pending.push(() => release('released')))
      : 'released';
    if ((await Promise.race([closed, released])) === 'closed') {
      recorded.isCancelled = true;
      return;
    }
    for (const chunk of rest) response.write(chunk);
    response.end();
  });
  return (await streamOrigin) + path;
}

async function startStreamServer(): Promise<string> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const respondTo = streams.get(request.url ?? '');
    streams.delete(request.url ?? '');
    void respondTo?.(response);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Simplified: without the server's rules for slugs, dates and permissions. */
function savePost(post: EditorPost, { mode, fields, scheduled_at, save_id }: SavePostRequest): EditorPost {
  const isPublic = post.status === 'published';
  const status = mode === 'publish' ? 'published' : mode === 'autosave' ? post.status : fields.status;
  return {
    ...post,
    version: post.version + 1,
    save_id: save_id ?? null,
    fields: { ...fields, status },
    status,
    scheduled_at: scheduled_at ?? (mode === 'autosave' ? post.scheduled_at : null),
    has_working_copy: mode === 'autosave' && isPublic,
  };
}
