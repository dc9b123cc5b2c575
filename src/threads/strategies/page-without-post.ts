import { removeJsonBlocks } from '../parse/json/json-blocks.ts';
import { isSiteRoot, parsePageTags } from '../parse/page-tags.ts';
import type { Outcome } from '../request/outcome.ts';

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
  if (hasUnparsedPost(html, blocks, code))
    return { kind: 'parse_error', cause: new Error('unknown post data format') };
  if (html.includes('"thread_items"')) {
    const isRoot = isSiteRoot(parsePageTags(html));
    return isRoot
      ? { kind: 'not_found' }
      : { kind: 'unrecognized', cause: new Error('only data of other posts') };
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
