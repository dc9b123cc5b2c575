import type { ImportFormat, ImportLoss, ImportLossCode } from '#backup/contract.ts';
import type { ImportSummary } from '#backup/data-job-contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { type Locale, localeNames } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import type { LossTexts } from './loss-texts.ts';

const outcomeLabels = {
  created: 'admin.data.created',
  changed: 'admin.data.changed',
  kept: 'admin.data.kept',
  unchanged: 'admin.data.unchanged',
  refused: 'admin.data.refused',
} as const satisfies Record<keyof ImportSummary['counts'], MessageKey>;
const outcomes = Object.keys(outcomeLabels) as (keyof typeof outcomeLabels)[];

const reasons: Readonly<Record<string, MessageKey>> = {
  'article.mixed': 'admin.data.reason_mixed',
  'language.taken': 'admin.data.reason_mixed',
  'slug.taken': 'admin.data.reason_mixed',
  'slug.reserved': 'admin.data.reason_mixed',
  'text.too_long': 'admin.data.reason_too_long',
  'text.timeout': 'admin.data.reason_too_long',
  'picture.foreign': 'admin.data.reason_image',
  'picture.unreadable': 'admin.data.reason_image',
  'picture.too_large': 'admin.data.reason_image',
};

export const tableClass =
  'mt-4 w-full max-w-xl text-sm [&_td]:py-2 [&_td]:pe-4 [&_td]:align-top [&_th]:py-2 [&_th]:pe-4 [&_th]:text-start [&_tbody]:divide-y [&_tbody]:divide-line';

const programs = { unspool: 'Unspool', ghost: 'Ghost', wordpress: 'WordPress' } as const satisfies Record<
  ImportFormat,
  string
>;

const contentLabels = {
  categories: 'admin.data.row_categories',
  tags: 'admin.data.row_tags',
  authors: 'admin.data.row_authors',
  pictures: 'admin.data.row_images',
  redirects: 'admin.data.row_redirects',
} as const satisfies Record<string, MessageKey>;
const contentKinds = Object.keys(contentLabels) as (keyof typeof contentLabels)[];

export function ImportReport({
  summary,
  isDryRun,
  lossTexts,
}: {
  summary: ImportSummary;
  isDryRun: boolean;
  lossTexts: LossTexts;
}) {
  const t = useTranslator();
  const { format, counts, posts, losses, missingPictures } = summary;
  const visible = outcomes.filter((outcome) => counts[outcome] > 0);
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  // Our own exports are counted by their posts only.
  const content = contentKinds.filter((kind) => format !== 'unspool' && summary[kind] > 0);
  return (
    <>
      <p className="mt-1 text-pretty">
        {t('admin.data.format', { program: programs[format] })} {isDryRun && t('admin.data.nothing_changed')}
      </p>
      <CountTable
        headings={[t('admin.data.column_result'), t('admin.data.column_posts')]}
        rows={visible.map((outcome) => [t(outcomeLabels[outcome]), counts[outcome]])}
      />
      {content.length > 0 && (
        <CountTable
          headings={[t('admin.data.column_kind'), t('admin.data.column_count')]}
          rows={content.map((kind) => [t(contentLabels[kind]), summary[kind]])}
        />
      )}
      {/* Images of other programs are among the losses. */}
      {missingPictures > 0 && format === 'unspool' && (
        <p className="mt-3 text-pretty">{t('admin.data.missing_images', { count: missingPictures })}</p>
      )}
      {losses.length > 0 && (
        <>
          <h3 className="mt-5 font-bold">{t('admin.data.losses')}</h3>
          <LossList losses={losses} lossTexts={lossTexts} />
        </>
      )}
      {posts.length > 0 && (
        <details className="mt-3" open={counts.refused > 0}>
          <summary className="w-fit cursor-pointer py-2.5 font-semibold">
            {t('admin.data.list', { count: posts.length })}
          </summary>
          {posts.length < total && (
            <p className="text-pretty text-muted">
              {t('admin.data.list_cut', { shown: posts.length, total })}
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll the list. */}
          <section tabIndex={0} className="max-h-96 overflow-auto" aria-label={t('admin.data.column_posts')}>
            <ul className="max-w-2xl divide-y divide-line text-sm">
              {posts.map((post) => (
                <PostItem
                  key={`${post.article} ${post.locale} ${post.slug}`}
                  post={post}
                  lossTexts={lossTexts}
                />
              ))}
            </ul>
          </section>
        </details>
      )}
    </>
  );
}

function CountTable({
  headings,
  rows,
}: {
  headings: readonly [string, string];
  rows: readonly (readonly [string, number])[];
}) {
  const { locale } = useTranslator();
  const format = new Intl.NumberFormat(locale);
  return (
    <table className={tableClass}>
      <thead>
        <tr>
          <th scope="col">{headings[0]}</th>
          <th scope="col" className="w-1/3">
            {headings[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, count]) => (
          <tr key={label}>
            <th scope="row" className="font-normal">
              {label}
            </th>
            <td>{format.format(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PostItem({ post, lossTexts }: { post: ImportSummary['posts'][number]; lossTexts: LossTexts }) {
  const t = useTranslator();
  const { locale, slug, outcome, code, losses = [] } = post;
  return (
    <li className="py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="wrap-anywhere">
          {slug} <span className="text-muted">{toLanguageName(locale)}</span>
        </span>{' '}
        <span>{t(outcomeLabels[outcome])}</span>
      </p>
      {code !== undefined && <p className="text-muted">{t(reasons[code] ?? 'admin.data.reason_invalid')}</p>}
      {losses.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-3">
            {t('admin.data.losses')} <span className="sr-only">{slug}</span>
          </summary>
          <LossList losses={losses} lossTexts={lossTexts} />
        </details>
      )}
    </li>
  );
}

export function toLanguageName(locale: string): string {
  return (localeNames as Readonly<Record<string, string>>)[locale] ?? locale;
}

function LossList({ losses, lossTexts }: { losses: readonly ImportLoss[]; lossTexts: LossTexts }) {
  const t = useTranslator();
  const format = new Intl.NumberFormat(t.locale);
  return (
    <ul className="mt-2 grid gap-2 text-sm">
      {losses.map(({ code, count, details }) => (
        <li key={code} className="grid grid-cols-[minmax(2.25rem,auto)_1fr] gap-x-3">
          <span className="text-end text-muted tabular-nums">{format.format(count)} ×</span>
          <div>
            <p className="text-pretty">{lossTexts[code]}</p>
            {details.length > 0 && (
              <p className="wrap-anywhere text-muted">
                {details.map((detail) => describeDetail(t.locale, code, detail)).join(', ')}
                {details.length < count && ', …'}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Names are shown as they are in the file, dates in the form of the page. */
function describeDetail(locale: Locale, code: ImportLossCode, detail: string): string {
  const date = /^date\./.test(code) ? new Date(detail) : null;
  return date === null || Number.isNaN(date.getTime()) ? detail : formatUtcDateTime(locale, date);
}
