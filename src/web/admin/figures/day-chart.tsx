import { useId } from 'react';
import { useTranslator } from '../../translator.tsx';
import {
  type ChartRow,
  formatChartDate,
  formatCount,
  groupLongRange,
  isMonth,
  sum,
  summarizeRows,
} from './chart-data.ts';
import { NumberTable } from './number-table.tsx';

export interface ChartSeries {
  label: string;
  tone: 'accent' | 'good' | 'ink';
}

const fills = { accent: 'fill-accent', good: 'fill-good', ink: 'fill-muted' } as const;
const swatches = { accent: 'bg-accent', good: 'bg-good', ink: 'bg-muted' } as const;

const height = 100;
const barWidth = 10;
const gap = 2;

/** Bars per day, or per month of a year, with the same numbers as a table. Works without JavaScript. */
export function DayChart({
  label,
  series,
  rows,
  columns = series.map((one) => one.label),
  tableRows = rows,
}: {
  label: string;
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** The table may have more columns than the chart has series. */
  columns?: readonly string[];
  tableRows?: readonly ChartRow[];
}) {
  const t = useTranslator();
  const id = useId();
  const bars = groupLongRange(rows);
  const { total, highest } = summarizeRows(bars);
  if (highest === null) return <p className="text-muted">{t('admin.figures.empty')}</p>;
  const format = (count: number) => formatCount(t.locale, count);
  const formatDate = (date: string) => formatChartDate(t.locale, date);
  const ends = [bars[0], bars.at(-1)].map((bar) => formatDate(bar?.date ?? ''));
  return (
    <figure aria-labelledby={`${id}-summary`}>
      <figcaption id={`${id}-summary`} className="text-sm text-muted">
        {t('admin.figures.summary', { total, most: highest.count, date: formatDate(highest.date) })}
      </figcaption>
      {series.length > 1 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          {series.map((one) => (
            <li key={one.label} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-3 rounded-sm ${swatches[one.tone]}`} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div aria-hidden="true" className="mt-3">
        <svg
          viewBox={`0 0 ${bars.length * barWidth} ${height}`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible border-b border-line"
          role="presentation"
        >
          {bars.map((bar, index) => (
            <Bar
              key={bar.date}
              x={index * barWidth + gap / 2}
              values={bar.values}
              scale={height / highest.count}
              series={series}
              title={`${formatDate(bar.date)}: ${format(sum(bar.values))}`}
            />
          ))}
        </svg>
        <p className="mt-1 flex justify-between text-xs text-muted">
          {ends.map((end, index) => (
            <span key={index === 0 ? 'first' : 'last'}>{end}</span>
          ))}
        </p>
      </div>
      <details className="mt-2">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-accent">
          <span className="underline underline-offset-4">{t('admin.figures.table')}</span>
          <span className="sr-only">: {label}</span>
        </summary>
        <NumberTable
          caption={label}
          columns={[
            t(isMonth(bars[0]?.date ?? '') ? 'admin.figures.month' : 'admin.figures.day'),
            ...columns,
          ]}
          rows={groupLongRange(tableRows).map(({ date, values }) => ({
            key: date,
            name: <time dateTime={date}>{formatDate(date)}</time>,
            cells: values.map(format),
          }))}
          nameClass="whitespace-nowrap"
          className="max-h-96 overflow-auto"
        />
      </details>
    </figure>
  );
}

function Bar({
  x,
  values,
  scale,
  series,
  title,
}: {
  x: number;
  values: readonly number[];
  scale: number;
  series: readonly ChartSeries[];
  title: string;
}) {
  return (
    <g>
      <title>{title}</title>
      {/* So that the whole column shows the title. */}
      <rect x={x} y={0} width={barWidth - gap} height={height} className="fill-transparent" />
      {series.map(({ label, tone }, index) => {
        const below = sum(values.slice(0, index)) * scale;
        const size = (values[index] ?? 0) * scale;
        return (
          <rect
            key={label}
            x={x}
            y={height - below - size}
            width={barWidth - gap}
            height={size}
            className={fills[tone]}
          />
        );
      })}
    </g>
  );
}
