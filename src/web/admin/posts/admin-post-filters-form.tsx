import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { AdminPostQuery, PostStatus } from '#blog/editing-contract.ts';
import { locales } from '#i18n/locales.ts';
import { searchLengthLimit } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { postLanguageNames, postStatusLabels } from '../post-labels.ts';
import { parseAdminPostFilters } from './admin-post-filters.ts';

export const adminSearchInputId = 'admin-post-search';

const statuses = Object.keys(postStatusLabels) as PostStatus[];

const fieldNames = ['locale', 'search', 'status'] as const;

/** A GET form with uncontrolled fields, so the list works without JavaScript. */
export function AdminPostFiltersForm({
  filters,
  onSearch,
  onChoose,
}: {
  filters: AdminPostQuery;
  onSearch: (text: string) => void;
  onChoose: (filters: Partial<AdminPostQuery>) => void;
}) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const isInitialized = useRef(false);

  // Applies what the user entered before hydration.
  useEffect(() => {
    if (isInitialized.current) return writeFields(form.current, filters);
    isInitialized.current = true;
    const enteredFilters = readFields(form.current);
    if (fieldNames.some((name) => enteredFilters[name] !== filters[name])) onChoose(enteredFilters);
  }, [filters, onChoose]);

  return (
    <search aria-label={t('admin.blog.filters')}>
      <form
        ref={form}
        method="get"
        action="/admin/blog"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(readFields(form.current));
        }}
        className="grid grid-cols-2 gap-4 rounded-3xl border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[1fr_2fr_1fr]"
      >
        <FilterSelect
          name="locale"
          label={t('admin.field.language')}
          defaultValue={filters.locale}
          onChange={() => onChoose({ locale: readFields(form.current).locale })}
        >
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {postLanguageNames[locale]}
            </option>
          ))}
        </FilterSelect>
        <div className="max-lg:order-first max-lg:col-span-2">
          <label htmlFor={adminSearchInputId} className="block text-sm font-semibold">
            {t('admin.blog.search')}
          </label>
          <input
            id={adminSearchInputId}
            name="search"
            type="search"
            maxLength={searchLengthLimit}
            enterKeyHint="search"
            defaultValue={filters.search}
            onInput={(event) => {
              if (!(event.nativeEvent as InputEvent).isComposing) onSearch(event.currentTarget.value);
            }}
            onCompositionEnd={(event) => onSearch(event.currentTarget.value)}
            className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base [&::-webkit-search-cancel-button]:appearance-none"
          />
        </div>
        <FilterSelect
          name="status"
          label={t('admin.blog.status')}
          defaultValue={filters.status}
          onChange={() => onChoose({ status: readFields(form.current).status })}
        >
          <option value="">{t('admin.blog.status_all')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(postStatusLabels[status])}
            </option>
          ))}
        </FilterSelect>
        <noscript>
          <button type="submit" className={buttonClass('primary')}>
            {t('admin.blog.search')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

function FilterSelect({
  label,
  name,
  ...select
}: ComponentProps<'select'> & { label: string; name: string }) {
  return (
    <div className="min-w-0">
      <label htmlFor={`admin-post-${name}`} className="block text-sm font-semibold">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={`admin-post-${name}`}
          name={name}
          className="min-h-12 w-full cursor-pointer appearance-none rounded-xl border border-field bg-paper py-2.5 ps-4 pe-10 text-base text-ellipsis"
          {...select}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-e-3 top-1/2 size-5 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}

function findField(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
}

function readFields(form: HTMLFormElement | null): Pick<AdminPostQuery, (typeof fieldNames)[number]> {
  const values = fieldNames.map((name) => [name, findField(form, name)?.value ?? '']);
  const { locale, search, status } = parseAdminPostFilters(new URLSearchParams(values));
  return { locale, search, status };
}

/** Skips fields with the same value: writing to a field moves its caret. */
function writeFields(form: HTMLFormElement | null, filters: AdminPostQuery): void {
  for (const name of fieldNames) {
    const field = findField(form, name);
    if (field && field.value.trim() !== filters[name].trim()) field.value = filters[name];
  }
}
