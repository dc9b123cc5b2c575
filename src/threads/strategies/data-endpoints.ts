import type { PageResponse, RequestProfile } from '../contract.ts';
import { findEmbeddedJson } from '../parse/embedded-json.ts';
import {
  asId,
  asList,
  asNode,
  asText,
  findInlineScripts,
  findJsonBlocks,
  findNodes,
  isNode,
  type JsonNode,
  parseJson,
  splitJsonDocuments,
} from '../parse/json.ts';
import { isSamePost, shortcodeToId } from '../parse/shortcode.ts';
import { parsePostPath, threadsOrigin } from '../post-links.ts';
import { postQueries } from '../request/observed.ts';
import type { Outcome } from '../request/outcome.ts';
import { headersForData, randomLsdToken } from '../request/profiles.ts';
import {
  checkpointMessage,
  classifyDataStatus,
  type FetchedPage,
  type PostTarget,
  type RequestSession,
  threadsPostPath,
} from '../request/session.ts';
import { parsePostFromHtml, parsePostFromJson } from './post-page.ts';

interface PageQuery {
  name: string;
  id: string;
  variables: JsonNode;
}

export function parseLsdToken(html: string): string | null {
  return /"LSD",\[\],\{"token":"([A-Za-z0-9_-]{1,64})"/.exec(html)?.[1] ?? null;
}

const knownNames = postQueries.map((query) => query.name);

/** The role is a part of the name: what follows the post, what precedes it, or something about it. */
const otherRole =
  /Upward|Downward|Repl(?:y|ies)|Related|LoggedOut|Feed|View(?:er|Count)|Profile|User|Translation|Dialog|Menu/;

/** Queries of the post itself come first: by their role, then those with known names, then by what they ask for. */
function rankQuery(name: string, variables: JsonNode, postId: string | null): number | null {
  if (/(?:Post|Permalink|Thread|Media)\w{0,60}Target\w{0,60}Query$/.test(name)) return 0;
  if (knownNames.includes(name)) return 1 + knownNames.indexOf(name);
  if (!/^\w{1,120}Query$/.test(name) || otherRole.test(name)) return null;
  const isOfPost = postId !== null && Object.values(variables).some((value) => asId(value) === postId);
  return isOfPost || /^Barcelona\w{0,60}Post/.test(name) ? 1 + knownNames.length : null;
}

export function parsePageQueries(html: string, postId: string | null = null): PageQuery[] {
  const blocks = findJsonBlocks(html);
  const queries = findQueries(blocks, postId);
  return queries.length > 0
    ? queries
    : findQueries(findEmbeddedJson([...blocks, ...findInlineScripts(html)], 'expectedPreloaders'), postId);
}

function findQueries(texts: readonly string[], postId: string | null): PageQuery[] {
  return texts
    .filter((text) => text.includes('"expectedPreloaders"'))
    .flatMap((text) => findNodes(parseJson(text), (candidate) => 'expectedPreloaders' in candidate).nodes)
    .flatMap((node) => asList(node.expectedPreloaders).flatMap((value) => parseQuery(asNode(value), postId)))
    .sort((a, b) => a.rank - b.rank)
    .map(({ query }) => query);
}

function parseQuery(node: JsonNode | null, postId: string | null): { query: PageQuery; rank: number }[] {
  const name = asText(node?.queryName) ?? '';
  const id = asText(node?.queryID) ?? '';
  const variables = asNode(node?.variables);
  const rank = variables === null ? null : rankQuery(name, variables, postId);
  if (rank === null || variables === null || !/^\d{5,24}$/.test(id)) return [];
  return [{ query: { name, id, variables }, rank }];
}

const builtInQueries: readonly PageQuery[] = postQueries.flatMap(({ name, ids }) =>
  ids.map(({ id }) => ({ name, id, variables: {} })),
);

const maxPageQueries = 2;
const maxRequests = 4;
const maxCookies = 20;
const cookiePattern = /^[\w.-]{1,64}=[!#-+\--:<-[\]-~]{0,2048}$/;

export async function queryGraphql(session: RequestSession, target: PostTarget): Promise<Outcome> {
  const page = session.fetchedPages.at(-1);
  const postId = shortcodeToId(target.code);
  if (page === undefined || postId === null) return { kind: 'inapplicable' };
  const announced = session.fetchedPages.map(({ text }) => parsePageQueries(text, postId));
  const pageQueries = announced.find((list) => list.length > 0)?.slice(0, maxPageQueries) ?? [];
  const queries = [...pageQueries, ...builtInQueries];
  let lastOutcome: Outcome = { kind: 'inapplicable' };
  for (const [index, query] of queries.slice(0, maxRequests).entries()) {
    const variables = { ...query.variables, postID: postId };
    const outcome = await sendQuery(session, target, page, { ...query, variables });
    // An unknown id and an unknown post get the same response, so only the page's own ids are evidence.
    lastOutcome = outcome.kind === 'not_found' && index >= pageQueries.length ? lastOutcome : outcome;
    if (!['not_found', 'blocked', 'login', 'checkpoint', 'inapplicable'].includes(outcome.kind))
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

const maxRouteRedirects = 1;

/** The site's route lookup returns the post data without a page (2025 to 2026). */
export async function fetchRouteDefinition(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<Outcome> {
  const { origin, random } = session.options;
  let currentTarget = target;
  for (let hop = 0; ; hop += 1) {
    const path = threadsPostPath(currentTarget);
    const lsd = randomLsdToken(random);
    const headers = { ...headersForData(profile, origin, origin + path), 'x-fb-lsd': lsd };
    const response = await postForm(session, '/ajax/route-definition', headers, {
      route_url: path,
      routing_namespace: 'barcelona_web',
      __user: '0',
      __a: '1',
      __req: 'm',
      __comet_req: '29',
      lsd,
    });
    if ('kind' in response) return response;
    const outcome = parseDataResponse(response.text, currentTarget);
    if (outcome.kind !== 'not_found') return outcome;
    const redirectedTarget = parseRedirect(response.text, target);
    // Posts that don't exist have a route definition too, so a missing post is no evidence.
    if (redirectedTarget === null || hop >= maxRouteRedirects) return { kind: 'empty_page' };
    currentTarget = redirectedTarget;
  }
}

/** If the user name is wrong, the response contains the path with the right one. */
function parseRedirect(text: string, target: PostTarget): PostTarget | null {
  const [redirectNode] = findNodes(parseJsonDocuments(text), (node) => 'redirect_result' in node).nodes;
  const [urlNode] = findNodes(redirectNode?.redirect_result, (node) => asText(node.url) !== null).nodes;
  const link = parsePostPath(URL.parse(asText(urlNode?.url) ?? '', threadsOrigin)?.pathname ?? '');
  if (link?.kind !== 'post' || !isSamePost(link.code, target.code) || link.username === null) return null;
  return { ...target, username: link.username };
}

async function postForm(
  session: RequestSession,
  path: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<PageResponse | Outcome> {
  const url = session.options.origin + path;
  const response = await session.request({
    url,
    method: 'POST',
    headers,
    body: new URLSearchParams(form).toString(),
    maxBytes: session.limits.dataBytes,
    timeoutMs: session.limits.dataMs,
  });
  if ('kind' in response) return response;
  return classifyDataStatus(response, url, session.options.origin) ?? response;
}

/** A data endpoint that rejects us can respond with status 200 and an HTML page. */
function parseDataResponse(text: string, target: PostTarget): Outcome {
  if (/^\s*</.test(text)) return parsePostFromHtml(text, target);
  const outcome = parsePostFromJson(splitJsonDocuments(text), target);
  return outcome.kind === 'not_found' ? classifyDataResponse(text) : outcome;
}

export function classifyDataResponse(text: string): Outcome {
  const documents = parseJsonDocuments(text);
  if (documents.length === 0) {
    return text.trim() === ''
      ? { kind: 'empty_page' }
      : { kind: 'blocked', cause: new Error('no data in the response') };
  }
  if (documents.some(isDeadQuery)) return { kind: 'inapplicable', cause: new Error('the query id is dead') };
  return documents.map(classifyErrors).find((outcome) => outcome !== null) ?? { kind: 'not_found' };
}

/** `{"data":{"data":null}}` is the response to an id that is no longer served, and says nothing about the post. */
function isDeadQuery(document: JsonNode): boolean {
  const data = asNode(document.data);
  return data !== null && data.data === null && Object.keys(data).length === 1;
}

function parseJsonDocuments(text: string): JsonNode[] {
  return splitJsonDocuments(text).map(parseJson).filter(isNode);
}

function classifyErrors(document: JsonNode): Outcome | null {
  const messages = asList(document.errors).map((error) => asText(asNode(error)?.message) ?? '');
  const summaries = [document.errorSummary, document.summary, asNode(document.error)?.message, ...messages];
  const summaryText = summaries.map((summary) => asText(summary) ?? '').join(' | ');
  const isBlocked = document.api_error_code === 368 || document.error === 368;
  if (isBlocked || /limit exceeded|temporarily blocked|rate limit/i.test(summaryText)) {
    return { kind: 'busy', retryAfterSeconds: null, cause: new Error('limit exceeded') };
  }
  if (checkpointMessage.test(JSON.stringify(document.message)))
    return { kind: 'checkpoint', cause: new Error('checkpoint required') };
  if (document.error === 1357055 || /not logged in|something went wrong/i.test(summaryText)) {
    return { kind: 'blocked', cause: new Error('form rejected') };
  }
  return null;
}
