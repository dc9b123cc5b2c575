import { forNowErrorCodes, limitedHeader } from '#http/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { ExtractAnswer } from '#media/contract.ts';
import type { Challenge, ProofOffer } from '#verification/contract.ts';
import { formLimitBytes } from '../contract.ts';
import { wordEdgeError } from '../edge-error-messages.ts';
import { readForm } from '../read-form.ts';
import type { WebServices } from '../services.ts';
import { listLinks } from './list-links.ts';
import { type Extraction, readAnswer } from './read-answer.ts';

/** What a form sent without JavaScript leads to: the next page has all of it. */
export interface FormAnswer {
  link: string;
  extraction: Extraction;
  /** A fresh challenge, until one was solved; also with what the browser has to prove besides. */
  verification: { challenge: Challenge; token: string; isWrong: boolean; proof?: ProofOffer } | null;
  isVerified: boolean;
  /** What else the text held. Without scripts one post is read at a time. */
  otherLinks: string[];
}

/** Steps of the form: `extract` a link, `verify` the sum, `refresh` it. Every step brings the link along. */
export async function answerForm(
  request: Request,
  locale: Locale,
  services: Pick<WebServices, 'extractMedia' | 'verification'>,
): Promise<FormAnswer> {
  const form = await readForm(request, formLimitBytes);
  const link = form.get('link') ?? '';
  const intent = form.get('intent');
  const isVerified =
    intent === 'verify' && services.verification.verify(form.get('token') ?? '', form.get('answer') ?? '');
  const answer =
    limitedAnswer(request, locale) ??
    (await services.extractMedia(link, locale, { thread: form.get('thread') === 'whole' }));
  return {
    link,
    extraction: readAnswer(serverTranslator(locale), answer),
    isVerified,
    otherLinks: listLinks(link).links.slice(1),
    verification:
      !answer.success || (isVerified && !answer.proof)
        ? null
        : {
            ...services.verification.issue(),
            isWrong: intent === 'verify' && !isVerified,
            ...(answer.proof && { proof: answer.proof }),
          },
  };
}

/** What a form is answered that came too often, or while there is too much to do. */
function limitedAnswer(request: Request, locale: Locale): ExtractAnswer | null {
  const [seconds, named] = (request.headers.get(limitedHeader) ?? '').split(' ');
  const code = forNowErrorCodes.find((known) => known === named);
  if (!code) return null;
  const limited = { code, retryAfterSeconds: Number(seconds) };
  return { success: false, qualities: [], error: wordEdgeError(serverTranslator(locale), limited) };
}
