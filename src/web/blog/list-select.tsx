import ChevronDown from 'lucide-react/icons/chevron-down';

export interface FilterOption {
  name: string;
  slug: string;
}

/** An unknown value from the URL is added as an option. */
export function FilterSelect({
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
