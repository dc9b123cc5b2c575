import { expect, test } from 'vitest';
import { type RequestProfile, requestProfiles } from '../contract.ts';
import {
  createProfileRanking,
  demotionMs,
  failuresBeforeDemotion,
  headersForData,
  headersForEmbed,
  headersForPage,
} from './profiles.ts';

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

test.each(requestProfiles)('no header of %s is empty, and pages are requested in English', (profile) => {
  const headers = headersForPage(profile);
  expect(Object.values(headers).filter((value) => value.trim() === '')).toEqual([]);
  expect(headers).toMatchObject({
    'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(/),
    accept: expect.stringMatching(/^text\/html,/),
    'accept-language': 'en-US,en;q=0.9',
  });
});

test('the headers of a browser are consistent for pages, embeds and data requests', () => {
  expect(headersForPage('P2')).toMatchObject({
    'user-agent': expect.stringMatching(/Windows.*Chrome\/146\./),
    'sec-ch-ua': expect.stringContaining('"Google Chrome";v="146"'),
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
  });
  expect(headersForEmbed('P1')).toMatchObject({ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' });
  expect(headersForEmbed('P1')).not.toHaveProperty('sec-fetch-user');
  expect(headersForEmbed('P5')).toEqual(headersForPage('P5'));
  const data = headersForData('P2', 'https://www.threads.com', 'https://www.threads.com/x');
  expect(data).toMatchObject({
    referer: 'https://www.threads.com/x',
    'sec-ch-ua-mobile': '?0',
    accept: '*/*',
  });
  expect(data).toMatchObject({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' });
  expect(data).not.toHaveProperty('upgrade-insecure-requests');
});
