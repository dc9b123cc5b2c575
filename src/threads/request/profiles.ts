import type { RequestProfile } from '../contract.ts';
import { profiles as observedProfiles, siteHeaders } from './observed.ts';

type Headers = Record<string, string>;

export function headersForPage(profile: RequestProfile): Headers {
  return { ...observedProfiles[profile].headers };
}

export function headersForEmbed(profile: RequestProfile): Headers {
  const headers = headersForPage(profile);
  if (!('sec-fetch-dest' in headers)) return headers;
  delete headers['sec-fetch-user'];
  return { ...headers, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
}

/** Headers of the site's own scripts. Without fetch metadata, Threads returns error 1357055. */
export function headersForData(profile: RequestProfile, origin: string, referer: string): Headers {
  const sent = Object.entries(observedProfiles[profile].headers).filter(([name]) =>
    /^(?:user-agent|accept-language|sec-ch-.*)$/.test(name),
  );
  return {
    ...Object.fromEntries(sent),
    accept: '*/*',
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
    ...siteHeaders,
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

export type ProfileRanking = ReturnType<typeof createProfileRanking>;

/** No profile is removed: otherwise, users could exclude the working one by their choice of posts. */
export function createProfileRanking(profiles: readonly RequestProfile[], now: () => number) {
  const configured = [...new Set(profiles)];
  const failureCounts = new Map<RequestProfile, number>();
  const demotedUntil = new Map<RequestProfile, number>();
  let preferred: RequestProfile | null = null;
  return {
    rankedProfiles(): RequestProfile[] {
      const time = now();
      return configured.toSorted((a, b) => rank(a, time) - rank(b, time));
    },
    recordSuccess(profile: RequestProfile, failedProfiles: readonly RequestProfile[] = []): void {
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
