import type { ExtractResponse } from '#extraction/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { type ExtractionErrorCode, refusalCodes } from '#threads/contract.ts';
import { findPostLink, formatPostLink } from '#threads/post-links.ts';
import { formatError } from '../../error-messages.ts';
import type { ExtractedMedia, ExtractionProblem } from '../post-state.ts';

export type ExtractionResponse =
  | { ok: true; value: ExtractedMedia }
  | { ok: false; error: ExtractionProblem };

const retryableCodes: readonly (ExtractionErrorCode | undefined)[] = [
  ...refusalCodes,
  'upstream.unreachable',
  'upstream.timeout',
];

const wordsOnlyCodes: readonly (ExtractionErrorCode | undefined)[] = [
  'post.no_media',
  'post.media_elsewhere',
];

/** `link`: what the visitor has pasted. */
export function parseExtractResponse(
  t: Translator,
  response: ExtractResponse,
  link: string,
): ExtractionResponse {
  const { success, qualities, post = null, zipUrl, error, code, retryAfter } = response;
  if (success && qualities.length > 0)
    return { ok: true, value: { qualities, post, ...(zipUrl && { zipUrl }) } };
  const text =
    error ??
    (code
      ? formatError(t, { code, ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) })
      : t('extraction.empty'));
  const openUrl = findOpenUrl(response, link);
  const linksTo = /^https?:\/\//i.test(post?.linksTo ?? '') ? post?.linksTo : undefined;
  return {
    ok: false,
    error: {
      text,
      post,
      ...(post && wordsOnlyCodes.includes(code) && { isWordsOnly: true }),
      ...(openUrl && { openUrl }),
      ...(linksTo && { linksTo }),
      ...(retryableCodes.includes(code) && { retryAfterSeconds: retryAfter ?? 0 }),
    },
  };
}

/** Where the visitor may see the post. */
function findOpenUrl({ code, post }: ExtractResponse, link: string): string | undefined {
  if (code !== 'post.sign_in') return code === 'post.expired' ? undefined : post?.url;
  const found = findPostLink(link);
  return found.ok ? formatPostLink(found.value) : undefined;
}
