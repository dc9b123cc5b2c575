import { diffWords } from 'diff';
import { useMemo } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import type { HtmlBlock } from './html-blocks.ts';
import type { MergeSegment } from './three-way-merge.ts';

/** Above this many edits, show a full replacement: the diff would take seconds. */
const editLimit = 2000;

export function WordDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslator();
  const parts = useMemo(() => {
    const intlSegmenter = new Intl.Segmenter(localeTags[t.locale], { granularity: 'word' });
    const changes = diffWords(before, after, { intlSegmenter, maxEditLength: editLimit });
    return (
      changes ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ]
    );
  }, [before, after, t]);
  let offset = 0;
  return (
    <span className="whitespace-pre-wrap">
      {parts.map(({ value, added, removed }) => {
        const key = `${offset}${added ? '+' : removed ? '-' : ''}`;
        offset += value.length;
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

type ResolvedSegment = Exclude<MergeSegment<HtmlBlock>, { kind: 'conflict' }>;

export const blocksToText = (blocks: readonly HtmlBlock[]) => blocks.map(({ text }) => text).join('\n');

export function MergedSegment({ segment, label }: { segment: ResolvedSegment; label: string }) {
  const t = useTranslator();
  if (segment.kind === 'unchanged') {
    return (
      <p className="border-s-2 border-line ps-4 text-sm text-muted">
        {t('admin.draft.compare.unchanged', { count: segment.items.length })}
      </p>
    );
  }
  return (
    <div className="border-s-2 border-good ps-4">
      {label !== '' && <p className="text-sm text-muted">{label}</p>}
      <WordDiff before={blocksToText(segment.base)} after={blocksToText(segment.items)} />
    </div>
  );
}
