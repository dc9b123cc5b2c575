import { useId } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import type { EditorParts } from './editor-parts.ts';
import { ReadTime } from './read-time.tsx';

/** The text with its reading time. */
export function TextSlot({ parts: { draft, locale } }: { parts: EditorParts }) {
  const t = useTranslator();
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {t('admin.editor.content')}
      </label>
      {isHydrated && (
        <>
          <textarea
            key={draft.epoch}
            id={id}
            lang={localeTags[locale]}
            rows={16}
            defaultValue={draft.fields.content}
            onChange={(event) => draft.change({ content: event.target.value })}
            className="mt-1.5 block w-full rounded-xl border border-field bg-paper px-4 py-2.5 font-mono text-sm"
          />
          <ReadTime html={draft.fields.content} />
        </>
      )}
    </div>
  );
}
