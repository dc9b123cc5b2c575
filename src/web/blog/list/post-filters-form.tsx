import X from 'lucide-react/icons/x';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterSelect, SearchField } from '../../ui/list/filter-form.tsx';
import { hasPostFilters, type PostFilters } from './post-filters.ts';
import { filtersFormId, searchInputId } from './start-list.ts';

interface FilterOption {
  name: string;
  slug: string;
}

/** An unknown value from the URL is added as an option. */
function TaxonSelect({
  name,
  label,
  everything,
  choices,
  selected,
}: {
  name: string;
  label: string;
  everything: string;
  choices: readonly FilterOption[];
  selected: string;
}) {
  const isListed = selected === '' || choices.some(({ slug }) => slug === selected);
  return (
    <FilterSelect id={name} name={name} label={label} defaultValue={selected}>
      <option value="">{everything}</option>
      {!isListed && <option value={selected}>{selected}</option>}
      {choices.map((choice) => (
        <option key={choice.slug} value={choice.slug}>
          {choice.name}
        </option>
      ))}
    </FilterSelect>
  );
}

interface PostFiltersProps {
  filters: PostFilters;
  categories: readonly FilterOption[];
  tags: readonly FilterOption[];
}

/** A GET form, so the list works without JavaScript. */
export function PostFiltersForm({ filters, categories, tags }: PostFiltersProps) {
  const t = useTranslator();
  return (
    <search aria-label={t('blog.list.filters')}>
      <Card
        as="form"
        id={filtersFormId}
        method="get"
        action={localizedPath(t.locale, '/blog')}
        autoComplete="off"
        className="grid gap-4 p-4 shadow-sm sm:grid-cols-2 sm:p-6 lg:grid-cols-[minmax(12rem,1fr)_auto_auto]"
      >
        <SearchField
          id={searchInputId}
          label={t('blog.list.search')}
          className="sm:col-span-2 lg:col-span-1"
          placeholder={t('blog.list.placeholder')}
          defaultValue={filters.search}
        />
        <TaxonSelect
          name="category"
          label={t('blog.list.category')}
          everything={t('blog.list.all_categories')}
          choices={categories}
          selected={filters.category}
        />
        <TaxonSelect
          name="tag"
          label={t('blog.list.tag')}
          everything={t('blog.list.all_tags')}
          choices={tags}
          selected={filters.tag}
        />
        <noscript>
          <Button type="submit">{t('blog.list.search')}</Button>
        </noscript>
      </Card>
    </search>
  );
}

export function ActiveFilters({ filters, categories, tags }: PostFiltersProps) {
  const t = useTranslator();
  if (!hasPostFilters(filters)) return null;
  const getName = (choices: readonly FilterOption[], slug: string) =>
    choices.find((choice) => choice.slug === slug)?.name ?? slug;
  const badges = [
    filters.category && t('blog.list.active_category', { name: getName(categories, filters.category) }),
    filters.tag && t('blog.list.active_tag', { name: getName(tags, filters.tag) }),
  ].filter((text) => text !== '');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {badges.map((text) => (
        <span key={text} className="max-w-full rounded-full bg-tint px-3.5 py-1.5 text-sm font-semibold">
          {text}
        </span>
      ))}
      {/* A separate form, so that it works without JavaScript. */}
      <form method="get" action={localizedPath(t.locale, '/blog')}>
        <button type="submit" className={buttonClass('quiet', 'min-h-11! px-4! py-1.5! text-sm')}>
          <X aria-hidden="true" className="size-4" />
          {t('blog.list.clear')}
        </button>
      </form>
    </div>
  );
}
