import { type ComponentProps, useState } from 'react';
import type { AdminPostQuery, LanguageState, PostAuthor, PostStatus } from '#blog/editing-contract.ts';
import { locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Options } from '../../ui/field.tsx';
import { FilterForm, FilterSelect, SearchField } from '../../ui/list/filter-form.tsx';
import { postLanguageNames, postStatusLabels } from '../post-labels.ts';
import {
  countMoreFilters,
  languageStateLabels,
  parseAdminPostFilters,
  type SortColumn,
  sortLabel,
  sortsByColumn,
} from './admin-post-filters.ts';

export const adminSearchInputId = 'admin-post-search';

const statuses = Object.keys(postStatusLabels) as PostStatus[];
const languageStates = Object.keys(languageStateLabels) as LanguageState[];
const sortColumns = Object.keys(sortsByColumn) as SortColumn[];

export interface FilterOptions {
  categories: readonly { slug: string; name: string }[];
  tags: readonly { id: string; slug: string; name: string }[];
  authors: readonly PostAuthor[];
}

export function AdminPostFilterForm({
  filters,
  options: { categories, tags, authors },
  onSearch,
  onChoose,
}: {
  filters: AdminPostQuery;
  options: FilterOptions;
  onSearch: (text: string) => void;
  onChoose: (filters: AdminPostQuery) => void;
}) {
  const t = useTranslator();
  const moreCount = countMoreFilters(filters);
  const [isOpen] = useState(moreCount > 0);
  const renderSelect = (
    name: Exclude<keyof AdminPostQuery, 'search' | 'page'>,
    label: string,
    items: ComponentProps<typeof Options>['items'],
  ) => (
    <FilterSelect id={`admin-post-${name}`} name={name} label={label} defaultValue={filters[name]}>
      <Options items={items} />
    </FilterSelect>
  );
  const languages = locales.map((locale) => [locale, postLanguageNames[locale]] as const);
  return (
    <FilterForm
      label={t('admin.blog.filters')}
      action="/admin/blog"
      filters={filters}
      parse={parseAdminPostFilters}
      onChoose={onChoose}
      submitLabel={t('admin.blog.search')}
      className="flex flex-wrap gap-x-4 gap-y-1.5 p-4 md:grid md:py-3 md:grid-cols-[1fr_2fr_1fr]"
    >
      {renderSelect('locale', t('admin.field.language'), languages)}
      <SearchField
        id={adminSearchInputId}
        label={t('admin.blog.search')}
        className="max-md:order-first max-md:w-full"
        defaultValue={filters.search}
        onSearch={onSearch}
      />
      {renderSelect('status', t('admin.blog.status'), [
        ['', t('admin.blog.status_all')],
        ...statuses.map((status) => [status, t(postStatusLabels[status])] as const),
      ])}
      <details open={isOpen} className="w-full md:col-span-3">
        <summary className="w-fit cursor-pointer rounded py-1 text-sm font-semibold hover:text-accent pointer-coarse:min-h-11 pointer-coarse:py-2.5">
          {t('admin.blog.more_filters')}
          {moreCount > 0 && ` (${moreCount})`}
        </summary>
        <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4">
          {renderSelect('state', t('admin.blog.state'), [
            ['', t('admin.blog.status_all')],
            ...languageStates.map((state) => [state, t(languageStateLabels[state])] as const),
          ])}
          {renderSelect('language', t('admin.blog.state_language'), [
            ['', t('admin.blog.any_language')],
            ...languages,
          ])}
          {renderSelect('category', t('admin.editor.category'), [
            ['', t('admin.blog.category_all')],
            ...categories.map(({ slug, name }) => [slug, name] as const),
          ])}
          {renderSelect('tag', t('admin.blog.tag'), [
            ['', t('admin.blog.tag_all')],
            ...tags.map(({ slug, name }) => [slug, name] as const),
          ])}
          {renderSelect('author', t('admin.role.author'), [
            ['', t('admin.blog.author_all')],
            ...authors.map(({ id, name }) => [id, name] as const),
          ])}
          {renderSelect(
            'sort',
            t('admin.blog.sort'),
            sortColumns.flatMap((column) =>
              sortsByColumn[column].map((sort) => [sort, sortLabel(t, column, sort)] as const),
            ),
          )}
        </div>
      </details>
    </FilterForm>
  );
}
