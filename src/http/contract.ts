/** Fits a post as JSON with base64 images inside. */
export const savePostLimitBytes = 72_000_000;
/** Request bodies of all saves that have no response yet. One user's can't fill it. */
export const savesInFlightLimitBytes = 96_000_000;
export const saveRetrySeconds = 5;

/** Browsers revalidate each time. Shared caches keep it 5 minutes and may serve it stale for a day. */
export const publicCacheControl = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
export const storageRetrySeconds = 60;
export const databaseRetrySeconds = 5;
export const storedFileMaxAgeSeconds = 3600;
