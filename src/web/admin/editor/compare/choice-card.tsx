import type { ReactNode } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import type { ConflictResolution } from './compare-sides.ts';

const names = {
  mine: 'admin.draft.compare.mine',
  theirs: 'admin.draft.compare.theirs',
  both: 'admin.draft.compare.both',
} as const satisfies Record<ConflictResolution, MessageKey>;

export function ConflictChoice({
  name,
  legend,
  selected,
  options,
  onChoose,
}: {
  name: string;
  legend: string;
  selected: ConflictResolution | undefined;
  options: readonly { choice: ConflictResolution; content: ReactNode }[];
  onChoose: (choice: ConflictResolution) => void;
}) {
  const t = useTranslator();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {options.map(({ choice, content }) => (
          <label
            key={choice}
            className={`flex cursor-pointer gap-3 rounded-2xl border-2 p-4 ${selected === choice ? 'border-accent bg-tint' : 'border-line hover:border-field'} ${choice === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={name}
              checked={selected === choice}
              onChange={() => onChoose(choice)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{t(names[choice])}</span>
              {content}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
