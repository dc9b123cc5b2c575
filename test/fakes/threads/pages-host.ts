import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { graphqlNotFound, rejectedForm, routeNotFound } from './pages/api-responses.ts';
import { buildProfilePage, buildStrangersPage } from './pages/build-page.ts';
import type { SessionTokens } from './pages/page-blocks.ts';
import { codeToPk, type ScenePlan } from './scene.ts';
import {
  type Client,
  htmlReply,
  jsonReply,
  type Outcome,
  postPath,
  type Reply,
  readForm,
  redirectReply,
  replyWithEmbed,
  replyWithGraphql,
  replyWithPage,
  replyWithRoute,
  type SceneRequest,
  sendReply,
} from './scene-response.ts';
import { allPages, allPlans, findPlanByCode, findPlanByShareToken } from './scenes.ts';
import type { MediaUrls, UrlSigner } from './url-signer.ts';

/** Libraries and browsers with inconsistent headers get empty pages. */
function classifyClient({ headers }: IncomingMessage): Client {
  const agent = headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0 ') || !String(headers.accept ?? '').includes('text/html'))
    return 'library';
  if (agent.includes('Googlebot/')) return 'crawler';
  const hint = headers['sec-ch-ua'];
  const version = /Chrome\/(\d+)/.exec(agent)?.[1];
  if (hint !== undefined && !(version && String(hint).includes(`"${version}"`))) return 'library';
  return 'browser';
}

function cookie(headers: IncomingMessage['headers'], name: string): string | undefined {
  return headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Checks the double-submitted token and the fetch headers of the site's own scripts. */
function isFormAccepted(request: IncomingMessage, form: URLSearchParams, path: string): boolean {
  const { headers } = request;
  const lsd = form.get('lsd');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm || !lsd || headers['x-fb-lsd'] !== lsd) return false;
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  if (path === '/ajax/route-definition') return true;
  if (headers['x-ig-app-id'] !== '238260118697367') return false;
  if (path !== '/graphql/query') return true;
  const token = headers['x-csrftoken'];
  return token !== undefined && token !== '' && token === cookie(headers, 'csrftoken');
}

/** A slow page responds after this time, unless the client has disconnected. */
const slowMs = 30_000;

export interface PagesHost {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  reset(): void;
}

const postPattern = /^\/(?:@([^/]+)\/(?:post|video)|t|post)\/([A-Za-z0-9_-]+)(?:\/(.*))?$/;
const planByPk = new Map(allPages.map((plan) => [codeToPk(plan.post.code), plan]));

export function createPagesHost(origin: string, urlSigner: UrlSigner): PagesHost {
  const readPlans = new Set<ScenePlan>();
  const emptyServed = new Set<ScenePlan>();
  let sessionCount = 0;

  /** If a scene expires once, the URLs of its first read are stale. */
  function issueUrlsFor(plan: ScenePlan): MediaUrls {
    const stale = plan.expiresOnce === true && !readPlans.has(plan);
    readPlans.add(plan);
    return urlSigner.issue({ stale });
  }

  function issueTokens(): SessionTokens {
    sessionCount += 1;
    const token = createHash('sha256')
      .update(`visit ${sessionCount}`)
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
        const first = !emptyServed.has(plan);
        emptyServed.add(plan);
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
    if (!isAuthor && !isDeadEnd && !path.startsWith('/post/')) return redirectReply(origin + postPath(plan));
    return replyWithPage(sceneRequest);
  }

  function handleShare(request: IncomingMessage, token: string): Outcome {
    const plan = findPlanByShareToken(token);
    if (!plan) return redirectReply(`${origin}/?error=invalid_post`);
    const sceneRequest = toSceneRequest(request, plan);
    if (sceneRequest.client === 'crawler') return replyWithPage(sceneRequest);
    return redirectReply(`${origin}${postPath(plan)}?xmt=AQF0demo&slof=1`);
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
      const match = postPattern.exec(routeUrl.pathname);
      const plan = findPlanByCode((match?.[2] ?? '').slice(0, 11));
      if (!plan || form.get('routing_namespace') !== 'barcelona_web') return jsonReply(routeNotFound);
      return replyWithRoute(toSceneRequest(request, plan), routeUrl.pathname.startsWith(postPath(plan)));
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
    const post = postPattern.exec(path);
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
      readPlans.clear();
      emptyServed.clear();
    },
  };
}
