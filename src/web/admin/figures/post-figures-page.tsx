import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { FigureRange, PostFigures } from '#figures/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { LinkNav } from '../../ui/list/link-nav.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { sum } from './chart-data.ts';
import { CountTable } from './count-table.tsx';
import { DayChart } from './day-chart.tsx';
import { figuresPath, listRangeLinks, readRange } from './figure-range.ts';

export interface PostFiguresPageData {
  range: FigureRange;
  figures: PostFigures;
  /** Whether only the language of the requested post is shown. */
  isSingle: boolean;
}

/** `/admin/figures/<post id>?days=90`, or `…&language=one` for one language. */
export async function loader({ url, params, context }: LoaderFunctionArgs): Promise<PostFiguresPageData> {
  const range = readRange(url);
  const figures = await context.get(servicesContext).figures.readPost(params.post ?? '', range);
  if (!figures) throw data(null, { status: 404 });
  return { range, figures, isSingle: url.searchParams.get('language') === 'one' };
}

/** Works without JavaScript. */
export default function PostFiguresPage() {
  const t = useTranslator();
  const { range, figures, isSingle } = useLoaderData<typeof loader>();
  const { id, title, locale, languages } = figures;
  const views = t('admin.blog.column.views');
  const shown = isSingle ? languages.filter((language) => language.id === id) : languages;
  const rows = (shown[0]?.days ?? []).map(({ day }, index) => ({
    date: day,
    values: shown.map((language) => language.days[index]?.views ?? 0),
  }));
  const pathOf = (postId: string, query: string) => `${figuresPath}/${postId}?days=${range}${query}`;
  return (
    <AdminPage
      path={figuresPath}
      title={title || t('admin.blog.untitled')}
      subtitle={t('admin.figures.post_intro')}
    >
      <p className="mt-4 flex flex-wrap gap-x-6">
        {[
          { href: `${figuresPath}?days=${range}`, label: t('admin.figures.all_posts') },
          { href: `/admin/blog/${id}`, label: t('admin.action.edit') },
        ].map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </p>
      <LinkNav
        label={t('admin.figures.range')}
        links={listRangeLinks(t, range, {
          path: `${figuresPath}/${id}`,
          query: isSingle ? '&language=one' : '',
        })}
      />
      <LinkNav
        label={t('language.label')}
        links={[
          { href: pathOf(id, ''), label: t('admin.figures.all_languages'), isCurrent: !isSingle },
          ...languages.map((language) => ({
            href: pathOf(language.id, '&language=one'),
            label: <span lang={localeTags[language.locale]}>{postLanguageNames[language.locale]}</span>,
            isCurrent: isSingle && language.id === id,
          })),
        ]}
      />
      <Panel heading={isSingle ? `${views}: ${postLanguageNames[locale]}` : views}>
        <DayChart
          label={views}
          series={[{ label: views, tone: 'accent' }]}
          rows={rows.map(({ date, values }) => ({ date, values: [sum(values)] }))}
          columns={
            isSingle ? [views] : [views, ...shown.map((language) => postLanguageNames[language.locale])]
          }
          tableRows={
            isSingle ? rows : rows.map(({ date, values }) => ({ date, values: [sum(values), ...values] }))
          }
        />
      </Panel>
      {!isSingle && (
        <Panel heading={t('admin.figures.languages')}>
          <CountTable
            label={t('admin.figures.languages')}
            nameLabel={t('language.label')}
            countLabel={views}
            rows={languages.map((language) => ({
              key: language.id,
              name: <span lang={localeTags[language.locale]}>{postLanguageNames[language.locale]}</span>,
              count: sum(language.days.map((day) => day.views)),
            }))}
          />
        </Panel>
      )}
    </AdminPage>
  );
}
