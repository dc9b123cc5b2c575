import type { RequestProfile } from './contract.ts';

/** Times in a row another profile has to fare better on one post before a profile is left alone. */
export const defeatsBeforeRest = 3;
export const restMs = 30 * 60_000;

export interface ProfileRanking {
  /** Profiles worth trying now, best first; never empty unless none was configured. */
  order(): RequestProfile[];
  /** `profile` read a post that `outdone` had failed to read just before. */
  worked(profile: RequestProfile, outdone?: readonly RequestProfile[]): void;
}

/**
 * Remembers which request profile works: the one that worked last goes first; one that is outdone again and again
 * rests, then gets one probe. A failure alone is no sign: a private or odd post fails with every profile. The one
 * that worked last never rests, so there is always one to try.
 */
export function rankProfiles(profiles: readonly RequestProfile[], now: () => number): ProfileRanking {
  const configured = [...new Set(profiles)];
  const defeats = new Map<RequestProfile, number>();
  const restingUntil = new Map<RequestProfile, number>();
  let favourite: RequestProfile | null = null;
  return {
    order() {
      const ready = configured.filter((one) => (restingUntil.get(one) ?? 0) <= now());
      return ready.toSorted((one, other) => rank(one) - rank(other));
    },
    worked(profile, outdone = []) {
      for (const one of outdone) {
        const count = (defeats.get(one) ?? 0) + 1;
        defeats.set(one, count);
        if (count >= defeatsBeforeRest) restingUntil.set(one, now() + restMs);
      }
      favourite = profile;
      defeats.delete(profile);
      restingUntil.delete(profile);
    },
  };

  function rank(profile: RequestProfile): number {
    return profile === favourite ? -1 : 0;
  }
}
