import { expect, test } from 'vitest';
import type { RequestProfile } from './contract.ts';
import { failuresBeforeRest, rankProfiles, restMs } from './rank-profiles.ts';

function start(...profiles: RequestProfile[]) {
  const clock = { now: 1_000_000 };
  const ranking = rankProfiles(profiles, () => clock.now);
  const failTimes = (profile: RequestProfile, times: number) => {
    for (let count = 0; count < times; count += 1) ranking.failed(profile);
  };
  return { clock, ranking, failTimes };
}

test('profiles are tried as configured, each once', () => {
  expect(start('P3', 'P1', 'P3').ranking.order()).toEqual(['P3', 'P1']);
});

test('the one that worked last goes first, the others keep their order', () => {
  const { ranking } = start('P1', 'P2', 'P3');
  ranking.worked('P3');
  expect(ranking.order()).toEqual(['P3', 'P1', 'P2']);
});

test('one that fails again and again rests, then gets a single probe', () => {
  const { clock, ranking, failTimes } = start('P1', 'P2');
  failTimes('P1', failuresBeforeRest - 1);
  expect(ranking.order()).toEqual(['P1', 'P2']);
  ranking.failed('P1');
  expect(ranking.order()).toEqual(['P2']);
  clock.now += restMs;
  expect(ranking.order()).toEqual(['P1', 'P2']);
  ranking.failed('P1');
  expect(ranking.order()).toEqual(['P2']);
});

test('a success ends the rest and forgets the failures', () => {
  const { clock, ranking, failTimes } = start('P1', 'P2');
  failTimes('P1', failuresBeforeRest);
  clock.now += restMs;
  ranking.worked('P1');
  failTimes('P1', failuresBeforeRest - 1);
  expect(ranking.order()).toEqual(['P1', 'P2']);
});

test('with all of them resting the one that rested longest is tried', () => {
  const { clock, ranking, failTimes } = start('P1', 'P2');
  failTimes('P2', failuresBeforeRest);
  clock.now += 1;
  failTimes('P1', failuresBeforeRest);
  expect(ranking.order()).toEqual(['P2']);
});
