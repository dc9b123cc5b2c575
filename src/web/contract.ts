/** What the pages hold constant. */

/** Toasts visible at once. */
export const toastLimit = 1;
export const toastDurationMs = 5000;
/** One that offers a step back stays longer. */
export const toastActionDurationMs = 10_000;
export const toastSwipeThresholdPx = 50;
/** A dismissed toast leaves the store after this. */
export const toastRemovalDelayMs = 1_000_000;

/** The counter of downloads is a display effect: it begins at the seed plus a draw, and grows by itself. */
export const counterSeed = 2_847_691;
export const counterSeedExtra = { min: 1, max: 5 };
export const counterStep = { min: 1, max: 3 };
export const counterPauseMs = { min: 10_000, max: 30_000 };

/** One of these must stand in a link. */
export const acceptedHosts = ['threads.net', 'threads.com'] as const;

/** The file that keeps the start page for when there is no network: at the root, so that it may answer for it. */
export const serviceWorkerPath = '/service-worker.js';

/** Where a share target, a bookmark or a link puts what is to be read. The first two are for links, the third is what some apps write them into. */
export const givenLinkFields = ['url', 'text', 'title'] as const;
/** Links of one text that are read in one go. */
export const linksAtOnceLimit = 20;
/** Links read at the same time. */
export const linkReadsAtOnce = 2;
/** How often one link goes back into the queue because there was too much. */
export const linkRefusalLimit = 5;

/** Larger files are left to the browser's own downloads, which do not hold them in memory. */
export const inPageDownloadLimitBytes = 256 * 1024 * 1024;
/** Larger files are not handed to a phone's own menu: it holds them in memory twice. */
export const shareLimitBytes = 200_000_000;
/** Bytes are handed to the browser in pieces of this size, so that it can put them on disk. */
export const blobPieceBytes = 4 * 1024 * 1024;
export const downloadResumes = 3;
/** File sizes asked for at the same time. */
export const sizeRequestsAtOnce = 3;
/** Addresses are renewed this long before they expire. */
export const renewalLeadMs = 60_000;
/** Longest form a page accepts without JavaScript. */
export const formLimitBytes = 16 * 1024;

/** How long the contact form says that it sends, at least. */
export const contactSendDelayMs = 1000;
/** Longest text of each field of the contact form, in UTF-16 units. */
export const contactLimits = { name: 100, email: 254, subject: 150, message: 5000 } as const;
/** Longest contact form a page accepts: every unit of the fields may take nine bytes on its way. */
export const contactFormLimitBytes = 64 * 1024;

/** The browser's cache of blog data. */
export const dataRetries = 3;
/** The pause before another try doubles each time. */
export const dataRetryMs = { first: 1000, longest: 30_000 };
/** Data that no part of the page uses is forgotten after this. */
export const dataKeptMs = 300_000;

/** Cards that stand for posts while none can be shown. */
export const listPlaceholders = 6;
export const cardTagLimit = 3;
/** Longest search, in characters: what the blog takes. */
export const searchLengthLimit = 100;
/** A search is asked for when no key has come for this long. */
export const searchDelayMs = 300;

/** Characters of a password: what the accounts take. */
export const passwordRange = { min: 12, max: 128 };
/** An open page of the administration looks this often whether its session is about to end, and renews it within so many looks of the end. */
export const sessionTickMs = 30_000;
export const sessionRenewalTicks = 3;

/** What is typed in the editor is saved when no key has come for this long, and at the latest after the second. */
export const autosaveMs = { quiet: 1500, longest: 30_000 };
/** The pause before a save that did not arrive is tried again doubles each time. */
export const saveRetryMs = { first: 1000, longest: 30_000 };
/** A save without an answer for this long counts as one that did not arrive. */
export const saveTimeoutMs = 60_000;
/** What is typed is kept in the browser within this time. */
export const localCopyMs = 500;
/** A copy in the browser that nobody asked for is forgotten after this. */
export const localCopyLifetimeMs = 30 * 24 * 3_600_000;

/** A connection that says nothing for this long, a heartbeat and the time it may be late, is given up. */
export const runSilenceMs = 25_000 + 10_000;
/** The pause before a run is looked at again doubles each time. */
export const runPauseMs = { first: 1000, longest: 10_000 };
/** After a run the editor closes, and the card goes, when this has passed. */
export const runEndMs = 2000;

/** Cards that stand for posts of the administration while none can be shown. */
export const deskListPlaceholders = 5;
