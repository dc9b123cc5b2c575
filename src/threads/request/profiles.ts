import type { RequestProfile } from '../contract.ts';

type Headers = Record<string, string>;

const acceptHtml =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

const safariWithoutVersion =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Safari/537.36';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const language = { 'accept-language': 'en-US,en;q=0.9' };
const navigation = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};
/** Must match the user agent: inconsistent headers get an empty page. */
const clientHints = {
  'sec-ch-ua': '"Chromium";v="146", "Google Chrome";v="146", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
};

const desktop = { 'user-agent': chrome, accept: acceptHtml, ...language, ...navigation };

const pageHeaders: Record<RequestProfile, Headers> = {
  P1: desktop,
  P2: { ...desktop, ...clientHints, 'cache-control': 'max-age=0', priority: 'u=0, i' },
  P3: {
    'user-agent': safariWithoutVersion,
    accept: acceptHtml,
    ...language,
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
  },
  P4: {
    'user-agent': iphone,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    ...language,
  },
  P5: { 'user-agent': crawler, accept: acceptHtml, ...language },
};

export function headersForPage(profile: RequestProfile): Headers {
  return { ...pageHeaders[profile] };
}

export function headersForEmbed(profile: RequestProfile): Headers {
  const headers = headersForPage(profile);
  if (!('sec-fetch-dest' in headers)) return headers;
  delete headers['sec-fetch-user'];
  return { ...headers, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
}

/** Headers of the site's own scripts. Without fetch metadata, Threads returns error 1357055. */
export function headersForData(profile: RequestProfile, origin: string, referer: string): Headers {
  const { 'user-agent': userAgent = chrome, ...rest } = pageHeaders[profile];
  const hints = Object.entries(rest).filter(([name]) => name.startsWith('sec-ch-'));
  return {
    'user-agent': userAgent,
    accept: '*/*',
    ...language,
    ...Object.fromEntries(hints),
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
    'x-ig-app-id': '238260118697367',
    'x-asbd-id': '359341',
    origin,
    referer,
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Any token works: Threads only compares the header with the form. */
export function randomLsdToken(random: () => number): string {
  return Array.from({ length: 11 }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

/** Counts only posts that another profile could read, because some posts fail with every profile. */
export const failuresBeforeDemotion = 3;
export const demotionMs = 30 * 60_000;

export interface ProfileRanking {
  rankedProfiles(): RequestProfile[];
  recordSuccess(profile: RequestProfile, failedProfiles?: readonly RequestProfile[]): void;
}

/** No profile is removed: otherwise, users could exclude the working one by their choice of posts. */
export function createProfileRanking(profiles: readonly RequestProfile[], now: () => number): ProfileRanking {
  const configured = [...new Set(profiles)];
  const failureCounts = new Map<RequestProfile, number>();
  const demotedUntil = new Map<RequestProfile, number>();
  let preferred: RequestProfile | null = null;
  return {
    rankedProfiles() {
      const time = now();
      return configured.toSorted((a, b) => rank(a, time) - rank(b, time));
    },
    recordSuccess(profile, failedProfiles = []) {
      for (const failedProfile of failedProfiles) {
        const count = (failureCounts.get(failedProfile) ?? 0) + 1;
        failureCounts.set(failedProfile, count);
        if (count >= failuresBeforeDemotion) demotedUntil.set(failedProfile, now() + demotionMs);
      }
      preferred = profile;
      failureCounts.delete(profile);
      demotedUntil.delete(profile);
    },
  };

  function rank(profile: RequestProfile, time: number): number {
    if (profile === preferred) return -1;
    return (demotedUntil.get(profile) ?? 0) > time ? 1 : 0;
  }
}
