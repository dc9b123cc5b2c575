import type { RequestProfile } from './contract.ts';

/** Times in a row another profile has to fare better on one post before a profile goes last. */
export const defeatsBeforeDemotion = 3;
export const demotionMs = 30 * 60_000;

export interface ProfileRanking {
  /** Every configured profile, the one to try first leading. */
  order(): RequestProfile[];
  /** `profile` read a post that `outdone` had failed to read just before. */
  worked(profile: RequestProfile, outdone?: readonly RequestProfile[]): void;
}

/**
 * Remembers which request profile works: the one that worked last goes first; one that is outdone again and again
 * goes last for a while, then gets one probe in its old place. A failure alone is no sign: a private or odd post
 * fails with every profile. None is ever left out: whoever chooses the posts could keep the right one from its turn.
 */
export function rankProfiles(profiles: readonly RequestProfile[], now: () => number): ProfileRanking {
  const configured = [...new Set(profiles)];
  const defeats = new Map<RequestProfile, number>();
  const demotedUntil = new Map<RequestProfile, number>();
  let favourite: RequestProfile | null = null;
  return {
    order() {
      const time = now();
      return configured.toSorted((one, other) => rank(one, time) - rank(other, time));
    },
    worked(profile, outdone = []) {
      for (const one of outdone) {
        const count = (defeats.get(one) ?? 0) + 1;
        defeats.set(one, count);
        if (count >= defeatsBeforeDemotion) demotedUntil.set(one, now() + demotionMs);
      }
      favourite = profile;
      defeats.delete(profile);
      demotedUntil.delete(profile);
    },
  };

  function rank(profile: RequestProfile, time: number): number {
    if (profile === favourite) return -1;
    return (demotedUntil.get(profile) ?? 0) > time ? 1 : 0;
  }
}
