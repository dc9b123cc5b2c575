import type { RequestProfile } from '../contract.ts';

/**
 * Names, ids and headers that were seen to work, newest first, as of November 2026. After a change of Threads, this
 * is the only file with values to replace: docs/operations.md says how to find the new ones.
 */

interface Observation {
  /** Year and month. */
  seen: string;
  source: string;
}

interface ObservedQuery extends Observation {
  name: string;
  /** Sent with the post's id as the only variable, if the page announces no query. */
  ids: readonly (Observation & { id: string })[];
}

const capturedPages = 'captured post pages in public repositories';
const programs = 'public programs that read Threads';

/** The queries of a post page whose result is the post. */
export const postQueries: readonly ObservedQuery[] = [
  {
    name: 'BarcelonaPostPageTargetQuery',
    seen: '2026-10',
    source: capturedPages,
    ids: [
      { id: '29510775798509348', seen: '2026-10', source: capturedPages },
      { id: '28483134274683819', seen: '2026-10', source: programs },
    ],
  },
  { name: 'BarcelonaPostPageDirectQuery', seen: '2026-06', source: capturedPages, ids: [] },
  { name: 'BarcelonaPermalinkMobilePostColumnPageQuery', seen: '2026-06', source: capturedPages, ids: [] },
  {
    name: 'BarcelonaPostPageContentQuery',
    seen: '2026-08',
    source: programs,
    ids: [{ id: '25460088156920903', seen: '2026-08', source: programs }],
  },
  {
    name: 'BarcelonaPostPageQuery',
    seen: '2023-07',
    source: programs,
    ids: [{ id: '7448594591874178', seen: '2026-08', source: programs }],
  },
];

/** Other preloaders of a post page. Those of logged-out visitors have posts by strangers. */
export const otherPreloaders: readonly (Observation & { name: string })[] = [
  { name: 'BarcelonaPostPageUpwardQuery', seen: '2026-10', source: capturedPages },
  { name: 'BarcelonaPostPageDownwardQuery', seen: '2026-10', source: capturedPages },
  { name: 'BarcelonaLoggedOutRelatedPostsQuery', seen: '2026-10', source: capturedPages },
  { name: 'BarcelonaLoggedOutFeedContainerQuery', seen: '2026-10', source: capturedPages },
  { name: 'BarcelonaPostPageContainerViewerDirectQuery', seen: '2026-06', source: capturedPages },
];

/** Constants of the site's own scripts. */
export const siteHeaders = { 'x-ig-app-id': '238260118697367', 'x-asbd-id': '359341' } as const;

const language = { 'accept-language': 'en-US,en;q=0.9' };
const acceptHtml =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';
const navigation = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};
const desktop = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  accept: acceptHtml,
  ...language,
  ...navigation,
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};

interface ObservedProfile extends Observation {
  title: string;
  headers: Readonly<Record<string, string>>;
}

export const profiles: Readonly<Record<RequestProfile, ObservedProfile>> = {
  P1: {
    title: 'desktop navigation',
    seen: '2026-06',
    source: capturedPages,
    headers: desktop,
  },
  P2: {
    title: 'desktop navigation with client hints',
    seen: '2026',
    source: programs,
    headers: {
      ...desktop,
      // Must match the user agent: inconsistent headers get an empty page.
      'sec-ch-ua': '"Chromium";v="146", "Google Chrome";v="146", "Not_A Brand";v="24"',
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Windows"',
      'cache-control': 'max-age=0',
      priority: 'u=0, i',
    },
  },
  P3: {
    title: 'Safari without a version',
    seen: '2026-09',
    source: programs,
    headers: {
      'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Safari/537.36',
      accept: acceptHtml,
      ...language,
      ...navigation,
    },
  },
  P4: {
    title: 'Safari on a phone',
    seen: '2026',
    source: programs,
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      ...language,
    },
  },
  P5: {
    title: 'crawler of a search engine',
    seen: '2026-10',
    source: programs,
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      accept: acceptHtml,
      ...language,
    },
  },
};
