import { splitDocuments } from './find-json-blocks.ts';
import { judgeDataAnswer } from './judge-data-answer.ts';
import type { Outcome } from './outcome.ts';
import { extractFromPage, extractFromTexts } from './read-post-page.ts';
import type { Target } from './request-page.ts';

/** The post out of what a data address answered with 200: JSON documents, or a page where we are not served. */
export function readDataAnswer(text: string, target: Target): Outcome {
  if (/^\s*</.test(text)) return extractFromPage(text, target);
  const outcome = extractFromTexts(splitDocuments(text), target);
  return outcome.kind === 'absent' ? judgeDataAnswer(text) : outcome;
}
