import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { graphqlNotFound, rejectedForm, routeNotFound } from '../pages/api-responses.ts';
import { buildStrangersPage } from '../pages/build-post-page.ts';
import { buildProfilePage } from '../pages/build-profile-page.ts';
import type { SessionTokens } from '../pages/page-blocks.ts';
import type { ScenePlan } from '../scene.ts';
import { allPages, allPlans, findPlanByCode, findPlanByShareToken } from '../scenes.ts';
import { codeToPk } from '../shortcode.ts';
import type { MediaUrls, UrlSigner } from '../url-signer.ts';
import { classifyClient, isFormAccepted } from './classify-client.ts';
import { htmlReply, jsonReply, type Reply, readForm, redirectReply, sendReply } from './reply.ts';
import {
  type Outcome,
  replyWithEmbed,
  replyWithGraphql,
  replyWithPage,
  replyWithRoute,
  type SceneRequest,
} from './scene-response.ts';

/** A slow page responds after this time, unless the client has disconnected. */
const slowMs = 30_000;

export interface PagesHost {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  reset(): void;
}

interface Memory {
  read: Set<ScenePlan>;
  emptyServed: Set<ScenePlan>;
  sessionCount: number;
}

const postPath = /^\/(?:@([^/]+)\/(?:post|video)|t|post)\/([A-Za-z0-9_-]+)(?:\/(.*))?$/;
const planByPk = new Map(allPages.map((plan) => [codeToPk(plan.post.code), plan]));

function canonicalPath({ post }: ScenePlan): string {
  return `/@${post.author.username}/post/${post.code}`;
}

export function createPagesHost(origin: string, urlSigner: UrlSigner): PagesHost {
  const memory: Memory = { read: new Set(), emptyServed: new Set(), sessionCount: 0 };

  /** If a scene expires once, the URLs of its first read are stale. */
  function issueUrlsFor(plan: ScenePlan): MediaUrls {
    const stale = plan.expiresOnce === true && !memory.read.has(plan);
    memory.read.add(plan);
    return urlSigner.issue({ stale });
  }

  function issueTokens(): SessionTokens {
    memory.sessionCount += 1;
    const token = createHash('sha256')
      .update(`visit ${memory.sessionCount}`)
      .digest('base64url')
      .replaceAll('-', 'x');
    return { lsd: token.slice(0, 22), csrfToken: token.slice(10, 42) };
  }

  function toSceneRequest(request: IncomingMessage, plan: ScenePlan): SceneRequest {
    return {
      plan,
      client: classifyClient(request),
      tokens: issueTokens(),
      origin,
      issueUrls: () => issueUrlsFor(plan),
      isFirstEmpty: () => {
        const first = !memory.emptyServed.has(plan);
        memory.emptyServed.add(plan);
        return first;
      },
    };
  }

  function handleUnknownPost(sceneRequest: SceneRequest): Outcome {
    if (sceneRequest.client !== 'crawler') return redirectReply(`${origin}/?error=invalid_post`);
    const { plan, tokens } = sceneRequest;
    return htmlReply(buildStrangersPage({ plan, tokens, crawler: true, urls: urlSigner.issue() }));
  }

  function handlePostPath(request: IncomingMessage, match: RegExpExecArray): Outcome {
    const [path = '', username, longCode = '', tail = ''] = match;
    const plan = findPlanByCode(longCode.slice(0, 11));
    const [stranger] = allPlans;
    if (!plan) return stranger ? handleUnknownPost(toSceneRequest(request, stranger)) : null;
    const sceneRequest = toSceneRequest(request, plan);
    if (tail.split('/')[0] === 'embed') return replyWithEmbed(sceneRequest);
    const isAuthor = username !== undefined && decodeURIComponent(username) === plan.post.author.username;
    const isDeadEnd = ['invalidPost', 'login', 'busy', 'slow', 'redirectInside'].includes(
      plan.responses.page,
    );
    if (!isAuthor && !isDeadEnd && !path.startsWith('/post/'))
      return redirectReply(origin + canonicalPath(plan));
    return replyWithPage(sceneRequest);
  }

  function handleShare(request: IncomingMessage, token: string): Outcome {
    const plan = findPlanByShareToken(token);
    if (!plan) return redirectReply(`${origin}/?error=invalid_post`);
    const sceneRequest = toSceneRequest(request, plan);
    if (sceneRequest.client === 'crawler') return replyWithPage(sceneRequest);
    return redirectReply(`${origin}${canonicalPath(plan)}?xmt=AQF0demo&slof=1`);
  }

  function handleProfile(username: string): Reply {
    const plans = allPlans.filter(({ post }) => post.author.username === username);
    const [plan] = plans;
    if (!plan) return htmlReply(buildProfilePage(username, null), 200);
    if (plans.some((candidate) => candidate.privateProfile))
      return redirectReply(`${origin}/login/?next=%2F%40${username}`);
    return htmlReply(buildProfilePage(username, plan.post.author));
  }

  async function handleForm(request: IncomingMessage, path: string): Promise<Outcome> {
    const form = await readForm(request);
    if (!isFormAccepted(request, form, path)) return jsonReply(rejectedForm);
    if (path === '/ajax/route-definition') {
      const routeUrl = new URL(form.get('route_url') ?? '/', origin);
      const match = postPath.exec(routeUrl.pathname);
      const plan = findPlanByCode((match?.[2] ?? '').slice(0, 11));
      if (!plan || form.get('routing_namespace') !== 'barcelona_web') return jsonReply(routeNotFound);
      return replyWithRoute(toSceneRequest(request, plan), routeUrl.pathname.startsWith(canonicalPath(plan)));
    }
    const postId = /"postID":"?(\d+)"?/.exec(form.get('variables') ?? '')?.[1];
    const plan = planByPk.get(postId ?? '');
    return plan
      ? replyWithGraphql(toSceneRequest(request, plan), form.get('doc_id') ?? '')
      : jsonReply(graphqlNotFound);
  }

  function handleGet(request: IncomingMessage, path: string): Outcome {
    const share = /^\/share\/([A-Za-z0-9_-]+)\/?$/.exec(path);
    if (share) return handleShare(request, share[1] ?? '');
    const post = postPath.exec(path);
    if (post) return handlePostPath(request, post);
    const profile = /^\/@([A-Za-z0-9._]{1,30})\/?$/.exec(path);
    if (profile) return handleProfile(profile[1] ?? '');
    if (path === '/' || path.startsWith('/login')) return htmlReply(buildProfilePage('', null));
    return htmlReply('<!DOCTYPE html><title>Page not found</title>', 404);
  }

  function stall(response: ServerResponse): Promise<Reply> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(htmlReply('', 504)), slowMs);
      response.once('close', () => {
        clearTimeout(timer);
        resolve(htmlReply('', 504));
      });
    });
  }

  return {
    async handle(request, response) {
      const { pathname } = new URL(request.url ?? '/', origin);
      const path = pathname.replace(/^\/(?:%40|@)/, '/@');
      const formPath = path.replace(/\/$/, '');
      const isForm = ['/api/graphql', '/graphql/query', '/ajax/route-definition'].includes(formPath);
      const outcome =
        request.method === 'POST' && isForm ? await handleForm(request, formPath) : handleGet(request, path);
      const reply = outcome ?? (await stall(response));
      if (!response.destroyed) await sendReply(request, response, reply);
    },
    reset() {
      memory.read.clear();
      memory.emptyServed.clear();
    },
  };
}
