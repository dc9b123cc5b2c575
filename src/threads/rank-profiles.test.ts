import { expect, test } from 'vitest';
import type { RequestProfile } from './contract.ts';
import { defeatsBeforeDemotion, demotionMs, rankProfiles } from './rank-profiles.ts';

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

test('one that is outdone again and again goes last for a while, then gets a single probe', () => {
  const { clock, ranking, outdo } = start('P1', 'P2', 'P3');
  outdo('P1', 'P3', defeatsBeforeDemotion - 1);
  expect(ranking.order()).toEqual(['P3', 'P1', 'P2']);
  outdo('P1', 'P3', 1);
  expect(ranking.order()).toEqual(['P3', 'P2', 'P1']);
  clock.now += demotionMs;
  expect(ranking.order()).toEqual(['P3', 'P1', 'P2']);
  outdo('P1', 'P3', 1);
  expect(ranking.order()).toEqual(['P3', 'P2', 'P1']);
});

test('a success ends the demotion and forgets the defeats', () => {
  const { ranking, outdo } = start('P1', 'P2', 'P3');
  outdo('P1', 'P3', defeatsBeforeDemotion);
  ranking.worked('P1');
  expect(ranking.order()).toEqual(['P1', 'P2', 'P3']);
  outdo('P1', 'P3', defeatsBeforeDemotion - 1);
  expect(ranking.order()).toEqual(['P3', 'P1', 'P2']);
});

test('however they outdo each other, all of them are tried', () => {
  const { ranking, outdo } = start('P1', 'P2');
  outdo('P1', 'P2', defeatsBeforeDemotion);
  outdo('P2', 'P1', defeatsBeforeDemotion);
  expect(ranking.order()).toEqual(['P1', 'P2']);
});
