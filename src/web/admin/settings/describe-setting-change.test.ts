import { expect, test } from 'vitest';
import { serverTranslator } from '#i18n/server-translator.ts';
import { describeSettingChange } from './describe-setting-change.ts';

const users = [{ id: '1', name: 'Ada' }];
const rules = { de: { threshold: 80, heldFor: '1' }, th: { threshold: null, heldFor: '2' } };
const change = 'When a post is published or changed: Deutsch, ไทย\nWho is told: ';
const automatic = { mode: 'nightly', locales: ['de', 'th'], hour: 4, since: '2026-11-24T12:00:00Z' };

test.each([
  ['languageRules', rules, 'Deutsch: reviewer Ada · lowest score 80\nไทย: reviewer deleted'],
  ['languageRules', { de: 80 }, '{"de":80}'],
  ['automaticTranslation', automatic, 'Every night: Deutsch, ไทย\nHour of the night (UTC): 4'],
  ['automaticTranslation', { ...automatic, mode: 'change', notifiedUser: '1' }, `${change}Ada`],
  [
    'automaticTranslation',
    { ...automatic, mode: 'change', notifiedUser: '2' },
    `${change}Someone who can’t publish anymore`,
  ],
  ['automaticTranslation', { ...automatic, mode: 'never' }, 'Never'],
  ['automaticTranslation', { ...automatic, mode: 'never', notifiedUser: '1' }, 'Never\nWho is told: Ada'],
  ['automaticTranslation', { mode: 'weekly' }, '{"mode":"weekly"}'],
  ['siteName', 'Loom', 'Loom'],
  ['replyHours', 48, '48'],
])('the value of %s is told in words, or as it is stored: %o', (name, value, text) => {
  const change = { id: '', changedAt: '', userName: 'Ada', name, before: null, isSecret: false };
  const stored = { ...change, after: JSON.stringify(value) };
  expect(describeSettingChange(serverTranslator('en'), stored, users)).toEqual({ ...change, after: text });
});
