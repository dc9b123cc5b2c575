import { expect, test } from 'vitest';
import type { RequestProfile } from '../contract.ts';
import { createProfileRanking, demotionMs, failuresBeforeDemotion } from './profiles.ts';

function start(...profiles: RequestProfile[]) {
  const clock = { now: 1_000_000 };
  const ranking = createProfileRanking(profiles, () => clock.now);
  const recordFailures = (profile: RequestProfile, winner: RequestProfile, times: number) => {
    for (let count = 0; count < times; count += 1) ranking.recordSuccess(winner, [profile]);
  };
  return { clock, ranking, recordFailures };
}

test('profiles keep their configured order, without duplicates', () => {
  expect(start('P3', 'P1', 'P3').ranking.rankedProfiles()).toEqual(['P3', 'P1']);
});

test('the last successful profile comes first, and the others keep their order', () => {
  const { ranking } = start('P1', 'P2', 'P3');
  ranking.recordSuccess('P3');
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P1', 'P2']);
});

test('a profile that fails repeatedly comes last for a while, then gets a single probe', () => {
  const { clock, ranking, recordFailures } = start('P1', 'P2', 'P3');
  recordFailures('P1', 'P3', failuresBeforeDemotion - 1);
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P1', 'P2']);
  recordFailures('P1', 'P3', 1);
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P2', 'P1']);
  clock.now += demotionMs;
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P1', 'P2']);
  recordFailures('P1', 'P3', 1);
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P2', 'P1']);
});

test('a success ends the demotion and resets the failure count', () => {
  const { ranking, recordFailures } = start('P1', 'P2', 'P3');
  recordFailures('P1', 'P3', failuresBeforeDemotion);
  ranking.recordSuccess('P1');
  expect(ranking.rankedProfiles()).toEqual(['P1', 'P2', 'P3']);
  recordFailures('P1', 'P3', failuresBeforeDemotion - 1);
  expect(ranking.rankedProfiles()).toEqual(['P3', 'P1', 'P2']);
});

test('no profile is removed, however often it fails', () => {
  const { ranking, recordFailures } = start('P1', 'P2');
  recordFailures('P1', 'P2', failuresBeforeDemotion);
  recordFailures('P2', 'P1', failuresBeforeDemotion);
  expect(ranking.rankedProfiles()).toEqual(['P1', 'P2']);
});
