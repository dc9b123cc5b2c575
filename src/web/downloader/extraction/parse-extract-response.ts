import type { ExtractResponse } from '#extraction/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { type ExtractionErrorCode, refusalCodes } from '#threads/contract.ts';
import { formatError } from '../../error-messages.ts';
import type { ExtractedMedia, ExtractionProblem } from '../downloader-state.ts';

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

export function parseExtractResponse(t: Translator, response: ExtractResponse): ExtractionResponse {
  const { success, qualities, post = null, zipUrl, error, code, retryAfter } = response;
  if (success && qualities.length > 0)
    return { ok: true, value: { qualities, post, ...(zipUrl && { zipUrl }) } };
  const text =
    error ??
    (code
      ? formatError(t, { code, ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) })
      : t('extraction.empty'));
  const linksTo = /^https?:\/\//i.test(post?.linksTo ?? '') ? post?.linksTo : undefined;
  return {
    ok: false,
    error: {
      text,
      post,
      ...(post && wordsOnlyCodes.includes(code) && { isWordsOnly: true }),
      ...(linksTo && { linksTo }),
      ...(retryableCodes.includes(code) && { retryAfterSeconds: retryAfter ?? 0 }),
    },
  };
}
