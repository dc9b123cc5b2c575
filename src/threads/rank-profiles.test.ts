import { expect, test } from 'vitest';
import type { RequestProfile } from './contract.ts';
import { defeatsBeforeRest, rankProfiles, restMs } from './rank-profiles.ts';

function start(...profiles: RequestProfile[]) {
  const clock = { now: 1_000_000 };
  const ranking = rankProfiles(profiles, () => clock.now);
  const outdo = (profile: RequestProfile, by: RequestProfile, times: number) => {
    for (let count = 0; count < times; count += 1) ranking.worked(by, [profile]);
  };
  return { clock, ranking, outdo };
}

test('profiles are tried as configured, each once', () => {
  expect(start('P3', 'P1', 'P3').ranking.order()).toEqual(['P3', 'P1']);
});

test('the one that worked last goes first, the others keep their order', () => {
  const { ranking } = start('P1', 'P2', 'P3');
  ranking.worked('P3');
  expect(ranking.order()).toEqual(['P3', 'P1', 'P2']);
});

test('one that is outdone again and again rests, then gets a single probe', () => {
  const { clock, ranking, outdo } = start('P1', 'P2');
  outdo('P1', 'P2', defeatsBeforeRest - 1);
  expect(ranking.order()).toEqual(['P2', 'P1']);
  outdo('P1', 'P2', 1);
  expect(ranking.order()).toEqual(['P2']);
  clock.now += restMs;
  expect(ranking.order()).toEqual(['P2', 'P1']);
  outdo('P1', 'P2', 1);
  expect(ranking.order()).toEqual(['P2']);
});

test('a success ends the rest and forgets the defeats', () => {
  const { clock, ranking, outdo } = start('P1', 'P2');
  outdo('P1', 'P2', defeatsBeforeRest);
  clock.now += restMs;
  ranking.worked('P1');
  outdo('P1', 'P2', defeatsBeforeRest - 1);
  expect(ranking.order()).toEqual(['P2', 'P1']);
});

test('however they outdo each other, one is always left to try', () => {
  const { ranking, outdo } = start('P1', 'P2');
  outdo('P1', 'P2', defeatsBeforeRest);
  outdo('P2', 'P1', defeatsBeforeRest);
  expect(ranking.order()).toEqual(['P1']);
  ranking.worked('P1', ['P1', 'P2']);
  expect(ranking.order()).toEqual(['P1']);
});
