import type { RunErrorCode } from '#assistant/contract.ts';
import type { DeskErrorCode } from '#desk/contract.ts';
import type { Services } from '#services.ts';
import type { DeskRequestErrorCode, ForNowErrorCode, RequestErrorCode } from './contract.ts';

export type RefusalCode =
  | RequestErrorCode
  | ForNowErrorCode
  | DeskRequestErrorCode
  | DeskErrorCode
  | RunErrorCode;

/** What the edge refuses, as JSON: a code for programs, a sentence in the language asked for. */
export function refusalOf(
  services: Pick<Services, 'preferredLocale' | 'wordError'>,
  acceptLanguage: string | undefined,
  code: RefusalCode,
  retryAfterSeconds?: number,
): { success: false; code: RefusalCode; error: string } {
  const locale = services.preferredLocale(acceptLanguage);
  return {
    success: false,
    code,
    error: services.wordError(locale, {
      code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  };
}
