import type { RequestProfile } from '../contract.ts';
import { isNetworkFailure, type Outcome, outcomeLabel } from '../request/outcome.ts';
import type { ProfileRanking } from '../request/profile-ranking.ts';
import type { RequestSession } from '../request/session.ts';
import type { AttemptOutcome } from './combine-outcomes.ts';

const maxNetworkFailures = 2;

const profileDependent: readonly Outcome['kind'][] = ['empty_page', 'blocked', 'unrecognized', 'not_found'];

/** Stops at a rate limit or a parse error, which don't depend on the profile. */
export async function tryProfiles(
  session: RequestSession,
  ranking: ProfileRanking,
  strategy: string,
  attempt: (profile: RequestProfile) => Promise<Outcome>,
): Promise<AttemptOutcome[]> {
  const attempts: AttemptOutcome[] = [];
  const failedProfiles: RequestProfile[] = [];
  for (const profile of ranking.rankedProfiles()) {
    if (session.isExpired()) break;
    const outcome = await runAttempt(session, strategy, profile, () => attempt(profile));
    attempts.push({ strategy, outcome });
    if (profileDependent.includes(outcome.kind)) {
      failedProfiles.push(profile);
      continue;
    }
    if (outcome.kind === 'found') ranking.recordSuccess(profile, failedProfiles);
    const failures = attempts.filter((entry) => isNetworkFailure(entry.outcome)).length;
    if (!isNetworkFailure(outcome) || failures >= maxNetworkFailures) break;
  }
  return attempts;
}

export async function runAttempt(
  session: RequestSession,
  strategy: string,
  profile: RequestProfile | null,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { now, onAttempt } = session.options;
  const startedAt = now();
  const outcome = await attempt();
  onAttempt?.({ strategy, profile, outcome: outcomeLabel(outcome), milliseconds: now() - startedAt });
  return outcome;
}
