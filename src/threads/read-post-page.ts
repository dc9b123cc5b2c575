import { findJsonBlocks } from './find-json-blocks.ts';
import { judgeUnfoundPage } from './judge-unfound-page.ts';
import { createLocator } from './locate-post.ts';
import { isIncomplete, type Outcome } from './outcome.ts';
import { readPost } from './read-post.ts';
import { readThread } from './read-thread.ts';
import { type PageStrategy, postPath, requestPage, type Target } from './request-page.ts';
import { headersForPage } from './request-profiles.ts';
import { tellPrivate } from './tell-private.ts';

/** The post page: Threads puts the whole post into it as JSON. */
export const readPostPage: PageStrategy = async (visit, target, profile) => {
  const answer = await requestPage(visit, postPath(target), headersForPage(profile), target);
  if (answer.kind === 'outcome') {
    const { outcome, username } = answer;
    return outcome.kind === 'gone' ? tellPrivate(visit, username, profile, outcome) : outcome;
  }
  const outcome = extractFromPage(answer.text, target);
  if (outcome.kind !== 'found' || isIncomplete(outcome)) {
    visit.pages.push({ text: answer.text, cookies: answer.cookies, profile });
  }
  return outcome;
};

/** Everything the text of a post page can show. */
export function extractFromPage(html: string, target: Target): Outcome {
  const blocks = findJsonBlocks(html);
  const outcome = extractFromTexts(blocks, target);
  return outcome.kind === 'absent' ? judgeUnfoundPage(html, blocks, target.code) : outcome;
}

/** The post out of JSON texts, wherever they came from. */
export function extractFromTexts(texts: readonly string[], target: Target): Outcome {
  const locate = createLocator(texts);
  const located = locate(target.code);
  if (located.kind !== 'post') return located;
  const { node, roots } = located;
  const reading = target.wholeThread
    ? readThread(node, target, roots, locate)
    : readPost(node, target, roots);
  return reading.kind === 'read' ? { kind: 'found', result: reading.result } : reading;
}
