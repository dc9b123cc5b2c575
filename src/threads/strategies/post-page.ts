import type { RequestProfile } from '../contract.ts';
import { findJsonBlocks, removeJsonBlocks } from '../parse/json.ts';
import { createPostLocator } from '../parse/locate-post.ts';
import { parsePost, parseThread } from '../parse/post.ts';
import { isIncomplete, type Outcome, parseError } from '../request/outcome.ts';
import { headersForPage } from '../request/profiles.ts';
import {
  classifyRedirect,
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
  const { result, username } = await requestPostPage(session, path, headersForPage(profile), target);
  if ('kind' in result) {
    return result.kind === 'gone' ? detectPrivateAccount(session, username, profile, result) : result;
  }
  const outcome = parsePostFromHtml(result.text, target);
  if (outcome.kind !== 'found' || isIncomplete(outcome)) session.fetchedPages.push({ ...result, profile });
  return outcome;
}

export function parsePostFromHtml(html: string, target: PostTarget): Outcome {
  const blocks = findJsonBlocks(html);
  const outcome = parsePostFromJson(blocks, target);
  return outcome.kind === 'not_found' ? classifyPageWithoutPost(html, blocks, target.code) : outcome;
}

export function parsePostFromJson(texts: readonly string[], target: PostTarget): Outcome {
  const locate = createPostLocator(texts);
  const located = locate(target.code);
  if (located.kind !== 'post') return located;
  const { node, roots } = located;
  return target.wholeThread ? parseThread(node, target, roots, locate) : parsePost(node, target, roots);
}

const restricted = /This content isn(?:'|’|&#0?39;|&#x27;|&rsquo;|\\u2019)t available to everyone/i;
const loginWall = /Log in to see/i;
/** Found in empty and full pages of both 2023 and 2026. */
const threadsMarkers = ['"LSD",[]', 'Barcelona', 'ScheduledServerJS', 'data-sjs'];
const mediaMarkers = ['"pk"', '"video_versions"', '"image_versions2"', '"carousel_media"'];

/** `fail_ssr_disabled` and `is_crawler_ssr_html_only_mode` occur in full pages too (June 2026). */
export function classifyPageWithoutPost(html: string, blocks: readonly string[], code: string): Outcome {
  // Posts by other people can contain the same phrases.
  const htmlWithoutPosts = removeJsonBlocks(html, (block) => block.includes('"thread_items"'));
  if (restricted.test(htmlWithoutPosts)) return { kind: 'restricted' };
  if (hasUnparsedPost(html, blocks, code)) return parseError('unknown post data format');
  if (html.includes('"thread_items"')) {
    if (isSiteRoot(parsePageTags(html))) return { kind: 'not_found' };
    return { kind: 'unrecognized', cause: new Error('only data of other posts') };
  }
  if (loginWall.test(html)) return { kind: 'blocked', cause: new Error('login wall') };
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
