import { diffWords } from 'diff';
import { type ReactNode, useMemo } from 'react';
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
        return (
          <DiffPart key={key} kind={added ? 'added' : removed ? 'removed' : 'same'}>
            {value}
          </DiffPart>
        );
      })}
    </span>
  );
}

/** Says what was added and removed to screen readers too. */
export function DiffPart({ kind, children }: { kind: 'same' | 'added' | 'removed'; children: ReactNode }) {
  const t = useTranslator();
  if (kind === 'added')
    return (
      <ins className="rounded-sm bg-good/15 px-0.5 decoration-good decoration-2 underline-offset-2">
        <span className="sr-only"> {t('admin.draft.versions.added')} </span>
        {children}
      </ins>
    );
  if (kind === 'removed')
    return (
      <del className="rounded-sm bg-tint px-0.5 text-muted decoration-accent decoration-2">
        <span className="sr-only"> {t('admin.draft.versions.removed')} </span>
        {children}
      </del>
    );
  return <span>{children}</span>;
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
