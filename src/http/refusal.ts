import type { RunErrorCode } from '#assistant/contract.ts';
import type { EditErrorCode } from '#desk/contract.ts';
import type { Services } from '#services.ts';
import type { AdminRequestErrorCode, RequestErrorCode, RetryableErrorCode } from './contract.ts';

export type HttpErrorCode =
  | RequestErrorCode
  | RetryableErrorCode
  | AdminRequestErrorCode
  | EditErrorCode
  | RunErrorCode;

/** The JSON body of an error, with a message in the language of the client. */
export function errorBody(
  services: Pick<Services, 'preferredLocale' | 'formatError'>,
  acceptLanguage: string | undefined,
  code: HttpErrorCode,
  retryAfterSeconds?: number,
): { success: false; code: HttpErrorCode; error: string } {
  const locale = services.preferredLocale(acceptLanguage);
  return {
    success: false,
    code,
    error: services.formatError(locale, {
      code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  };
}
