import { judgeDataStatus } from './judge-status.ts';
import type { Outcome } from './outcome.ts';
import { randomToken } from './random-token.ts';
import { readDataAnswer } from './read-data-answer.ts';
import { type PageQuery, readLsd, readPageQueries } from './read-page-tokens.ts';
import { postPath, type Target } from './request-page.ts';
import { headersForData } from './request-profiles.ts';
import { shortcodeToId } from './shortcode.ts';
import type { SeenPage, Visit } from './visit.ts';

/** Ids that were seen to answer long after their page was gone; new ones appear every few weeks. */
const builtInQueries = [
  { name: 'BarcelonaPostPageContentQuery', id: '25460088156920903' },
  { name: 'BarcelonaPostPageQuery', id: '7448594591874178' },
];

const maxRequests = 3;
const maxCookies = 20;
const cookieForm = /^[\w.-]{1,64}=[!#-+\--:<-[\]-~]{0,2048}$/;

/** GraphQL with the query ids, token and cookies of the page just read; known ids where it named none. */
export async function askGraphql(visit: Visit, target: Target): Promise<Outcome> {
  const page = visit.pages.at(-1);
  const postId = shortcodeToId(target.code);
  if (page === undefined || postId === null) return { kind: 'inapplicable' };
  const own = visit.pages.map((one) => readPageQueries(one.text)).find((list) => list.length > 0) ?? [];
  const spare = visit.options.fallbackQueries ?? builtInQueries;
  const queries = [...own.slice(0, 2), ...spare.map((one) => ({ ...one, variables: {} }))];
  let last: Outcome = { kind: 'inapplicable' };
  for (const [index, query] of queries.slice(0, maxRequests).entries()) {
    const outcome = await askOne(visit, target, page, {
      ...query,
      variables: { ...query.variables, postID: postId },
    });
    // An unknown id answers as an unknown post does: only the page's own ids bear witness.
    last = outcome.kind === 'absent' && index >= own.length ? last : outcome;
    if (outcome.kind !== 'absent' && outcome.kind !== 'refused' && outcome.kind !== 'inapplicable')
      return outcome;
  }
  return last;
}

async function askOne(visit: Visit, target: Target, page: SeenPage, query: PageQuery): Promise<Outcome> {
  const { origin, random } = visit.options;
  const lsd = readLsd(page.text) ?? randomToken(random);
  const cookies = page.cookies.filter((cookie) => cookieForm.test(cookie)).slice(0, maxCookies);
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length);
  const url = csrf === undefined ? `${origin}/api/graphql` : `${origin}/graphql/query`;
  const answer = await visit.ask({
    url,
    method: 'POST',
    headers: {
      ...headersForData(page.profile, origin, origin + postPath(target)),
      'x-fb-lsd': lsd,
      'x-fb-friendly-name': query.name,
      ...(csrf === undefined ? {} : { 'x-csrftoken': csrf, 'x-logged-out-threads-migrated-request': 'true' }),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    },
    body: new URLSearchParams({
      av: '0',
      __user: '0',
      __a: '1',
      lsd,
      fb_api_caller_class: 'RelayModern',
      fb_api_req_friendly_name: query.name,
      variables: JSON.stringify(query.variables),
      server_timestamps: 'true',
      doc_id: query.id,
    }).toString(),
    maxBytes: visit.limits.dataBytes,
    timeoutMs: visit.limits.dataMs,
  });
  if (!answer.ok) return answer.outcome;
  const judged = judgeDataStatus(answer.value, url, origin);
  if (judged !== null) return judged;
  return readDataAnswer(answer.value.text, target);
}
