import { useId } from 'react';
import { useTranslator } from '../../translation.tsx';

export function TagToggles({
  tags,
  chosen,
  onChange,
}: {
  tags: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
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
          const isChosen = chosen.includes(tag.id);
          return (
            <button
              key={tag.id}
              type="button"
              aria-pressed={isChosen}
              onClick={() =>
                onChange(isChosen ? chosen.filter((other) => other !== tag.id) : [...chosen, tag.id])
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
