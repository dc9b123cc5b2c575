import { withoutJsonBlocks } from './find-json-blocks.ts';
import type { Outcome } from './outcome.ts';
import { namesBareRoot, readPageTags } from './read-page-tags.ts';

const restricted = /This content isn(?:'|’|&#0?39;|&#x27;|&rsquo;|\\u2019)t available to everyone/i;
const loginWall = /Log in to see/i;
/** Present in shells and full pages of 2023 and 2026 alike. */
const signsOfThreads = ['"LSD",[]', 'Barcelona', 'ScheduledServerJS', 'data-sjs'];
const signsOfMedia = ['"pk"', '"video_versions"', '"image_versions2"', '"carousel_media"'];

/**
 * What a page with status 200 means in which the post was not found. `fail_ssr_disabled` and
 * `is_crawler_ssr_html_only_mode` stand in full pages too and are no signs of a shell (June 2026).
 */
export function judgeUnfoundPage(html: string, blocks: readonly string[], code: string): Outcome {
  // What strangers write is no word of Threads.
  const own = withoutJsonBlocks(html, (block) => block.includes('"thread_items"'));
  if (restricted.test(own)) return { kind: 'restricted' };
  if (hasUnreadPost(html, blocks, code))
    return { kind: 'misread', cause: new Error('post data of an unknown shape') };
  if (html.includes('"thread_items"')) {
    const isRoot = namesBareRoot(readPageTags(html));
    return isRoot
      ? { kind: 'absent' }
      : { kind: 'unrecognised', cause: new Error('data of other posts only') };
  }
  if (loginWall.test(html)) return { kind: 'refused', cause: new Error('login wall') };
  if (html.trim() === '' || signsOfThreads.some((sign) => html.includes(sign))) return { kind: 'shell' };
  return { kind: 'unrecognised', cause: new Error('neither a shell nor a post') };
}

/** Whether the page carries the post after all, somewhere or in some form we do not know. */
function hasUnreadPost(html: string, blocks: readonly string[], code: string): boolean {
  if (html.includes(`"code":"${code}"`)) return true;
  const own = blocks.filter((block) => block.includes(`"${code}"`));
  return own.some((block) => signsOfMedia.some((sign) => block.includes(sign)));
}
