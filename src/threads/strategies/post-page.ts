import { findJsonBlocks } from '../parse/json/json-blocks.ts';
import { createPostLocator } from '../parse/json/locate-post.ts';
import { parsePost } from '../parse/post.ts';
import { parseThread } from '../parse/thread.ts';
import { isIncomplete, type Outcome } from '../request/outcome.ts';
import { type PageStrategy, type PostTarget, requestPage, threadsPostPath } from '../request/page.ts';
import { headersForPage } from '../request/profiles.ts';
import { classifyPageWithoutPost } from './page-without-post.ts';
import { detectPrivateAccount } from './private-account.ts';

export const fetchPostPage: PageStrategy = async (session, target, profile) => {
  const result = await requestPage(session, threadsPostPath(target), headersForPage(profile), target);
  if (result.kind === 'outcome') {
    const { outcome, username } = result;
    return outcome.kind === 'gone' ? detectPrivateAccount(session, username, profile, outcome) : outcome;
  }
  const outcome = parsePostFromHtml(result.text, target);
  if (outcome.kind !== 'found' || isIncomplete(outcome)) {
    session.fetchedPages.push({ text: result.text, cookies: result.cookies, profile });
  }
  return outcome;
};

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
  const parsed = target.wholeThread
    ? parseThread(node, target, roots, locate)
    : parsePost(node, target, roots);
  return parsed.kind === 'parsed' ? { kind: 'found', result: parsed.result } : parsed;
}
