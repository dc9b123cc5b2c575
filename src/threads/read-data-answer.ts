import { splitJsonDocuments } from './find-json-blocks.ts';
import { classifyDataResponse } from './judge-data-answer.ts';
import type { Outcome } from './outcome.ts';
import { parsePostFromHtml, parsePostFromJson } from './read-post-page.ts';
import type { PostTarget } from './request-page.ts';

/** A data endpoint that rejects us can respond with status 200 and an HTML page. */
export function parseDataResponse(text: string, target: PostTarget): Outcome {
  if (/^\s*</.test(text)) return parsePostFromHtml(text, target);
  const outcome = parsePostFromJson(splitJsonDocuments(text), target);
  return outcome.kind === 'absent' ? classifyDataResponse(text) : outcome;
}
