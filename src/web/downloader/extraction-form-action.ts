import type { ExtractResponse } from '#extraction/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Challenge, ProofOfWorkChallenge } from '#verification/contract.ts';
import { formLimitBytes } from '../contract.ts';
import { rateLimitedHeader, retryableErrorCodes } from '../request-contract.ts';
import { readForm } from '../requests/read-form.ts';
import { formatRequestError } from '../server-error-messages.ts';
import type { WebServices } from '../services.ts';
import { listPostLinks } from './extraction/list-post-links.ts';
import { type ExtractionResponse, parseExtractResponse } from './extraction/parse-extract-response.ts';

export interface ExtractionFormResult {
  link: string;
  extraction: ExtractionResponse;
  /** A fresh challenge; null without media, or once solved with no proof of work required. */
  verification: {
    challenge: Challenge;
    token: string;
    isWrong: boolean;
    proof?: ProofOfWorkChallenge;
  } | null;
  isVerified: boolean;
  /** Without JavaScript, one post is extracted at a time. */
  otherLinks: string[];
}

/** Form steps: `extract` a link, `verify` the sum, `refresh` it. Every step sends the link again. */
export async function handleExtractionForm(
  request: Request,
  locale: Locale,
  services: Pick<WebServices, 'extractMedia' | 'verification'>,
): Promise<ExtractionFormResult> {
  const form = await readForm(request, formLimitBytes);
  const link = form.get('link') ?? '';
  const intent = form.get('intent');
  const isVerified =
    intent === 'verify' && services.verification.verify(form.get('token') ?? '', form.get('answer') ?? '');
  const response =
    rateLimitedResponse(request, locale) ??
    (await services.extractMedia(link, locale, { thread: form.get('thread') === 'whole' }));
  return {
    link,
    extraction: parseExtractResponse(serverTranslator(locale), response, link),
    isVerified,
    otherLinks: listPostLinks(link).links.slice(1),
    verification:
      !response.success || (isVerified && !response.proof)
        ? null
        : {
            ...services.verification.issue(),
            isWrong: intent === 'verify' && !isVerified,
            ...(response.proof && { proof: response.proof }),
          },
  };
}

function rateLimitedResponse(request: Request, locale: Locale): ExtractResponse | null {
  const [seconds, headerCode] = (request.headers.get(rateLimitedHeader) ?? '').split(' ');
  const code = retryableErrorCodes.find((known) => known === headerCode);
  if (!code) return null;
  const requestError = { code, retryAfterSeconds: Number(seconds) };
  return { success: false, qualities: [], error: formatRequestError(serverTranslator(locale), requestError) };
}
