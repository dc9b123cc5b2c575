import type { AdminPostQuery, PostStatus } from '#blog/editing-contract.ts';
import { locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { FilterForm, FilterSelect, SearchField } from '../../ui/filter-form.tsx';
import { postLanguageNames, postStatusLabels } from '../post-labels.ts';
import { parseAdminPostFilters } from './admin-post-filters.ts';

export const adminSearchInputId = 'admin-post-search';

const statuses = Object.keys(postStatusLabels) as PostStatus[];

export function AdminPostFiltersForm({
  filters,
  onSearch,
  onChoose,
}: {
  filters: AdminPostQuery;
  onSearch: (text: string) => void;
  onChoose: (filters: AdminPostQuery) => void;
}) {
  const t = useTranslator();
  return (
    <FilterForm
      label={t('admin.blog.filters')}
      action="/admin/blog"
      filters={filters}
      parse={parseAdminPostFilters}
      onChoose={onChoose}
      submitLabel={t('admin.blog.search')}
      className="grid grid-cols-2 gap-4 p-4 sm:p-6 lg:grid-cols-[1fr_2fr_1fr]"
    >
      <FilterSelect
        id="admin-post-locale"
        name="locale"
        label={t('admin.field.language')}
        defaultValue={filters.locale}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {postLanguageNames[locale]}
          </option>
        ))}
      </FilterSelect>
      <SearchField
        id={adminSearchInputId}
        label={t('admin.blog.search')}
        className="max-lg:order-first max-lg:col-span-2"
        defaultValue={filters.search}
        onSearch={onSearch}
      />
      <FilterSelect
        id="admin-post-status"
        name="status"
        label={t('admin.blog.status')}
        defaultValue={filters.status}
      >
        <option value="">{t('admin.blog.status_all')}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(postStatusLabels[status])}
          </option>
        ))}
      </FilterSelect>
    </FilterForm>
  );
}
