import { defaultLocale, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import type { ClaimName, SiteSettings } from '#settings/contract.ts';
import type { RealCounts } from '../services.ts';

export interface Claim {
  value: string;
  label: string;
}

/** A number grows while the page is open; a text doesn't. Without a label, it is the message. */
export interface HeaderCounter {
  value: number | string;
  label?: string;
}

type ClaimSettings = Pick<SiteSettings, 'claims' | 'replyHours'>;

/** The figures of the home page. Empty if the owner shows none of them. */
export function listClaims(t: Translator, settings: ClaimSettings, counts: RealCounts): Claim[] {
  const { replyHours } = settings;
  const shipped = {
    rating: { value: t('claims.rating.value'), label: t('claims.rating.label') },
    downloads: { value: t('claims.downloads.value'), label: t('claims.downloads.label') },
    reply: {
      value: replyHours === null ? '' : t('claims.reply.value', { count: replyHours }),
      label: t('claims.reply.label'),
    },
  };
  return (['rating', 'downloads', 'reply'] as const).flatMap((name) => {
    const { value, label = shipped[name].label } = findClaim(t, settings, name, counts) ?? {};
    if (value === undefined) return [];
    const shown = { value: value ?? shipped[name].value, label };
    return shown.value === '' ? [] : [shown];
  });
}

/** null if the header has no counter. `start` is where the shipped one begins. */
export function getHeaderCounter(
  t: Translator,
  settings: ClaimSettings,
  counts: RealCounts,
  start: number,
): HeaderCounter | null {
  const claim = findClaim(t, settings, 'counter', counts);
  return claim && { ...claim, value: claim.value ?? start };
}

/** null if the claim isn't shown. A null value stands for the shipped one. */
function findClaim(
  { locale }: Translator,
  { claims }: ClaimSettings,
  name: ClaimName,
  { downloads }: RealCounts,
): { value: string | null; label?: string } | null {
  const { mode, values, labels } = claims[name];
  switch (mode) {
    case 'off':
      return null;
    case 'default':
      return { value: null };
    case 'own': {
      const label = labels[locale] || labels[defaultLocale];
      return { value: values[locale] || values[defaultLocale] || null, ...(label && { label }) };
    }
    case 'real': {
      const isCounted = name === 'downloads' || name === 'counter';
      if (!isCounted || downloads === null) return null;
      return { value: new Intl.NumberFormat(localeTags[locale]).format(downloads) };
    }
  }
}
