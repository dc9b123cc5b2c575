import { expect, test } from 'vitest';
import { serverTranslator } from '#i18n/server-translator.ts';
import { claimNames, defaultSiteSettings, siteSettingsSchema } from '#settings/contract.ts';
import { getHeaderCounter, listClaims } from './claims.ts';

const uncounted = { downloads: null };
const withClaims = (claims: object, replyHours: number | null = 24) => ({
  claims: siteSettingsSchema.shape.claims.parse({ ...defaultSiteSettings.claims, ...claims }),
  replyHours,
});
const all = (claim: object) => withClaims(Object.fromEntries(claimNames.map((name) => [name, claim])));
const texts = (settings: ReturnType<typeof withClaims>, counts: { downloads: number | null } = uncounted) =>
  listClaims(serverTranslator('de'), settings, counts).map(({ value, label }) => `${value} ${label}`);
const counter = (settings: ReturnType<typeof withClaims>, counts: { downloads: number | null } = uncounted) =>
  getHeaderCounter(serverTranslator('de'), settings, counts, 100);

test('the shipped figures are those of the specification', () => {
  const t = serverTranslator('en');
  expect(listClaims(t, defaultSiteSettings, uncounted)).toEqual([
    { value: '4.8/5', label: 'rating from 15,000+ users' },
    { value: '2.8M+', label: 'downloads' },
    { value: '24 h', label: 'typical response time' },
  ]);
  expect(getHeaderCounter(t, defaultSiteSettings, uncounted, 100)).toEqual({ value: 100 });
});

test('own texts fall back to English, then to the shipped text', () => {
  const own = { mode: 'own', values: { en: '9', de: '' }, labels: { de: 'Sterne' } };
  const [rating] = texts(withClaims({ rating: own }));
  expect(rating).toBe('9 Sterne');
  const [shippedValue] = texts(withClaims({ rating: { mode: 'own', labels: { en: 'stars' } } }));
  expect(shippedValue).toBe('4,8/5 stars');
  expect(counter(withClaims({ counter: own }))).toEqual({ value: '9', label: 'Sterne' });
  expect(counter(withClaims({ counter: { mode: 'own' } }))).toEqual({ value: 100 });
});

test('switched off, there is neither a figure nor a counter', () => {
  expect(texts(all({ mode: 'off' }))).toEqual([]);
  expect(counter(all({ mode: 'off' }))).toBeNull();
});

test('only what this installation counts can be real', () => {
  expect(texts(all({ mode: 'real' }))).toEqual([]);
  expect(counter(all({ mode: 'real' }))).toBeNull();
  expect(texts(all({ mode: 'real' }), { downloads: 12_345 })).toEqual(['12.345 Downloads']);
  expect(counter(all({ mode: 'real' }), { downloads: 12_345 })).toEqual({ value: '12.345' });
});

test('the reply time is that of the setting, and without one there is no promise', () => {
  expect(texts(withClaims({}, 48))).toContain('48\u{a0}h Übliche Antwortzeit');
  expect(texts(withClaims({}, null))).toHaveLength(2);
});
