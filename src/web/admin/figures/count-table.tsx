import type { ReactNode } from 'react';
import { useTranslator } from '../../translator.tsx';
import { formatCount, formatShare, sum } from './chart-data.ts';

export interface CountRow {
  key: string;
  name: ReactNode;
  count: number;
  tone?: 'accent' | 'good';
}

const fills = { accent: 'fill-accent', good: 'fill-good' } as const;

/** A bar chart that is a table. */
export function CountTable({
  label,
  nameLabel,
  countLabel,
  rows,
  hasShare = true,
}: {
  label: string;
  nameLabel: string;
  countLabel: string;
  rows: readonly CountRow[];
  hasShare?: boolean;
}) {
  const t = useTranslator();
  const counts = rows.map(({ count }) => count);
  const total = sum(counts);
  if (total === 0) return <p className="text-muted">{t('admin.figures.empty')}</p>;
  const most = Math.max(...counts);
  return (
    <table className="w-full text-sm tabular-nums [&_td]:py-2 [&_td]:ps-3 [&_th]:py-2">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col" className="text-start">
            {nameLabel}
          </th>
          <th scope="col" className="ps-3 text-end">
            {countLabel}
          </th>
          {hasShare && (
            <th scope="col" className="ps-3 text-end">
              {t('admin.figures.share')}
            </th>
          )}
          <td aria-hidden="true" className="w-1/4 max-sm:hidden" />
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, name, count, tone = 'accent' }) => (
          <tr key={key}>
            <th scope="row" className="text-start font-normal wrap-anywhere">
              {name}
            </th>
            <td className="text-end align-top">{formatCount(t.locale, count)}</td>
            {hasShare && (
              <td className="text-end align-top whitespace-nowrap">{formatShare(t.locale, count, total)}</td>
            )}
            <td aria-hidden="true" className="w-1/4 align-top max-sm:hidden">
              <svg
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                className="mt-1 h-3 w-full"
                role="presentation"
              >
                <rect width={(100 * count) / most} height={10} className={fills[tone]} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
