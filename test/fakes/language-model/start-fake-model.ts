import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locale } from '#i18n/locales.ts';
import { answerChat, type ChatRequest } from './answer-chat.ts';
import { targetOf } from './answer-translation.ts';
import { drawPicture } from './draw-picture.ts';
import type { Obey } from './obey-orders.ts';
import { type SceneName, sceneNames } from './scenes.ts';

export interface SeenCall {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came, JSON. */
  body: string;
  scene: SceneName;
}

export interface FakeModel extends AsyncDisposable {
  origin: string;
  apiKey: string;
  environment: { AI_BASE_URL: string; AI_API_KEY: string; AI_MODEL: string; AI_IMAGE_MODEL: string };
  /** Oldest first. */
  calls: SeenCall[];
  /** How the next calls are answered, one after the other; afterwards `good` again. */
  play(...scenes: SceneName[]): void;
  /** Lets the rest of every answer of the scene `held` go. */
  release(): void;
  /** The same for translations into one language, and how all further ones into it are answered. */
  playFor(locale: Locale, scenes: SceneName[], afterwards?: SceneName): void;
  /** From now on it does what a text with `order no. 7` in it tells it. */
  obey(says: Obey): void;
  /** Calls that wait for an answer, or for the rest of one. */
  openCalls(): number;
  /** Resolves when the next call comes, has been read or ends. */
  nextChange(): Promise<void>;
}

/**
 * A provider that speaks as OpenAI's API does, on loopback. Besides `play`, a text picks its scene itself: `fake:busy`
 * anywhere in it. `thinkMs`: before every answer. `busy` and `failing` in a text hold for every try.
 */
export async function startFakeModel(
  options: { port?: number; apiKey?: string; thinkMs?: number } = {},
): Promise<FakeModel> {
  const apiKey = options.apiKey ?? 'fake-model-key-5f1d0c9e7a';
  const calls: SeenCall[] = [];
  const planned: SceneName[] = [];
  const plannedFor = new Map<Locale, { scenes: SceneName[]; afterwards: SceneName }>();
  const open = new Set<ServerResponse>();
  let listeners: (() => void)[] = [];
  let held: (() => void)[] = [];
  const released = () => new Promise<void>((resolve) => held.push(resolve));
  const changed = () => {
    for (const listener of listeners.splice(0)) listener();
  };
  let origin = '';
  let obey: Obey | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      changed();
    });
    changed();
    const body = await readBody(request);
    const path = request.url ?? '';
    const isPicture = request.method === 'GET' && path === '/pictures/1.png';
    if (isPicture) return sendPicture(response);
    const scene = sceneOf(body);
    calls.push({ path, headers: request.headers, body, scene });
    changed();
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, 401, 'Who are you?');
    if (options.thinkMs) await new Promise((resolve) => setTimeout(resolve, options.thinkMs));
    if (scene === 'no-schema' && body.includes('"response_format"'))
      return refuse(response, 400, 'response_format is not supported.');
    if (playFault(response, scene, request.headers.authorization, origin)) return;
    if (path === '/v1/chat/completions')
      await answerChat(response, JSON.parse(body) as ChatRequest, { scene, released, obey });
    else if (path === '/v1/images/generations') answerImage(response, scene, origin);
    else refuse(response, 404, 'There is no such call.');
  }

  function sceneOf(body: string): SceneName {
    const named = /fake:([a-z-]+)/.exec(body)?.[1];
    const locale = targetIn(body);
    const own = locale && plannedFor.get(locale);
    const next = own ? (own.scenes.shift() ?? own.afterwards) : planned.shift();
    return next ?? sceneNames.find((name) => name === named) ?? 'good';
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
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
      for (const go of held.splice(0)) go();
    },
    playFor: (locale, scenes, afterwards = 'good') => void plannedFor.set(locale, { scenes, afterwards }),
    obey(says) {
      obey = says;
    },
    openCalls: () => open.size,
    nextChange: () => new Promise((resolve) => listeners.push(resolve)),
    async [Symbol.asyncDispose]() {
      listeners = [];
      held = [];
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** As `Retry-After` has it: in seconds, or as a date. */
const pauses: Partial<Record<SceneName, () => string>> = {
  busy: () => '0',
  'busy-for-long': () => '3600',
  'busy-until': () => new Date(Date.now() + 3_600_000).toUTCString(),
};

function targetIn(body: string): Locale | null {
  if (!body.startsWith('{')) return null;
  const { messages = [] } = JSON.parse(body) as Partial<ChatRequest>;
  return targetOf(messages.find(({ role }) => role === 'system')?.content ?? '');
}

/** What goes wrong before any words; true where that was the answer. */
function playFault(
  response: ServerResponse,
  scene: SceneName,
  authorization: string,
  origin: string,
): boolean {
  const pause = pauses[scene];
  if (pause) {
    response.setHeader('retry-after', pause());
    refuse(response, 429, 'Rate limit reached.');
  } else if (scene === 'failing') refuse(response, 500, 'Something broke.');
  else if (scene === 'unauthorised') refuse(response, 401, `Incorrect API key provided: ${authorization}`);
  else if (scene === 'redirect') {
    response.writeHead(307, { location: `${origin}/elsewhere` }).end();
  } else if (scene === 'not-json') {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Sign in to the network</title>');
  } else if (scene === 'silent') {
    response.setHeader('content-type', 'application/json');
    response.flushHeaders();
  } else return scene === 'hang';
  return true;
}

function answerImage(response: ServerResponse, scene: SceneName, origin: string): void {
  const image = {
    'picture-address': { url: `${origin}/pictures/1.png` },
    'foreign-picture': { url: 'https://pictures.evil.example/1.png' },
    'no-picture': { revised_prompt: 'A picture in words only' },
  }[scene as string] ?? { b64_json: drawPicture().toString('base64') };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ created: 1_800_000_000, data: [image] }));
}

function sendPicture(response: ServerResponse): void {
  response.setHeader('content-type', 'image/png');
  response.end(drawPicture());
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'fake_error', code: null } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
