import type { Tried } from './combine-outcomes.ts';
import type { RequestProfile } from './contract.ts';
import { isNetworkFailure, nameOutcome, type Outcome } from './outcome.ts';
import type { ProfileRanking } from './rank-profiles.ts';
import type { Visit } from './visit.ts';

const maxNetworkFailures = 2;

/** Outcomes that depend on who asks: another profile may fare better, and only then did this one do badly. */
const profileDependent: readonly Outcome['kind'][] = ['shell', 'refused', 'unrecognised', 'absent'];

/**
 * Tries one way with one profile after another until something settles it. A rate limit and misread data do not
 * depend on the profile; the network is given two chances.
 */
export async function tryProfiles(
  visit: Visit,
  ranking: ProfileRanking,
  strategy: string,
  attempt: (profile: RequestProfile) => Promise<Outcome>,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  const outdone: RequestProfile[] = [];
  for (const profile of ranking.order()) {
    if (visit.isOver()) break;
    const outcome = await recordAttempt(visit, strategy, profile, () => attempt(profile));
    tried.push({ strategy, outcome });
    if (profileDependent.includes(outcome.kind)) {
      outdone.push(profile);
      continue;
    }
    if (outcome.kind === 'found') ranking.worked(profile, outdone);
    const failures = tried.filter((one) => isNetworkFailure(one.outcome)).length;
    if (!isNetworkFailure(outcome) || failures >= maxNetworkFailures) break;
  }
  return tried;
}

/** Runs one try and tells the operator of it: no link, no code, no address. */
export async function recordAttempt(
  visit: Visit,
  strategy: string,
  profile: RequestProfile | null,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { now, onAttempt } = visit.options;
  const startedAt = now();
  const outcome = await attempt();
  onAttempt?.({ strategy, profile, outcome: nameOutcome(outcome), milliseconds: now() - startedAt });
  return outcome;
}
