import { useId } from 'react';
import { useTranslator } from '../../../translator.tsx';

export function TagPicker({
  tags,
  selected,
  onChange,
}: {
  tags: readonly { id: string; name: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}) {
  const t = useTranslator();
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-semibold">
        {t('admin.editor.tags')}
      </h3>
      {tags.length === 0 && <p className="mt-1.5 text-sm text-muted">{t('admin.editor.no_tags')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {tags.map((tag) => {
          const isSelected = selected.includes(tag.id);
          return (
            <button
              key={tag.id}
              type="button"
              aria-pressed={isSelected}
              onClick={() =>
                onChange(isSelected ? selected.filter((other) => other !== tag.id) : [...selected, tag.id])
              }
              className="min-h-8 cursor-pointer rounded-full border border-field px-3 py-1 text-sm font-semibold hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent disabled:cursor-not-allowed"
            >
              {tag.name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
