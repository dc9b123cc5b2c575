import { expect, test } from 'vitest';
import * as accounts from '#accounts/contract.ts';
import * as ai from '#ai/contract.ts';
import * as blog from '#blog/contract.ts';
import * as editing from '#blog/editing-contract.ts';
import * as extraction from '#extraction/contract.ts';
import { filenamePrefix } from '#filenames/contract.ts';
import * as http from '#http/contract.ts';
import { defaultLocale, locales } from '#i18n/locales.ts';
import { readingWordsPerMinute } from '#i18n/reading-time.ts';
import * as media from '#media/contract.ts';
import * as verification from '#verification/challenge.ts';
import * as web from '#web/contract.ts';

/** Section 9 of the specification. Add new constants of that section here. */
test.each<[string, unknown, unknown]>([
  ['verification operands from', verification.operandMin, 1],
  ['verification operands to', verification.operandMax, 10],
  ['toasts visible at once', web.toastLimit, 1],
  ['dismissed toast removal delay', web.toastRemovalDelayMs, 1_000_000],
  ['toast duration', web.toastDurationMs, 5000],
  ['toast swipe threshold', web.toastSwipeThresholdPx, 50],
  ['locales', locales, ['en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th']],
  ['default locale', defaultLocale, 'en'],
  ['counter seed', web.counterSeed, 2_847_691],
  ['counter seed draw', web.counterSeedExtra, { min: 1, max: 5 }],
  ['counter tick', web.counterPauseMs, { min: 10_000, max: 30_000 }],
  ['counter step', web.counterStep, { min: 1, max: 3 }],
  ['contact simulated send delay', web.contactSendDelayMs, 1000],
  ['blog page size', blog.publicPageSize, 10],
  ['read-time rate', readingWordsPerMinute, 200],
  ['excerpt fallback limit', ai.excerptFallbackLength, 300],
  ['stored files are fresh for', http.storedFileMaxAgeSeconds, 3600],
  ['public list placeholders', web.postSkeletonCount, 6],
  ['admin list', editing.adminPageSize, 50],
  ['admin list placeholders', web.adminSkeletonCount, 5],
  ['tags per card', web.cardTagLimit, 3],
  ['data cache tries again', web.queryRetries, 3],
  ['data cache pauses', web.queryRetryMs, { first: 1000, longest: 30_000 }],
  ['data cache collection', web.queryCacheMs, 300_000],
  ['auth token refresh tick', web.sessionCheckMs, 30_000],
  ['auth token refresh within ticks of expiry', web.sessionRenewalChecks, 3],
  ['password length that forms say', web.passwordLength, accounts.passwordLength],
  ['accepted hosts', web.acceptedHosts, ['threads.net', 'threads.com']],
  ['blob URL revoked after', media.blobUrlRevokeDelayMs, 100],
  ['prefix of filenames', filenamePrefix, 'threads'],
  ['unknown resolution', extraction.unknownResolution, 'Unknown'],
])('%s', (_name, value, expected) => {
  expect(value).toEqual(expected);
});
