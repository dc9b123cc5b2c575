import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressBook, Addresses } from '../address-book.ts';
import { graphqlNotFound, rejectedForm, routeNotFound } from '../pages/answer-apis.ts';
import { buildStrangersPage } from '../pages/build-post-page.ts';
import { buildProfilePage } from '../pages/build-profile-page.ts';
import type { Visit } from '../pages/page-blocks.ts';
import type { ScenePlan } from '../scene.ts';
import { allPages, allPlans, planOfCode, planOfShareToken } from '../scenes.ts';
import { pkOfCode } from '../shortcode.ts';
import {
  answerEmbed,
  answerGraphql,
  answerPage,
  answerRoute,
  type Outcome,
  type Question,
} from './answer-scene.ts';
import { isFormAccepted, judgeClient } from './judge-client.ts';
import { htmlReply, jsonReply, type Reply, readForm, redirectReply, sendReply } from './reply.ts';

/** A slow page answers after this, unless its client has left. */
const slowMs = 30_000;

export interface PagesHost {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  reset(): void;
}

interface Memory {
  /** Scenes whose first reading has happened. */
  read: Set<ScenePlan>;
  shelled: Set<ScenePlan>;
  visits: number;
}

const postPath = /^\/(?:@([^/]+)\/(?:post|video)|t|post)\/([A-Za-z0-9_-]+)(?:\/(.*))?$/;
const planByPk = new Map(allPages.map((plan) => [pkOfCode(plan.post.code), plan]));

function canonicalPath({ post }: ScenePlan): string {
  return `/@${post.author.username}/post/${post.code}`;
}

export function createPagesHost(origin: string, book: AddressBook): PagesHost {
  const memory: Memory = { read: new Set(), shelled: new Set(), visits: 0 };

  /** One answer's addresses: where a scene expires once, those of its first reading are stale. */
  function addressesFor(plan: ScenePlan): Addresses {
    const stale = plan.expiresOnce === true && !memory.read.has(plan);
    memory.read.add(plan);
    return book.issue({ stale });
  }

  function newVisit(): Visit {
    memory.visits += 1;
    const token = createHash('sha256')
      .update(`visit ${memory.visits}`)
      .digest('base64url')
      .replaceAll('-', 'x');
    return { lsd: token.slice(0, 22), csrfToken: token.slice(10, 42) };
  }

  function ask(request: IncomingMessage, plan: ScenePlan): Question {
    return {
      plan,
      client: judgeClient(request),
      visit: newVisit(),
      origin,
      addresses: () => addressesFor(plan),
      isFirstShell: () => {
        const first = !memory.shelled.has(plan);
        memory.shelled.add(plan);
        return first;
      },
    };
  }

  function answerUnknownPost(question: Question): Outcome {
    if (question.client !== 'crawler') return redirectReply(`${origin}/?error=invalid_post`);
    const { plan, visit } = question;
    return htmlReply(buildStrangersPage({ plan, visit, crawler: true, addresses: book.issue() }));
  }

  function answerPost(request: IncomingMessage, match: RegExpExecArray): Outcome {
    const [path = '', username, longCode = '', tail = ''] = match;
    const plan = planOfCode(longCode.slice(0, 11));
    const [stranger] = allPlans;
    if (!plan) return stranger ? answerUnknownPost(ask(request, stranger)) : null;
    const question = ask(request, plan);
    if (tail.split('/')[0] === 'embed') return answerEmbed(question);
    const isAuthor = username !== undefined && decodeURIComponent(username) === plan.post.author.username;
    const isDeadEnd = ['invalidPost', 'login', 'busy', 'slow', 'redirectInside'].includes(plan.answers.page);
    if (!isAuthor && !isDeadEnd && !path.startsWith('/post/'))
      return redirectReply(origin + canonicalPath(plan));
    return answerPage(question);
  }

  function answerShare(request: IncomingMessage, token: string): Outcome {
    const plan = planOfShareToken(token);
    if (!plan) return redirectReply(`${origin}/?error=invalid_post`);
    const question = ask(request, plan);
    if (question.client === 'crawler') return answerPage(question);
    return redirectReply(`${origin}${canonicalPath(plan)}?xmt=AQF0demo&slof=1`);
  }

  function answerProfile(username: string): Reply {
    const plans = allPlans.filter(({ post }) => post.author.username === username);
    const [plan] = plans;
    if (!plan) return htmlReply(buildProfilePage(username, null), 200);
    if (plans.some((one) => one.privateProfile))
      return redirectReply(`${origin}/login/?next=%2F%40${username}`);
    return htmlReply(buildProfilePage(username, plan.post.author));
  }

  async function answerForm(request: IncomingMessage, path: string): Promise<Outcome> {
    const form = await readForm(request);
    if (!isFormAccepted(request, form, path)) return jsonReply(rejectedForm);
    if (path === '/ajax/route-definition') {
      const asked = new URL(form.get('route_url') ?? '/', origin);
      const match = postPath.exec(asked.pathname);
      const plan = planOfCode((match?.[2] ?? '').slice(0, 11));
      if (!plan || form.get('routing_namespace') !== 'barcelona_web') return jsonReply(routeNotFound);
      return answerRoute(ask(request, plan), asked.pathname.startsWith(canonicalPath(plan)));
    }
    const postId = /"postID":"?(\d+)"?/.exec(form.get('variables') ?? '')?.[1];
    const plan = planByPk.get(postId ?? '');
    return plan ? answerGraphql(ask(request, plan), form.get('doc_id') ?? '') : jsonReply(graphqlNotFound);
  }

  function answerGet(request: IncomingMessage, path: string): Outcome {
    const share = /^\/share\/([A-Za-z0-9_-]+)\/?$/.exec(path);
    if (share) return answerShare(request, share[1] ?? '');
    const post = postPath.exec(path);
    if (post) return answerPost(request, post);
    const profile = /^\/@([A-Za-z0-9._]{1,30})\/?$/.exec(path);
    if (profile) return answerProfile(profile[1] ?? '');
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
    async answer(request, response) {
      const { pathname } = new URL(request.url ?? '/', origin);
      const path = pathname.replace(/^\/(?:%40|@)/, '/@');
      const formPath = path.replace(/\/$/, '');
      const isForm = ['/api/graphql', '/graphql/query', '/ajax/route-definition'].includes(formPath);
      const outcome =
        request.method === 'POST' && isForm ? await answerForm(request, formPath) : answerGet(request, path);
      const reply = outcome ?? (await stall(response));
      if (!response.destroyed) await sendReply(request, response, reply);
    },
    reset() {
      memory.read.clear();
      memory.shelled.clear();
    },
  };
}
