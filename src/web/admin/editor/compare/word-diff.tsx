import { diffWords } from 'diff';
import { useMemo } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translation.tsx';

/** Longer changes are shown as one text for the other: the search for what stayed would take seconds. */
const editLimit = 2000;

/** What became of a text, by words, in any language: marked by lines and by spoken words, not by colour alone. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslator();
  const parts = useMemo(() => {
    const intlSegmenter = new Intl.Segmenter(localeTags[t.locale], { granularity: 'word' });
    const found = diffWords(before, after, { intlSegmenter, maxEditLength: editLimit });
    return (
      found ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ]
    );
  }, [before, after, t]);
  let place = 0;
  return (
    <span className="whitespace-pre-wrap">
      {parts.map(({ value, added, removed }) => {
        const key = `${place}${added ? '+' : removed ? '-' : ''}`;
        place += value.length;
        if (added)
          return (
            <ins
              key={key}
              className="rounded-sm bg-good/15 px-0.5 decoration-good decoration-2 underline-offset-2"
            >
              <span className="sr-only"> {t('admin.draft.versions.added')} </span>
              {value}
            </ins>
          );
        if (removed)
          return (
            <del key={key} className="rounded-sm bg-tint px-0.5 text-muted decoration-accent decoration-2">
              <span className="sr-only"> {t('admin.draft.versions.removed')} </span>
              {value}
            </del>
          );
        return <span key={key}>{value}</span>;
      })}
    </span>
  );
}
