import { type CompositionEvent, type FormEvent, useEffect, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { searchLengthLimit } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { ListFilters } from './list-filters.ts';
import { type Choice, ListSelect } from './list-select.tsx';

/** The id of the search box. */
export const searchBoxId = 'search';

const filterNames = ['search', 'category', 'tag'] as const;
type FilterName = (typeof filterNames)[number];

/**
 * Search, category and tag. A GET form, so the list works without scripts. Its fields keep their own values: what was
 * typed before the page came alive counts, and a word that is being composed is left alone.
 */
export function ListForm({
  wanted,
  categories,
  tags,
  onSearch,
  onChoose,
}: {
  wanted: ListFilters;
  categories: readonly Choice[];
  tags: readonly Choice[];
  onSearch: (text: string) => void;
  onChoose: (filters: Partial<ListFilters>) => void;
}) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return writeFields(form.current, wanted);
    begun.current = true;
    const early = readFields(form.current);
    if (filterNames.some((name) => early[name] !== wanted[name])) onChoose(early);
  }, [wanted, onChoose]);

  const onTyped = (event: FormEvent<HTMLInputElement>) => {
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
          <label htmlFor={searchBoxId} className="block text-sm font-semibold">
            {t('blog.list.search')}
          </label>
          <input
            id={searchBoxId}
            name="search"
            type="search"
            maxLength={searchLengthLimit}
            enterKeyHint="search"
            placeholder={t('blog.list.placeholder')}
            defaultValue={wanted.search}
            onInput={onTyped}
            onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) =>
              onSearch(event.currentTarget.value)
            }
            className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base placeholder:text-muted [&::-webkit-search-cancel-button]:appearance-none"
          />
        </div>
        <ListSelect
          name="category"
          label={t('blog.list.category')}
          everything={t('blog.list.all_categories')}
          choices={categories}
          chosen={wanted.category}
          onChoose={(category) => onChoose({ category })}
        />
        <ListSelect
          name="tag"
          label={t('blog.list.tag')}
          everything={t('blog.list.all_tags')}
          choices={tags}
          chosen={wanted.tag}
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

function fieldOf(form: HTMLFormElement | null, name: FilterName) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
}

function readFields(form: HTMLFormElement | null): Record<FilterName, string> {
  const value = (name: FilterName) => fieldOf(form, name)?.value ?? '';
  return { search: value('search'), category: value('category'), tag: value('tag') };
}

/** Only where they say something else: a field that is written to loses its caret. */
function writeFields(form: HTMLFormElement | null, filters: ListFilters): void {
  for (const name of filterNames) {
    const field = fieldOf(form, name);
    if (field && field.value !== filters[name]) field.value = filters[name];
  }
}
