import {
  asList,
  asNode,
  asText,
  findJsonBlocks,
  findNodes,
  type JsonNode,
  parseJson,
} from '../parse/json.ts';
import { shortcodeToId } from '../parse/shortcode.ts';
import type { Outcome } from '../request/outcome.ts';
import { headersForData, randomLsdToken } from '../request/profiles.ts';
import {
  type FetchedPage,
  type PostTarget,
  type RequestSession,
  threadsPostPath,
} from '../request/session.ts';
import { parseDataResponse, postForm } from './data-request.ts';

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
    for (const node of findNodes(parseJson(block), (candidate) => 'expectedPreloaders' in candidate).nodes) {
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

/** These ids kept working long after their pages were gone. New ones appear every few weeks. */
const builtInQueries: readonly PageQuery[] = [
  { name: 'BarcelonaPostPageContentQuery', id: '25460088156920903', variables: {} },
  { name: 'BarcelonaPostPageQuery', id: '7448594591874178', variables: {} },
];

const maxRequests = 3;
const maxCookies = 20;
const cookiePattern = /^[\w.-]{1,64}=[!#-+\--:<-[\]-~]{0,2048}$/;

export async function queryGraphql(session: RequestSession, target: PostTarget): Promise<Outcome> {
  const page = session.fetchedPages.at(-1);
  const postId = shortcodeToId(target.code);
  if (page === undefined || postId === null) return { kind: 'inapplicable' };
  const pageQueries =
    session.fetchedPages.map(({ text }) => parsePageQueries(text)).find((list) => list.length > 0) ?? [];
  const queries = [...pageQueries.slice(0, 2), ...builtInQueries];
  let lastOutcome: Outcome = { kind: 'inapplicable' };
  for (const [index, query] of queries.slice(0, maxRequests).entries()) {
    const variables = { ...query.variables, postID: postId };
    const outcome = await sendQuery(session, target, page, { ...query, variables });
    // An unknown id and an unknown post get the same response, so only the page's own ids are evidence.
    lastOutcome = outcome.kind === 'not_found' && index >= pageQueries.length ? lastOutcome : outcome;
    if (!['not_found', 'blocked', 'inapplicable'].includes(outcome.kind)) return outcome;
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
  const path = csrf === undefined ? '/api/graphql' : '/graphql/query';
  const headers = {
    ...headersForData(page.profile, origin, origin + threadsPostPath(target)),
    'x-fb-lsd': lsd,
    'x-fb-friendly-name': query.name,
    ...(csrf !== undefined && { 'x-csrftoken': csrf, 'x-logged-out-threads-migrated-request': 'true' }),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
  };
  const response = await postForm(session, path, headers, {
    av: '0',
    __user: '0',
    __a: '1',
    lsd,
    fb_api_caller_class: 'RelayModern',
    fb_api_req_friendly_name: query.name,
    variables: JSON.stringify(query.variables),
    server_timestamps: 'true',
    doc_id: query.id,
  });
  return 'kind' in response ? response : parseDataResponse(response.text, target);
}
