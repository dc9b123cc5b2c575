import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { DeskQuery, PostStatus } from '#desk/contract.ts';
import { locales } from '#i18n/locales.ts';
import { searchLengthLimit } from '../../contract.ts';
import { useTranslator } from '../../translation.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { postLocaleNames } from '../post-locale-names.ts';
import { postStatusNames } from '../post-status.ts';
import { readDeskFilters } from './desk-filters.ts';

/** The id of the search box. */
export const deskSearchId = 'desk-search';

const statuses = Object.keys(postStatusNames) as PostStatus[];

const fieldNames = ['locale', 'search', 'status'] as const;

/** Language, search and status. A GET form, so the list works without scripts; its fields keep their own values. */
export function DeskForm({
  wanted,
  onSearch,
  onChoose,
}: {
  wanted: DeskQuery;
  onSearch: (text: string) => void;
  onChoose: (filters: Partial<DeskQuery>) => void;
}) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const begun = useRef(false);

  // What was typed before the page came alive counts.
  useEffect(() => {
    if (begun.current) return writeFields(form.current, wanted);
    begun.current = true;
    const early = readFields(form.current);
    if (fieldNames.some((name) => early[name] !== wanted[name])) onChoose(early);
  }, [wanted, onChoose]);

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
        <Choice
          name="locale"
          label={t('admin.field.language')}
          defaultValue={wanted.locale}
          onChange={() => onChoose({ locale: readFields(form.current).locale })}
        >
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {postLocaleNames[locale]}
            </option>
          ))}
        </Choice>
        <div className="max-lg:order-first max-lg:col-span-2">
          <label htmlFor={deskSearchId} className="block text-sm font-semibold">
            {t('admin.blog.search')}
          </label>
          <input
            id={deskSearchId}
            name="search"
            type="search"
            maxLength={searchLengthLimit}
            enterKeyHint="search"
            defaultValue={wanted.search}
            onInput={(event) => {
              if (!(event.nativeEvent as InputEvent).isComposing) onSearch(event.currentTarget.value);
            }}
            onCompositionEnd={(event) => onSearch(event.currentTarget.value)}
            className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base [&::-webkit-search-cancel-button]:appearance-none"
          />
        </div>
        <Choice
          name="status"
          label={t('admin.blog.status')}
          defaultValue={wanted.status}
          onChange={() => onChoose({ status: readFields(form.current).status })}
        >
          <option value="">{t('admin.blog.status_all')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(postStatusNames[status])}
            </option>
          ))}
        </Choice>
        <noscript>
          <button type="submit" className={buttonClass('primary')}>
            {t('admin.blog.search')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

function Choice({ label, name, ...select }: ComponentProps<'select'> & { label: string; name: string }) {
  return (
    <div className="min-w-0">
      <label htmlFor={`desk-${name}`} className="block text-sm font-semibold">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={`desk-${name}`}
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

function fieldOf(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
}

function readFields(form: HTMLFormElement | null): Pick<DeskQuery, (typeof fieldNames)[number]> {
  const values = fieldNames.map((name) => [name, fieldOf(form, name)?.value ?? '']);
  const { locale, search, status } = readDeskFilters(new URLSearchParams(values));
  return { locale, search, status };
}

/** Only where they say something else: a field that is written to loses its caret. */
function writeFields(form: HTMLFormElement | null, wanted: DeskQuery): void {
  for (const name of fieldNames) {
    const field = fieldOf(form, name);
    if (field && field.value.trim() !== wanted[name].trim()) field.value = wanted[name];
  }
}
