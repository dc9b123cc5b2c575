import type { RequestProfile } from '../contract.ts';

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
