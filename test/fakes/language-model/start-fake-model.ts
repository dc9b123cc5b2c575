import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Locale } from '#i18n/locales.ts';
import { type Answer, type ChatRequest, readMessage, respondToChat } from './chat-response.ts';
import { drawImage } from './draw-image.ts';
import { type SceneName, sceneNames } from './scenes.ts';
import { type Obey, parseTargetLocale } from './translation-response.ts';

export interface RecordedCall {
  path: string;
  headers: IncomingHttpHeaders;
  /** Raw JSON. */
  body: string;
  scene: SceneName;
}

export interface FakeModel extends AsyncDisposable {
  origin: string;
  apiKey: string;
  environment: { AI_BASE_URL: string; AI_API_KEY: string; AI_MODEL: string; AI_IMAGE_MODEL: string };
  /** Oldest first. */
  calls: RecordedCall[];
  /** Sets the scenes of the next calls, in order; `good` afterwards. */
  play(...scenes: SceneName[]): void;
  /** Completes all responses of the scene `pending`. */
  release(): void;
  /** Like `play`, for translations into one language; `afterwards` applies to all later ones. */
  playFor(locale: Locale, scenes: SceneName[], afterwards?: SceneName): void;
  /** Makes the model follow orders such as `order no. 7` in a text. */
  obey(handler: Obey): void;
  /** Answers the following requests in the scene `good` with these texts. */
  answer(handler: Answer): void;
  /** Number of calls whose response isn't complete. */
  openCalls(): number;
  /** Resolves when the next call arrives, has been read or ends. */
  nextChange(): Promise<void>;
}

/**
 * A fake provider with OpenAI's API on loopback. Besides `play`, `fake:busy` anywhere in a text selects its
 * scene, also for retries. `thinkMs` delays every response.
 */
export async function startFakeModel(
  options: { port?: number; apiKey?: string; thinkMs?: number } = {},
): Promise<FakeModel> {
  const apiKey = options.apiKey ?? 'fake-model-key-5f1d0c9e7a';
  const calls: RecordedCall[] = [];
  const planned: SceneName[] = [];
  const plannedFor = new Map<Locale, { scenes: SceneName[]; afterwards: SceneName }>();
  const open = new Set<ServerResponse>();
  let listeners: (() => void)[] = [];
  let pendingReleases: (() => void)[] = [];
  const released = () => new Promise<void>((resolve) => pendingReleases.push(resolve));
  const changed = () => {
    for (const listener of listeners.splice(0)) listener();
  };
  let origin = '';
  let obey: Obey | null = null;
  let answer: Answer | null = null;

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      changed();
    });
    changed();
    const body = await readBody(request);
    const path = request.url ?? '';
    const isImage = request.method === 'GET' && path === '/pictures/1.png';
    if (isImage && request.headers.authorization !== undefined)
      return sendError(response, 400, 'An image needs no key.');
    if (isImage) return sendImage(response);
    const scene = selectScene(body);
    calls.push({ path, headers: request.headers, body, scene });
    changed();
    if (request.headers.authorization !== `Bearer ${apiKey}`) return sendError(response, 401, 'Who are you?');
    if (options.thinkMs) await new Promise((resolve) => setTimeout(resolve, options.thinkMs));
    if (scene === 'no-schema' && body.includes('"response_format"'))
      return sendError(response, 400, 'response_format is not supported.');
    if (playErrorScene(response, scene, request.headers.authorization, origin)) return;
    if (path === '/v1/chat/completions')
      await respondToChat(response, JSON.parse(body) as ChatRequest, { scene, released, obey, answer });
    else if (path === '/v1/images/generations') sendImageResult(response, scene, origin);
    else sendError(response, 404, 'There is no such call.');
  }

  function selectScene(body: string): SceneName {
    const named = /fake:([a-z-]+)/.exec(body)?.[1];
    const locale = parseRequestLocale(body);
    const localePlan = locale && plannedFor.get(locale);
    const next = localePlan ? (localePlan.scenes.shift() ?? localePlan.afterwards) : planned.shift();
    return next ?? sceneNames.find((name) => name === named) ?? 'good';
  }

  const server = createServer((request, response) => {
    handleRequest(request, response).catch((cause: unknown) => {
      response.destroy();
      if (request.errored === null) throw cause;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    apiKey,
    environment: {
      AI_BASE_URL: `${origin}/v1`,
      AI_API_KEY: apiKey,
      AI_MODEL: 'fake-writer',
      AI_IMAGE_MODEL: 'fake-painter',
    },
    calls,
    play: (...scenes) => void planned.push(...scenes),
    release() {
      for (const resolve of pendingReleases.splice(0)) resolve();
    },
    playFor: (locale, scenes, afterwards = 'good') => void plannedFor.set(locale, { scenes, afterwards }),
    obey(handler) {
      obey = handler;
    },
    answer(handler) {
      answer = handler;
    },
    openCalls: () => open.size,
    nextChange: () => new Promise((resolve) => listeners.push(resolve)),
    async [Symbol.asyncDispose]() {
      listeners = [];
      pendingReleases = [];
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `Retry-After` values: seconds or a date. */
const pauses: Partial<Record<SceneName, () => string>> = {
  busy: () => '0',
  'busy-for-a-second': () => '1',
  'busy-for-long': () => '3600',
  'busy-until': () => new Date(Date.now() + 3_600_000).toUTCString(),
};

function parseRequestLocale(body: string): Locale | null {
  if (!body.startsWith('{')) return null;
  return parseTargetLocale(readMessage(JSON.parse(body) as Partial<ChatRequest>, 'system'));
}

/** Plays scenes that fail before any text; returns false for others. */
function playErrorScene(
  response: ServerResponse,
  scene: SceneName,
  authorization: string,
  origin: string,
): boolean {
  const pause = pauses[scene];
  if (pause) {
    response.setHeader('retry-after', pause());
    sendError(response, 429, 'Rate limit reached.');
  } else if (scene === 'failing') sendError(response, 500, 'Something broke.');
  else if (scene === 'unauthorized') sendError(response, 401, `Incorrect API key provided: ${authorization}`);
  else if (scene === 'redirect') {
    response.writeHead(307, { location: `${origin}/elsewhere` }).end();
  } else if (scene === 'brotli') {
    const message = { role: 'assistant', content: 'A good text.' };
    const answer = { choices: [{ index: 0, message, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' });
    response.end(brotliCompressSync(JSON.stringify(answer)));
  } else if (scene === 'not-json') {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Sign in to the network</title>');
  } else if (scene === 'silent') {
    response.setHeader('content-type', 'application/json');
    response.flushHeaders();
  } else return scene === 'hang';
  return true;
}

function sendImageResult(response: ServerResponse, scene: SceneName, origin: string): void {
  const image = {
    'image-url': { url: `${origin}/pictures/1.png` },
    'foreign-image': { url: 'https://pictures.evil.example/1.png' },
    'no-image': { revised_prompt: 'A picture in words only' },
  }[scene as string] ?? { b64_json: drawImage().toString('base64') };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ created: 1_800_000_000, data: [image] }));
}

function sendImage(response: ServerResponse): void {
  response.setHeader('content-type', 'image/png');
  response.end(drawImage());
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'fake_error', code: null } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
