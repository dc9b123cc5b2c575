import { splitDocuments } from './find-json-blocks.ts';
import { asList, asNode, asText, isNode, type JsonNode } from './json-node.ts';
import type { Outcome } from './outcome.ts';

/** What an answer of GraphQL or of the route definition means in which the post was not found. */
export function judgeDataAnswer(text: string): Outcome {
  const documents = parseDocuments(text);
  if (documents.length === 0) {
    return text.trim() === ''
      ? { kind: 'shell' }
      : { kind: 'refused', cause: new Error('no data in the answer') };
  }
  for (const document of documents) {
    const judged = judgeErrors(document);
    if (judged !== null) return judged;
  }
  return { kind: 'absent' };
}

/** The objects of an AJAX answer; what is no JSON is left out. */
export function parseDocuments(text: string): JsonNode[] {
  return splitDocuments(text).map(parseDocument).filter(isNode);
}

function judgeErrors(document: JsonNode): Outcome | null {
  const messages = asList(document.errors).map((one) => asText(asNode(one)?.message) ?? '');
  const summaries = [document.errorSummary, document.summary, asNode(document.error)?.message, ...messages];
  const said = summaries.map((one) => asText(one) ?? '').join(' | ');
  const isBlocked = document.api_error_code === 368 || document.error === 368;
  if (isBlocked || /limit exceeded|temporarily blocked|rate limit/i.test(said)) {
    return { kind: 'busy', retryAfterSeconds: null, cause: new Error('limit exceeded') };
  }
  if (document.error === 1357055 || /not logged in|something went wrong/i.test(said)) {
    return { kind: 'refused', cause: new Error('form rejected') };
  }
  return null;
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
