import type { Translator } from '#i18n/translate.ts';
import type { ExtractAnswer } from '#media/contract.ts';
import { wordError } from '../error-messages.ts';
import type { FoundMedia, Problem } from './downloader-state.ts';

export type Extraction =
  | { ok: true; value: FoundMedia }
  /** `waitSeconds`: refused for now, because there was too much. */
  | { ok: false; error: Problem; waitSeconds?: number };

/** What the extract function's answer means to the visitor. A sentence from the server is shown as it is. */
export function readAnswer(t: Translator, answer: ExtractAnswer): Extraction {
  const { success, qualities, post = null, zipUrl, error, code, retryAfter } = answer;
  if (success && qualities.length > 0)
    return { ok: true, value: { qualities, post, ...(zipUrl && { zipUrl }) } };
  const text =
    error ??
    (code
      ? wordError(t, { code, ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) })
      : t('extraction.empty'));
  const linksTo = /^https?:\/\//i.test(post?.linksTo ?? '') ? post?.linksTo : undefined;
  return { ok: false, error: { text, postUrl: post?.url ?? null, ...(linksTo && { linksTo }) } };
}
