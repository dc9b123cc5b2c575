import type { RequestProfile } from '../contract.ts';

/** A profile is demoted after failing this often in a row on posts that another profile could read. */
export const failuresBeforeDemotion = 3;
export const demotionMs = 30 * 60_000;

export interface ProfileRanking {
  rankedProfiles(): RequestProfile[];
  /** `profile` read a post that `failedProfiles` had just failed to read. */
  recordSuccess(profile: RequestProfile, failedProfiles?: readonly RequestProfile[]): void;
}

/**
 * A failure alone doesn't demote a profile, because a private or odd post fails with every profile. No
 * profile is ever removed: otherwise, users could exclude the one that works by their choice of posts.
 */
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
