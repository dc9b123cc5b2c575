import { classifyDataStatus } from './judge-status.ts';
import type { Outcome } from './outcome.ts';
import { randomLsdToken } from './random-token.ts';
import { parseDataResponse } from './read-data-answer.ts';
import { type PageQuery, parseLsdToken, parsePageQueries } from './read-page-tokens.ts';
import { type PostTarget, threadsPostPath } from './request-page.ts';
import { headersForData } from './request-profiles.ts';
import { shortcodeToId } from './shortcode.ts';
import type { FetchedPage, RequestSession } from './visit.ts';

/** These ids kept working long after their pages were gone. New ones appear every few weeks. */
const builtInQueries = [
  { name: 'BarcelonaPostPageContentQuery', id: '25460088156920903' },
  { name: 'BarcelonaPostPageQuery', id: '7448594591874178' },
];

const maxRequests = 3;
const maxCookies = 20;
const cookieForm = /^[\w.-]{1,64}=[!#-+\--:<-[\]-~]{0,2048}$/;

export async function queryGraphql(session: RequestSession, target: PostTarget): Promise<Outcome> {
  const page = session.fetchedPages.at(-1);
  const postId = shortcodeToId(target.code);
  if (page === undefined || postId === null) return { kind: 'inapplicable' };
  const pageQueries =
    session.fetchedPages
      .map((fetchedPage) => parsePageQueries(fetchedPage.text))
      .find((list) => list.length > 0) ?? [];
  const fallbackQueries = session.options.fallbackQueries ?? builtInQueries;
  const queries = [
    ...pageQueries.slice(0, 2),
    ...fallbackQueries.map((queryId) => ({ ...queryId, variables: {} })),
  ];
  let last: Outcome = { kind: 'inapplicable' };
  for (const [index, query] of queries.slice(0, maxRequests).entries()) {
    const outcome = await sendQuery(session, target, page, {
      ...query,
      variables: { ...query.variables, postID: postId },
    });
    // An unknown id and an unknown post get the same response, so only the page's own ids are evidence.
    last = outcome.kind === 'absent' && index >= pageQueries.length ? last : outcome;
    if (outcome.kind !== 'absent' && outcome.kind !== 'refused' && outcome.kind !== 'inapplicable')
      return outcome;
  }
  return last;
}

async function sendQuery(
  session: RequestSession,
  target: PostTarget,
  page: FetchedPage,
  query: PageQuery,
): Promise<Outcome> {
  const { origin, random } = session.options;
  const lsd = parseLsdToken(page.text) ?? randomLsdToken(random);
  const cookies = page.cookies.filter((cookie) => cookieForm.test(cookie)).slice(0, maxCookies);
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length);
  const url = csrf === undefined ? `${origin}/api/graphql` : `${origin}/graphql/query`;
  const response = await session.request({
    url,
    method: 'POST',
    headers: {
      ...headersForData(page.profile, origin, origin + threadsPostPath(target)),
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
    maxBytes: session.limits.dataBytes,
    timeoutMs: session.limits.dataMs,
  });
  if (!response.ok) return response.outcome;
  const statusOutcome = classifyDataStatus(response.value, url, origin);
  if (statusOutcome !== null) return statusOutcome;
  return parseDataResponse(response.value.text, target);
}
