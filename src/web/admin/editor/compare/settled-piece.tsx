import { useTranslator } from '../../../translation.tsx';
import type { HtmlBlock } from './blocks.ts';
import type { MergeSegment } from './merge-sequences.ts';
import { WordDiff } from './word-diff.tsx';

type Settled = Exclude<MergeSegment<HtmlBlock>, { kind: 'choice' }>;

export const blocksToText = (blocks: readonly HtmlBlock[]) => blocks.map(({ text }) => text).join('\n');

/** `label` says whose change it is. */
export function MergedSegment({ segment, label }: { segment: Settled; label: string }) {
  const t = useTranslator();
  if (segment.kind === 'kept') {
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
