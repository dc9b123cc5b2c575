import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { searchLengthLimit } from '../../contract.ts';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Input } from '../field.tsx';
import type { ListFilters } from './list-params.ts';

/**
 * A GET form, so the list works without JavaScript. Its fields are uncontrolled, to keep what was entered before
 * hydration and not to disturb an input method.
 */
export function FilterForm<Filters extends ListFilters>({
  label,
  action,
  filters,
  parse,
  onChoose,
  submitLabel,
  className,
  children,
}: {
  label: string;
  action: string;
  filters: Filters;
  parse: (parameters: URLSearchParams) => Filters;
  onChoose: (filters: Filters) => void;
  submitLabel: string;
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isInitialized = useRef(false);

  useEffect(() => {
    const fields = listFields(form.current);
    if (isInitialized.current) return writeFields(fields, filters);
    isInitialized.current = true;
    const enteredFilters = parse(readFields(fields));
    const isChanged = fields.some(({ name }) => getFilter(enteredFilters, name) !== getFilter(filters, name));
    if (isChanged) onChoose(enteredFilters);
  }, [filters, parse, onChoose]);

  const chooseEntered = () => onChoose(parse(readFields(listFields(form.current))));

  return (
    <search aria-label={label}>
      <Card
        as="form"
        ref={form}
        method="get"
        action={action}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          chooseEntered();
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) chooseEntered();
        }}
        className={className}
      >
        {children}
        <noscript>
          <Button type="submit">{submitLabel}</Button>
        </noscript>
      </Card>
    </search>
  );
}

type FilterField = HTMLInputElement | HTMLSelectElement;

function listFields(form: HTMLFormElement | null): FilterField[] {
  return [...(form?.elements ?? [])].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  );
}

function readFields(fields: readonly FilterField[]): URLSearchParams {
  return new URLSearchParams(fields.map(({ name, value }) => [name, value]));
}

/** Skips fields with the same value: writing to a field moves its caret. */
function writeFields(fields: readonly FilterField[], filters: ListFilters): void {
  for (const field of fields) {
    const value = getFilter(filters, field.name);
    if (field.value.trim() !== value.trim()) field.value = value;
  }
}

function getFilter(filters: ListFilters, name: string): string {
  return String(filters[name as keyof ListFilters] ?? '');
}

export function SearchField({
  id,
  label,
  className,
  onSearch,
  ...input
}: Omit<ComponentProps<'input'>, 'id'> & { id: string; label: string; onSearch?: (text: string) => void }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      <Input
        id={id}
        name="search"
        type="search"
        maxLength={searchLengthLimit}
        enterKeyHint="search"
        onInput={(event) => {
          if (!(event.nativeEvent as InputEvent).isComposing) onSearch?.(event.currentTarget.value);
        }}
        onCompositionEnd={(event) => onSearch?.(event.currentTarget.value)}
        className="mt-1.5 placeholder:text-muted [&::-webkit-search-cancel-button]:appearance-none"
        {...input}
      />
    </div>
  );
}

export function FilterSelect({
  id,
  label,
  ...select
}: ComponentProps<'select'> & { id: string; label: string }) {
  return (
    <div className="min-w-0 grow">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={id}
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
