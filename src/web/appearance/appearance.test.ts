import { expect, test } from 'vitest';
import { defaultSiteSettings } from '#settings/contract.ts';
import { defaultAppearance, serializeAppearance } from './appearance.ts';
import { getAppearance } from './page-appearance.ts';

test('the defaults are those of the settings, and a page with them has no attribute', () => {
  const appearance = getAppearance(defaultSiteSettings, 'de');
  expect(appearance).toEqual(defaultAppearance);
  expect(serializeAppearance(appearance)).toBeUndefined();
});

test('the attribute has what differs', () => {
  const settings = {
    ...defaultSiteSettings,
    siteName: '"Ginas"',
    taglines: { de: 'Sicher' },
    replyHours: null,
  };
  const text = serializeAppearance(getAppearance(settings, 'de')) ?? '';
  expect(JSON.parse(text)).toEqual({ siteName: '"Ginas"', tagline: 'Sicher', replyHours: null });
  expect(getAppearance(settings, 'fr').tagline).toBeNull();
});
