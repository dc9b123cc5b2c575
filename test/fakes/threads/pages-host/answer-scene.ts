import type { Addresses } from '../address-book.ts';
import {
  buildChangedAnswer,
  buildChangedRoute,
  buildGraphqlAnswer,
  buildRouteDefinition,
  buildRouteRedirect,
  graphqlNotFound,
  isKnownQuery,
  rejectedForm,
  routeNotFound,
  unknownDocument,
} from '../pages/answer-apis.ts';
import { buildEmbedPage, buildFrameOnlyEmbed, buildUnavailableEmbed } from '../pages/build-embed-page.ts';
import {
  buildChangedPage,
  buildFragmentedPage,
  buildPostPage,
  buildRestrictedPage,
  buildShellPage,
  buildStrangersPage,
} from '../pages/build-post-page.ts';
import type { Visit } from '../pages/page-blocks.ts';
import type { ApiAnswer, EmbedAnswer, PageAnswer, ScenePlan } from '../scene.ts';
import type { Client } from './judge-client.ts';
import { busyReply, htmlReply, jsonReply, type Reply, redirectReply } from './reply.ts';

/** null: no answer until the slow time is over. */
export type Outcome = Reply | null;

/** One request for one scene. */
export interface Question {
  plan: ScenePlan;
  client: Client;
  visit: Visit;
  origin: string;
  /** Signs a new set of addresses; counts as a reading of the post. */
  addresses: () => Addresses;
  /** True the first time it is asked since the last reset. */
  isFirstShell: () => boolean;
}

type Blocked = Extract<PageAnswer & ApiAnswer & EmbedAnswer, 'busy' | 'slow' | 'login' | 'redirectInside'>;

function isBlocked(answer: string): answer is Blocked {
  return ['busy', 'slow', 'login', 'redirectInside'].includes(answer);
}

function answerBlocked(answer: Blocked, { plan, origin }: Question): Outcome {
  const next = encodeURIComponent(`/@${plan.post.author.username}/post/${plan.post.code}`);
  switch (answer) {
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

function withCookies(reply: Reply, { visit }: Question): Reply {
  const cookies = [
    `csrftoken=${visit.csrfToken}; Path=/; Secure`,
    'mid=ZdemoMachineId0; Path=/; Secure; HttpOnly',
  ];
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookies } };
}

export function answerPage(question: Question): Outcome {
  const { plan, visit, client } = question;
  const asked = plan.answers.page;
  if (isBlocked(asked)) return answerBlocked(asked, question);
  if (asked === 'invalidPost') return redirectReply(`${question.origin}/?error=invalid_post`);
  const context = { plan, visit, crawler: client === 'crawler', addresses: question.addresses() };
  const page = (html: string) => withCookies(htmlReply(html), question);
  if (client === 'library') return page(buildShellPage(context));
  switch (asked) {
    case 'post':
      return page(buildPostPage(context));
    case 'fragments':
      return page(buildFragmentedPage(context));
    case 'shell':
      return page(buildShellPage(context));
    case 'shellOnce':
      return page(question.isFirstShell() ? buildShellPage(context) : buildPostPage(context));
    case 'strangers':
      return page(buildStrangersPage(context));
    case 'restricted':
      return page(buildRestrictedPage(context));
    case 'changed':
      return page(buildChangedPage(context));
  }
}

export function answerGraphql(question: Question, docId: string): Outcome {
  const { plan } = question;
  const asked = plan.answers.graphql;
  if (isBlocked(asked)) return answerBlocked(asked, question);
  if (!isKnownQuery(docId)) return jsonReply(unknownDocument);
  switch (asked) {
    case 'post':
      return jsonReply(buildGraphqlAnswer(docId, plan, question.addresses()));
    case 'notFound':
      return jsonReply(graphqlNotFound);
    case 'rejected':
    case 'shell':
      return jsonReply(rejectedForm);
    case 'changed':
      return jsonReply(buildChangedAnswer(plan, question.addresses()));
  }
}

export function answerRoute(question: Question, isCanonical: boolean): Outcome {
  const { plan } = question;
  const asked = plan.answers.route;
  if (isBlocked(asked)) return answerBlocked(asked, question);
  switch (asked) {
    case 'post': {
      const path = `/@${plan.post.author.username}/post/${plan.post.code}`;
      if (!isCanonical) return jsonReply(buildRouteRedirect(path));
      return jsonReply(buildRouteDefinition(plan, question.addresses()));
    }
    case 'notFound':
      return jsonReply(routeNotFound);
    case 'rejected':
    case 'shell':
      return jsonReply(rejectedForm);
    case 'changed':
      return jsonReply(buildChangedRoute(plan, question.addresses()));
  }
}

export function answerEmbed(question: Question): Outcome {
  const { plan, visit } = question;
  const asked = plan.answers.embed;
  if (isBlocked(asked)) return answerBlocked(asked, question);
  if (asked === 'unavailable') return htmlReply(buildUnavailableEmbed());
  const addresses = question.addresses();
  switch (asked) {
    case 'card':
      return htmlReply(buildEmbedPage(plan, addresses));
    case 'frameOnly':
      return htmlReply(buildFrameOnlyEmbed(plan, addresses));
    case 'shell':
      return htmlReply(buildShellPage({ plan, addresses, visit, crawler: false }));
    case 'changed':
      return htmlReply('<!DOCTYPE html><div class="NextEmbed"><x-post data-state="sealed"></x-post></div>');
  }
}
