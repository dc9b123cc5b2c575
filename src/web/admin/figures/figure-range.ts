import { type FigureRange, figureRanges } from '#figures/contract.ts';
import type { Translator } from '#i18n/translator.ts';

export const figuresPath = '/admin/figures';
const defaultRange: FigureRange = 30;

/** `?days=90` */
export function readRange(url: URL): FigureRange {
  const requested = Number(url.searchParams.get('days'));
  return figureRanges.find((days) => days === requested) ?? defaultRange;
}

/** `query`: further parameters of the page. */
export function listRangeLinks(t: Translator, range: FigureRange, { path = figuresPath, query = '' } = {}) {
  return figureRanges.map((days) => ({
    href: `${path}?days=${days}${query}`,
    label: days === 365 ? t('admin.figures.year') : t('admin.figures.days', { count: days }),
    isCurrent: days === range,
  }));
}
