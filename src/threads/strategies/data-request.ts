import type { PageResponse } from '../contract.ts';
import {
  asList,
  asNode,
  asText,
  isNode,
  type JsonNode,
  parseJson,
  splitJsonDocuments,
} from '../parse/json.ts';
import type { Outcome } from '../request/outcome.ts';
import { classifyDataStatus, type PostTarget, type RequestSession } from '../request/session.ts';
import { parsePostFromHtml, parsePostFromJson } from './post-page.ts';

export async function postForm(
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
export function parseDataResponse(text: string, target: PostTarget): Outcome {
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
  return documents.map(classifyErrors).find((outcome) => outcome !== null) ?? { kind: 'not_found' };
}

export function parseJsonDocuments(text: string): JsonNode[] {
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
  if (document.error === 1357055 || /not logged in|something went wrong/i.test(summaryText)) {
    return { kind: 'blocked', cause: new Error('form rejected') };
  }
  return null;
}
