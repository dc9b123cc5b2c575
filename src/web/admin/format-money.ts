import type { Money } from '#ai/text-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';

const fractionDigits = 4;

/** Rounded up, so that nothing looks free that isn't. */
export function formatMoney({ amount, currency }: Money, locale: Locale): string {
  const scale = 10 ** fractionDigits;
  const format = new Intl.NumberFormat(localeTags[locale], {
    style: 'currency',
    currency,
    maximumFractionDigits: fractionDigits,
  });
  return format.format(Math.ceil(amount * scale - 1e-6) / scale);
}
