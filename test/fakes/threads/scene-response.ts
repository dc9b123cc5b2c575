import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  buildChangedGraphql,
  buildChangedRoute,
  buildGraphqlResponse,
  buildRouteDefinition,
  buildRouteRedirect,
  deadQuery,
  graphqlNotFound,
  isKnownQuery,
  rejectedForm,
  routeNotFound,
  unknownDocument,
} from './pages/api-responses.ts';
import { buildEmbedPage, buildFrameOnlyEmbed, buildUnavailableEmbed } from './pages/build-embed-page.ts';
import {
  buildAutumnPage,
  buildChangedPage,
  buildEmptyPage,
  buildFragmentedPage,
  buildGeoBlockedPage,
  buildPostPage,
  buildRestrictedPage,
  buildSignInPage,
  buildStrangersPage,
} from './pages/build-page.ts';
import type { SessionTokens } from './pages/page-blocks.ts';
import type { ApiResponseKind, EmbedResponseKind, PageResponseKind, ScenePlan } from './scene.ts';
import type { MediaUrls } from './url-signer.ts';

export type Client = 'browser' | 'crawler' | 'library';

const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (body: string) => promisify(gzip)(body, { level: 1 }),
};

/** Uncompressed; `sendReply` compresses it if the client accepts that. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

export function htmlReply(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/html; charset="utf-8"' }, body };
}
export function jsonReply(body: string): Reply {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}
export function redirectReply(location: string): Reply {
  return { status: 302, headers: { location, 'content-type': 'text/html; charset="utf-8"' }, body: '' };
}
export function busyReply(): Reply {
  return {
    status: 429,
    headers: { 'retry-after': '30', 'content-type': 'text/html' },
    body: 'Too Many Requests',
  };
}

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  const headers = {
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'x-fb-debug': 'demo',
    ...reply.headers,
  };
  const small = reply.body.length < 256;
  const body = encoding && !small ? await compress[encoding](reply.body) : reply.body;
  if (response.destroyed) return;
  response.writeHead(
    reply.status,
    encoding && !small ? { ...headers, 'content-encoding': encoding } : headers,
  );
  response.end(body);
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 256 * 1024) throw new Error('form too large');
  }
  return new URLSearchParams(text);
}

/** null delays the response of a slow page. */
export type Outcome = Reply | null;

export interface SceneRequest {
  plan: ScenePlan;
  client: Client;
  tokens: SessionTokens;
  origin: string;
  /** Signs a new set of URLs; counts as a read of the post. */
  issueUrls: () => MediaUrls;
  /** True on the first call since the last reset. */
  isFirstEmpty: () => boolean;
}

export function postPath({ post }: ScenePlan): string {
  return `/@${post.author.username}/post/${post.code}`;
}

const blockedKinds = ['busy', 'pleaseWait', 'checkpoint', 'slow', 'login', 'redirectInside'] as const;

type Blocked = Extract<PageResponseKind & ApiResponseKind & EmbedResponseKind, (typeof blockedKinds)[number]>;

function isBlocked(responseKind: string): responseKind is Blocked {
  return (blockedKinds as readonly string[]).includes(responseKind);
}

/** The body of a 401 after a burst of requests. */
const pleaseWait = JSON.stringify({
  message: 'Please wait a few minutes before you try again.',
  require_login: true,
  status: 'fail',
});

/** Of Instagram's API, which runs on the same servers. */
const checkpoint = JSON.stringify({
  message: 'checkpoint_required',
  checkpoint_url: 'https://www.threads.com/challenge/',
  status: 'fail',
});

function replyBlocked(responseKind: Blocked, { plan, origin }: SceneRequest): Outcome {
  switch (responseKind) {
    case 'busy':
      return busyReply();
    case 'pleaseWait':
      return { ...jsonReply(pleaseWait), status: 401 };
    case 'checkpoint':
      return { ...jsonReply(checkpoint), status: 400 };
    case 'slow':
      return null;
    case 'login':
      return redirectReply(`${origin}/login/?next=${encodeURIComponent(postPath(plan))}`);
    case 'redirectInside':
      return redirectReply('http://169.254.169.254/latest/meta-data/');
  }
}

function withCookies(reply: Reply, { tokens }: SceneRequest): Reply {
  const cookies = [
    `csrftoken=${tokens.csrfToken}; Path=/; Secure`,
    'mid=ZdemoMachineId0; Path=/; Secure; HttpOnly',
  ];
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookies } };
}

const pageBuilders = {
  post: buildPostPage,
  autumn: buildAutumnPage,
  fragments: buildFragmentedPage,
  emptyPage: buildEmptyPage,
  strangers: buildStrangersPage,
  restricted: buildRestrictedPage,
  geoBlocked: buildGeoBlockedPage,
  signIn: buildSignInPage,
  changed: buildChangedPage,
};

export function replyWithPage(sceneRequest: SceneRequest): Outcome {
  const { plan, tokens, client } = sceneRequest;
  let responseKind = plan.responses.page;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (responseKind === 'invalidPost') return redirectReply(`${sceneRequest.origin}/?error=invalid_post`);
  const context = { plan, tokens, crawler: client === 'crawler', urls: sceneRequest.issueUrls() };
  if (client === 'library') responseKind = 'emptyPage';
  if (responseKind === 'emptyOnce') responseKind = sceneRequest.isFirstEmpty() ? 'emptyPage' : 'post';
  return withCookies(htmlReply(pageBuilders[responseKind](context)), sceneRequest);
}

export function replyWithGraphql(sceneRequest: SceneRequest, docId: string): Outcome {
  const { plan, issueUrls } = sceneRequest;
  const responseKind = plan.responses.graphql;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (!isKnownQuery(docId)) return jsonReply(unknownDocument);
  if (responseKind === 'post') return jsonReply(buildGraphqlResponse(docId, plan, issueUrls()));
  if (responseKind === 'changed') return jsonReply(buildChangedGraphql(plan, issueUrls()));
  if (responseKind === 'deadQuery') return jsonReply(deadQuery);
  return jsonReply(responseKind === 'notFound' ? graphqlNotFound : rejectedForm);
}

export function replyWithRoute(sceneRequest: SceneRequest, isCanonical: boolean): Outcome {
  const { plan, issueUrls } = sceneRequest;
  const responseKind = plan.responses.route;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (responseKind === 'post' && !isCanonical) return jsonReply(buildRouteRedirect(postPath(plan)));
  if (responseKind === 'post') return jsonReply(buildRouteDefinition(plan, issueUrls()));
  if (responseKind === 'changed') return jsonReply(buildChangedRoute(plan, issueUrls()));
  return jsonReply(responseKind === 'notFound' ? routeNotFound : rejectedForm);
}

export function replyWithEmbed(sceneRequest: SceneRequest): Outcome {
  const { plan, tokens } = sceneRequest;
  const responseKind = plan.responses.embed;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (responseKind === 'unavailable') return htmlReply(buildUnavailableEmbed());
  const urls = sceneRequest.issueUrls();
  switch (responseKind) {
    case 'card':
      return htmlReply(buildEmbedPage(plan, urls));
    case 'frameOnly':
      return htmlReply(buildFrameOnlyEmbed(plan, urls));
    case 'emptyPage':
      return htmlReply(buildEmptyPage({ plan, urls, tokens, crawler: false }));
    case 'changed':
      return htmlReply('<!DOCTYPE html><div class="NextEmbed"><x-post data-state="sealed"></x-post></div>');
  }
}
