import {
  buildChangedGraphql,
  buildChangedRoute,
  buildGraphqlResponse,
  buildRouteDefinition,
  buildRouteRedirect,
  graphqlNotFound,
  isKnownQuery,
  rejectedForm,
  routeNotFound,
  unknownDocument,
} from '../pages/api-responses.ts';
import { buildEmbedPage, buildFrameOnlyEmbed, buildUnavailableEmbed } from '../pages/build-embed-page.ts';
import {
  buildChangedPage,
  buildEmptyPage,
  buildFragmentedPage,
  buildPostPage,
  buildRestrictedPage,
  buildStrangersPage,
} from '../pages/build-post-page.ts';
import type { SessionTokens } from '../pages/page-blocks.ts';
import type { ApiResponseKind, EmbedResponseKind, PageResponseKind, ScenePlan } from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';
import type { Client } from './classify-client.ts';
import { busyReply, htmlReply, jsonReply, type Reply, redirectReply } from './reply.ts';

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

type Blocked = Extract<
  PageResponseKind & ApiResponseKind & EmbedResponseKind,
  'busy' | 'slow' | 'login' | 'redirectInside'
>;

function isBlocked(responseKind: string): responseKind is Blocked {
  return ['busy', 'slow', 'login', 'redirectInside'].includes(responseKind);
}

function replyBlocked(responseKind: Blocked, { plan, origin }: SceneRequest): Outcome {
  const next = encodeURIComponent(`/@${plan.post.author.username}/post/${plan.post.code}`);
  switch (responseKind) {
    case 'busy':
      return busyReply();
    case 'slow':
      return null;
    case 'login':
      return redirectReply(`${origin}/login/?next=${next}`);
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

export function replyWithPage(sceneRequest: SceneRequest): Outcome {
  const { plan, tokens, client } = sceneRequest;
  const responseKind = plan.responses.page;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (responseKind === 'invalidPost') return redirectReply(`${sceneRequest.origin}/?error=invalid_post`);
  const context = { plan, tokens, crawler: client === 'crawler', urls: sceneRequest.issueUrls() };
  const page = (html: string) => withCookies(htmlReply(html), sceneRequest);
  if (client === 'library') return page(buildEmptyPage(context));
  switch (responseKind) {
    case 'post':
      return page(buildPostPage(context));
    case 'fragments':
      return page(buildFragmentedPage(context));
    case 'emptyPage':
      return page(buildEmptyPage(context));
    case 'emptyOnce':
      return page(sceneRequest.isFirstEmpty() ? buildEmptyPage(context) : buildPostPage(context));
    case 'strangers':
      return page(buildStrangersPage(context));
    case 'restricted':
      return page(buildRestrictedPage(context));
    case 'changed':
      return page(buildChangedPage(context));
  }
}

export function replyWithGraphql(sceneRequest: SceneRequest, docId: string): Outcome {
  const { plan } = sceneRequest;
  const responseKind = plan.responses.graphql;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  if (!isKnownQuery(docId)) return jsonReply(unknownDocument);
  switch (responseKind) {
    case 'post':
      return jsonReply(buildGraphqlResponse(docId, plan, sceneRequest.issueUrls()));
    case 'notFound':
      return jsonReply(graphqlNotFound);
    case 'rejected':
    case 'emptyPage':
      return jsonReply(rejectedForm);
    case 'changed':
      return jsonReply(buildChangedGraphql(plan, sceneRequest.issueUrls()));
  }
}

export function replyWithRoute(sceneRequest: SceneRequest, isCanonical: boolean): Outcome {
  const { plan } = sceneRequest;
  const responseKind = plan.responses.route;
  if (isBlocked(responseKind)) return replyBlocked(responseKind, sceneRequest);
  switch (responseKind) {
    case 'post': {
      const path = `/@${plan.post.author.username}/post/${plan.post.code}`;
      if (!isCanonical) return jsonReply(buildRouteRedirect(path));
      return jsonReply(buildRouteDefinition(plan, sceneRequest.issueUrls()));
    }
    case 'notFound':
      return jsonReply(routeNotFound);
    case 'rejected':
    case 'emptyPage':
      return jsonReply(rejectedForm);
    case 'changed':
      return jsonReply(buildChangedRoute(plan, sceneRequest.issueUrls()));
  }
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
