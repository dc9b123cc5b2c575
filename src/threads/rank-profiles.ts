import type { RequestProfile } from './contract.ts';

/** Failures in a row after which a profile is left alone. */
export const failuresBeforeRest = 3;
export const restMs = 30 * 60_000;

export interface ProfileRanking {
  /** Profiles worth trying now, best first; never empty unless none was configured. */
  order(): RequestProfile[];
  worked(profile: RequestProfile): void;
  failed(profile: RequestProfile): void;
}

/**
 * Remembers which request profile works: the one that worked last goes first; one that fails again and again rests,
 * then gets one probe. With all of them resting the one that rested longest is that probe.
 */
export function rankProfiles(profiles: readonly RequestProfile[], now: () => number): ProfileRanking {
  const configured = [...new Set(profiles)];
  const failures = new Map<RequestProfile, number>();
  const restingUntil = new Map<RequestProfile, number>();
  let favourite: RequestProfile | null = null;
  return {
    order() {
      const ready = configured.filter((one) => (restingUntil.get(one) ?? 0) <= now());
      if (ready.length > 0) return ready.toSorted((one, other) => rank(one) - rank(other));
      return configured.toSorted(byRest).slice(0, 1);
    },
    worked(profile) {
      favourite = profile;
      failures.delete(profile);
      restingUntil.delete(profile);
    },
    failed(profile) {
      const count = (failures.get(profile) ?? 0) + 1;
      failures.set(profile, count);
      if (count >= failuresBeforeRest) restingUntil.set(profile, now() + restMs);
    },
  };

  function rank(profile: RequestProfile): number {
    return profile === favourite ? -1 : 0;
  }

  function byRest(one: RequestProfile, other: RequestProfile): number {
    return (restingUntil.get(one) ?? 0) - (restingUntil.get(other) ?? 0);
  }
}
