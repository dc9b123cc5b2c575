import { shortcodeToId } from '../link/shortcode.ts';
import { findNodes } from '../parse/json/find-nodes.ts';
import { findJsonBlocks } from '../parse/json/json-blocks.ts';
import { asList, asNode, asText, type JsonNode } from '../parse/json/json-node.ts';
import { classifyDataStatus } from '../request/classify-response.ts';
import type { Outcome } from '../request/outcome.ts';
import { type PostTarget, threadsPostPath } from '../request/page.ts';
import { headersForData, randomLsdToken } from '../request/profiles.ts';
import type { FetchedPage, RequestSession } from '../request/session.ts';
import { parseDataResponse } from './data-response.ts';

interface PageQuery {
  name: string;
  id: string;
  variables: JsonNode;
}

export function parseLsdToken(html: string): string | null {
  return /"LSD",\[\],\{"token":"([A-Za-z0-9_-]{1,64})"/.exec(html)?.[1] ?? null;
}

const postQueries = [
  'BarcelonaPostPageDirectQuery',
  'BarcelonaPermalinkMobilePostColumnPageQuery',
  'BarcelonaPostPageContentQuery',
  'BarcelonaPostPageQuery',
];

export function parsePageQueries(html: string): PageQuery[] {
  const queries: PageQuery[] = [];
  for (const block of findJsonBlocks(html)) {
    if (!block.includes('"expectedPreloaders"')) continue;
    for (const node of findNodes(parseBlock(block), (candidate) => 'expectedPreloaders' in candidate).nodes) {
      for (const value of asList(node.expectedPreloaders)) queries.push(...parseQuery(asNode(value)));
    }
  }
  return queries.sort((a, b) => postQueries.indexOf(a.name) - postQueries.indexOf(b.name));
}

function parseQuery(node: JsonNode | null): PageQuery[] {
  const name = asText(node?.queryName) ?? '';
  const id = asText(node?.queryID) ?? '';
  const variables = asNode(node?.variables);
  if (!postQueries.includes(name) || !/^\d{5,24}$/.test(id) || variables === null) return [];
  return [{ name, id, variables }];
}

function parseBlock(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** These ids kept working long after their pages were gone. New ones appear every few weeks. */
const builtInQueries = [
  { name: 'BarcelonaPostPageContentQuery', id: '25460088156920903' },
  { name: 'BarcelonaPostPageQuery', id: '7448594591874178' },
];

const maxRequests = 3;
const maxCookies = 20;
const cookiePattern = /^[\w.-]{1,64}=[!#-+\--:<-[\]-~]{0,2048}$/;

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
  let lastOutcome: Outcome = { kind: 'inapplicable' };
  for (const [index, query] of queries.slice(0, maxRequests).entries()) {
    const outcome = await sendQuery(session, target, page, {
      ...query,
      variables: { ...query.variables, postID: postId },
    });
    // An unknown id and an unknown post get the same response, so only the page's own ids are evidence.
    lastOutcome = outcome.kind === 'not_found' && index >= pageQueries.length ? lastOutcome : outcome;
    if (outcome.kind !== 'not_found' && outcome.kind !== 'blocked' && outcome.kind !== 'inapplicable')
      return outcome;
  }
  return lastOutcome;
}

async function sendQuery(
  session: RequestSession,
  target: PostTarget,
  page: FetchedPage,
  query: PageQuery,
): Promise<Outcome> {
  const { origin, random } = session.options;
  const lsd = parseLsdToken(page.text) ?? randomLsdToken(random);
  const cookies = page.cookies.filter((cookie) => cookiePattern.test(cookie)).slice(0, maxCookies);
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
