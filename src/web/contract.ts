/** Toasts visible at once. */
export const toastLimit = 1;
export const toastDurationMs = 5000;
export const toastActionDurationMs = 10_000;
export const toastSwipeThresholdPx = 50;
/** Delay before a dismissed toast is removed from the store. */
export const toastRemovalDelayMs = 1_000_000;

/** The download counter is a display effect: a seed plus a random start, growing at random. */
export const counterSeed = 2_847_691;
export const counterSeedExtra = { min: 1, max: 5 };
export const counterStep = { min: 1, max: 3 };
export const counterPauseMs = { min: 10_000, max: 30_000 };

export const acceptedHosts = ['threads.net', 'threads.com'] as const;

/** Must be at the root so that the worker's scope covers the start page. */
export const serviceWorkerPath = '/service-worker.js';

/** Query parameters of a share target, bookmarklet or link. Some apps put the link in `title`. */
export const sharedLinkParams = ['url', 'text', 'title'] as const;
export const batchLinkLimit = 20;
export const batchConcurrency = 2;
/** Retries per rate-limited link. */
export const batchRetryLimit = 5;

/** Larger files use the browser's own download, which doesn't buffer them in memory. */
export const inPageDownloadLimitBytes = 256 * 1024 * 1024;
/** A ZIP of several posts is put together in the page. */
export const batchZipLimitBytes = 1_000_000_000;
export const batchDownloadConcurrency = 3;
/** Larger files are not passed to `navigator.share`, which holds them in memory twice. */
export const shareLimitBytes = 200_000_000;
/** Chunk size of the Blobs, so that the browser can move them to disk. */
export const blobChunkBytes = 4 * 1024 * 1024;
export const headRequestConcurrency = 3;
/** Media URLs are renewed this long before they expire. */
export const renewalLeadMs = 60_000;
/** Largest form accepted from a page without JavaScript. */
export const formLimitBytes = 16 * 1024;

/** A bio in each language: a UTF-16 unit takes up to nine bytes in a URL-encoded form. */
export const profileFormLimitBytes = 64 * 1024;
export const settingsFormLimitBytes = 64 * 1024;

/** Minimum time that the contact form shows its sending state. */
export const contactSendDelayMs = 1000;
/** Maximum length of each contact field, in UTF-16 units. */
export const contactLimits = { name: 100, email: 254, subject: 150, message: 5000 } as const;
/** A UTF-16 unit takes up to nine bytes in a URL-encoded form. */
export const contactFormLimitBytes = 64 * 1024;

/** Characters of a reply to a contact message. */
export const replyLengthLimit = 10_000;
export const replyFormLimitBytes = 128 * 1024;
/** A block of a translation, of which a UTF-16 unit takes up to nine bytes. */
export const blockFormLimitBytes = 256 * 1024;

export const adminListRetries = 3;
/** The retry delay doubles each time. */
export const adminListRetryMs = { first: 1000, longest: 30_000 };
/** A received list is shown again for this long, while it is requested again. */
export const adminListCacheMs = 300_000;

export const postSkeletonCount = 6;
export const cardTagLimit = 3;
export const searchLengthLimit = 100;
export const searchDebounceMs = 300;

/** An open admin page renews its session within the last `sessionRenewalChecks` checks before it expires. */
export const sessionCheckMs = 30_000;
export const sessionRenewalChecks = 3;

/** Autosave runs after `quiet` ms without input, and at the latest after `longest` ms. */
export const autosaveMs = { quiet: 1500, longest: 30_000 };
/** The retry delay doubles each time. */
export const saveRetryMs = { first: 1000, longest: 30_000 };
export const saveTimeoutMs = 60_000;
/** Maximum delay before input is copied to local storage. */
export const localDraftDelayMs = 500;
export const localDraftLifetimeMs = 30 * 24 * 3_600_000;

/** How the progress of a run is polled. The pause doubles with each failure. */
export const runPollLimits = { timeoutMs: 15_000, pauseMs: { first: 1000, longest: 10_000 } };
/** Delay before the editor closes the progress card of a finished run. */
export const runCloseDelayMs = 2000;

export const adminSkeletonCount = 5;
