import type { PageFetchError, RequestProfile } from '../contract.ts';
import { findEmbeddedJson } from '../parse/embedded-json.ts';
import { findInlineScripts, findJsonBlocks, lowerScriptTags, removeJsonBlocks } from '../parse/json.ts';
import { createPostLocator } from '../parse/locate-post.ts';
import { parsePost, parseThread } from '../parse/post.ts';
import { foundPost, isIncomplete, type Outcome, parseError } from '../request/outcome.ts';
import { headersForPage } from '../request/profiles.ts';
import {
  checkpointMessage,
  classifyRedirect,
  failureOutcome,
  type PostTarget,
  type RequestSession,
  requestPostPage,
  threadsPostPath,
} from '../request/session.ts';
import { isSiteRoot, parsePageTags } from './meta-tags.ts';

export async function fetchPostPage(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<Outcome> {
  const path = threadsPostPath(target);
  const { result, username } = await requestPostPage(session, path, headersForPage(profile), target, true);
  if ('kind' in result) {
    return result.kind === 'gone' ? detectPrivateAccount(session, username, profile, result) : result;
  }
  if (result.cutOff) return parsePartialPage(result.text, target, result.cutOff);
  const outcome = parsePostFromHtml(result.text, { ...target, username });
  if (outcome.kind !== 'found' || isIncomplete(outcome)) session.fetchedPages.push({ ...result, profile });
  return outcome;
}

/** Only media proves anything: what a page lacks may be in the part that is missing. */
function parsePartialPage(html: string, target: PostTarget, failure: PageFetchError): Outcome {
  const outcome = parsePostFromJson(findJsonBlocks(html), target, () => findInlineScripts(html));
  if (outcome.kind === 'conflict') return outcome;
  if (outcome.kind !== 'found' || !outcome.result.ok) return failureOutcome(failure);
  const { value } = outcome.result;
  const hasOwnMedia = value.items.some((item) => item.source.kind === 'own');
  return foundPost(value, isIncomplete(outcome) || !hasOwnMedia || target.wholeThread === true);
}

export function parsePostFromHtml(html: string, target: PostTarget): Outcome {
  const blocks = findJsonBlocks(html);
  const outcome = parsePostFromJson(blocks, target, () => findInlineScripts(html));
  if (outcome.kind !== 'not_found' && outcome.kind !== 'parse_error') return outcome;
  const lowered = lowerScriptTags(html);
  if (lowered !== html) return parsePostFromHtml(lowered, target);
  return outcome.kind === 'not_found' ? classifyPageWithoutPost(html, blocks, target.code) : outcome;
}

/** `getScripts` is called only if the texts don't have the post. */
export function parsePostFromJson(
  texts: readonly string[],
  target: PostTarget,
  getScripts: () => readonly string[] = () => [],
): Outcome {
  const { located, locate } = locatePost(texts, target.code, getScripts);
  if (located.kind !== 'post') return located;
  const { node, groupLists } = located;
  const outcome = target.wholeThread
    ? parseThread(node, target, groupLists, locate)
    : parsePost(node, target, groupLists);
  return outcome.kind === 'found' ? { ...outcome, node } : outcome;
}

function locatePost(texts: readonly string[], code: string, getScripts: () => readonly string[]) {
  const locate = createPostLocator(texts);
  const located = locate(code);
  if (located.kind === 'post' || located.kind === 'conflict') return { located, locate };
  const embedded = findEmbeddedJson([...texts, ...getScripts()], code);
  const locateAll = createPostLocator([...texts, ...embedded]);
  const locatedInAll = embedded.length === 0 ? located : locateAll(code);
  return locatedInAll.kind === 'not_found'
    ? { located, locate }
    : { located: locatedInAll, locate: locateAll };
}

const restricted = /This content isn(?:'|’|&#0?39;|&#x27;|&rsquo;|\\u2019)t available to everyone/i;
/** The names of the route and of its root, whatever the language of the page (autumn 2026). */
const restrictedRoute =
  /Barcelona(?:Geo|Region|Country|Age|Audience)\w{0,20}(?:Block|Gate|Restrict)\w{0,20}(?:Route|Root)\b/;
const loginWall = /Log in to see|BarcelonaLoginRoute\b/i;
/** The feed in place of a post that doesn't exist, like a redirect to `/?error=invalid_post` (autumn 2026). */
const feedRoute = /LoggedOutFeedColumnRoute\b/;
/** Lists of resources have the names of pages that aren't shown, such as `Barcelona500ErrorRoot` (June 2026). */
function isResourceList(block: string): boolean {
  if (block.includes('"initialRouteInfo"')) return false;
  return ['"rsrcMap"', '"compMap"', '"RequireDeferredReference"'].some((marker) => block.includes(marker));
}

/**
 * "Threads • Log in" in place of a sensitive post, and during a login wall (autumn 2026). Only this page names the site
 * first, in every language.
 */
const loginTitle =
  /<title[^>]{0,200}>\s*Threads\s*(?:[•·]|&bull;|&middot;|&#8226;|&#x2022;)\s*[^\s<][^<]{0,60}<\/title>/i;
/** Found in empty and full pages of both 2023 and 2026. */
const threadsMarkers = ['"LSD",[]', 'Barcelona', 'ScheduledServerJS', 'data-sjs'];
const mediaMarkers = ['"pk"', '"video_versions"', '"image_versions2"', '"carousel_media"'];

/** `fail_ssr_disabled` and `is_crawler_ssr_html_only_mode` occur in full pages too (June 2026). */
export function classifyPageWithoutPost(html: string, blocks: readonly string[], code: string): Outcome {
  // Posts by other people can contain the same phrases.
  const htmlWithoutPosts = removeJsonBlocks(
    html,
    (block) => block.includes('"thread_items"') || isResourceList(block),
  );
  if (restricted.test(htmlWithoutPosts) || restrictedRoute.test(htmlWithoutPosts))
    return { kind: 'restricted' };
  if (hasUnparsedPost(html, blocks, code)) return parseError('unknown post data format');
  if (feedRoute.test(htmlWithoutPosts)) return { kind: 'not_found', cause: new Error('feed') };
  if (html.includes('"thread_items"')) {
    if (isSiteRoot(parsePageTags(html))) return { kind: 'not_found' };
    return { kind: 'unrecognized', cause: new Error('only data of other posts') };
  }
  if (loginTitle.test(html)) return { kind: 'sign_in', cause: new Error('login page in place of the post') };
  if (loginWall.test(htmlWithoutPosts)) return { kind: 'login', cause: new Error('login wall') };
  if (checkpointMessage.test(htmlWithoutPosts)) return { kind: 'checkpoint', cause: new Error('checkpoint') };
  if (html.trim() === '' || threadsMarkers.some((marker) => html.includes(marker)))
    return { kind: 'empty_page' };
  return { kind: 'unrecognized', cause: new Error('unknown page') };
}

function hasUnparsedPost(html: string, blocks: readonly string[], code: string): boolean {
  if (html.includes(`"code":"${code}"`)) return true;
  const blocksWithCode = blocks.filter((block) => block.includes(`"${code}"`));
  return blocksWithCode.some((block) => mediaMarkers.some((marker) => block.includes(marker)));
}

/** Deleted, private and members-only posts look alike, but a private profile redirects to `/login` (2026). */
export async function detectPrivateAccount(
  session: RequestSession,
  username: string | null,
  profile: RequestProfile,
  fallback: Outcome,
): Promise<Outcome> {
  if (username === null || session.isExpired()) return fallback;
  const url = `${session.options.origin}/@${username}`;
  const response = await session.request({
    url,
    method: 'GET',
    headers: headersForPage(profile),
    maxBytes: session.limits.pageBytes,
    timeoutMs: session.limits.dataMs,
  });
  if ('kind' in response || response.status < 300 || response.status >= 400) return fallback;
  const redirect = classifyRedirect(response.location, url, session.options.origin);
  return redirect.kind === 'login' ? { kind: 'private' } : fallback;
}
