import type { BlogFigures, FigureRange } from '#figures/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Panel } from '../admin-page.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { CountTable } from './count-table.tsx';
import { DayChart } from './day-chart.tsx';
import { figuresPath } from './figure-range.ts';

export function BlogSections({
  days,
  languages,
  posts,
  searches,
  range,
}: BlogFigures & { range: FigureRange }) {
  const t = useTranslator();
  const views = t('admin.blog.column.views');
  return (
    <>
      <Panel heading={views}>
        <DayChart
          label={views}
          series={[{ label: views, tone: 'accent' }]}
          rows={days.map((row) => ({ date: row.day, values: [row.views] }))}
        />
      </Panel>
      <Panel heading={t('admin.figures.languages')}>
        <CountTable
          label={t('admin.figures.languages')}
          nameLabel={t('language.label')}
          countLabel={views}
          rows={languages.map(({ locale, views: count }) => ({
            key: locale,
            name: <span lang={localeTags[locale]}>{postLanguageNames[locale]}</span>,
            count,
          }))}
        />
      </Panel>
      <Panel heading={t('admin.figures.posts')}>
        <CountTable
          label={t('admin.figures.posts')}
          nameLabel={t('admin.spend.article')}
          countLabel={views}
          hasShare={false}
          rows={posts.map(({ id, locale, title, views: count }) => ({
            key: id,
            name: (
              <>
                <a
                  href={`/admin/blog/${id}`}
                  lang={localeTags[locale]}
                  className="inline-block min-h-6 underline underline-offset-4 hover:text-accent"
                >
                  {title || t('admin.blog.untitled')}
                </a>{' '}
                <span className="text-muted">({postLanguageNames[locale]})</span>{' '}
                <a
                  href={`${figuresPath}/${id}?days=${range}`}
                  className="inline-block min-h-6 text-accent underline underline-offset-4"
                >
                  {t('admin.figures.by_day')}
                  <span className="sr-only">: {title || t('admin.blog.untitled')}</span>
                </a>
              </>
            ),
            count,
          }))}
        />
      </Panel>
      <Panel heading={t('admin.figures.searches')}>
        <p className="mb-3 text-sm text-pretty text-muted">{t('admin.figures.searches_hint')}</p>
        <CountTable
          label={t('admin.figures.searches')}
          nameLabel={t('admin.figures.term')}
          countLabel={t('admin.figures.search_count')}
          hasShare={false}
          rows={searches.map(({ locale, term, searches: count }) => ({
            key: `${locale} ${term}`,
            name: (
              <>
                <bdi lang={localeTags[locale]}>{term}</bdi>{' '}
                <span className="text-muted">({postLanguageNames[locale]})</span>
              </>
            ),
            count,
          }))}
        />
      </Panel>
    </>
  );
}
