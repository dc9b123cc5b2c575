import ChevronDown from 'lucide-react/icons/chevron-down';
import { type CompositionEvent, type FormEvent, useEffect, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { searchLengthLimit } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import type { PostFilters } from './post-filters.ts';

export interface FilterOption {
  name: string;
  slug: string;
}

/** An unknown value from the URL is added as an option. */
function FilterSelect({
  name,
  label,
  everything,
  choices,
  selected,
  onChoose,
}: {
  name: string;
  label: string;
  everything: string;
  choices: readonly FilterOption[];
  selected: string;
  onChoose: (slug: string) => void;
}) {
  const isListed = selected === '' || choices.some(({ slug }) => slug === selected);
  return (
    <div className="min-w-0">
      <label htmlFor={name} className="block text-sm font-semibold">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={name}
          name={name}
          defaultValue={selected}
          onChange={(event) => onChoose(event.target.value)}
          className="min-h-12 w-full cursor-pointer appearance-none rounded-xl border border-field bg-paper py-2.5 ps-4 pe-10 text-base text-ellipsis"
        >
          <option value="">{everything}</option>
          {!isListed && <option value={selected}>{selected}</option>}
          {choices.map((choice) => (
            <option key={choice.slug} value={choice.slug}>
              {choice.name}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-e-3 top-1/2 size-5 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}

export const searchInputId = 'search';

const filterNames = ['search', 'category', 'tag'] as const;
type FilterName = (typeof filterNames)[number];

/** Uncontrolled, to keep what was entered before hydration and not to disturb an input method. */
export function PostFiltersForm({
  filters,
  categories,
  tags,
  onSearch,
  onChoose,
}: {
  filters: PostFilters;
  categories: readonly FilterOption[];
  tags: readonly FilterOption[];
  onSearch: (text: string) => void;
  onChoose: (filters: Partial<PostFilters>) => void;
}) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const isInitialized = useRef(false);

  useEffect(() => {
    if (isInitialized.current) return writeFields(form.current, filters);
    isInitialized.current = true;
    const enteredFilters = readFields(form.current);
    if (filterNames.some((name) => enteredFilters[name] !== filters[name])) onChoose(enteredFilters);
  }, [filters, onChoose]);

  const handleInput = (event: FormEvent<HTMLInputElement>) => {
    const isComposing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing;
    if (!isComposing) onSearch(event.currentTarget.value);
  };

  return (
    <search aria-label={t('blog.list.filters')}>
      <form
        ref={form}
        method="get"
        action={localizedPath(t.locale, '/blog')}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(readFields(form.current));
        }}
        className="grid gap-4 rounded-3xl border border-line bg-surface p-4 shadow-sm sm:grid-cols-2 sm:p-6 lg:grid-cols-[2fr_1fr_1fr]"
      >
        <div className="sm:col-span-2 lg:col-span-1">
          <label htmlFor={searchInputId} className="block text-sm font-semibold">
            {t('blog.list.search')}
          </label>
          <input
            id={searchInputId}
            name="search"
            type="search"
            maxLength={searchLengthLimit}
            enterKeyHint="search"
            placeholder={t('blog.list.placeholder')}
            defaultValue={filters.search}
            onInput={handleInput}
            onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) =>
              onSearch(event.currentTarget.value)
            }
            className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base placeholder:text-muted [&::-webkit-search-cancel-button]:appearance-none"
          />
        </div>
        <FilterSelect
          name="category"
          label={t('blog.list.category')}
          everything={t('blog.list.all_categories')}
          choices={categories}
          selected={filters.category}
          onChoose={(category) => onChoose({ category })}
        />
        <FilterSelect
          name="tag"
          label={t('blog.list.tag')}
          everything={t('blog.list.all_tags')}
          choices={tags}
          selected={filters.tag}
          onChoose={(tag) => onChoose({ tag })}
        />
        <noscript>
          <button type="submit" className={buttonClass('primary')}>
            {t('blog.list.search')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

function findField(form: HTMLFormElement | null, name: FilterName) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
}

function readFields(form: HTMLFormElement | null): Record<FilterName, string> {
  const value = (name: FilterName) => findField(form, name)?.value ?? '';
  return { search: value('search'), category: value('category'), tag: value('tag') };
}

/** Skips unchanged fields: writing to a field moves its caret. */
function writeFields(form: HTMLFormElement | null, filters: PostFilters): void {
  for (const name of filterNames) {
    const field = findField(form, name);
    if (field && field.value !== filters[name]) field.value = filters[name];
  }
}
