interface RadioCard<Value extends string> {
  value: Value;
  name: string;
  hint: string;
}

/** One choice of a few, each with an explanation. */
export function RadioCards<Value extends string>({
  label,
  name,
  cards,
  value,
  onChange,
}: {
  label: string;
  name: string;
  cards: readonly RadioCard<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{label}</legend>
      <div className="mt-2 grid gap-2">
        {cards.map((card) => (
          <label
            key={card.value}
            className="flex cursor-pointer gap-3 rounded-2xl border-2 border-line p-3 hover:border-field has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              checked={value === card.value}
              onChange={() => onChange(card.value)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{card.name}</span>
              <span className="block text-sm text-pretty text-muted">{card.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
