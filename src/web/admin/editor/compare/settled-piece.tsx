import { useTranslator } from '../../../translation.tsx';
import type { Block } from './blocks.ts';
import type { Piece } from './merge-sequences.ts';
import { WordDiff } from './word-diff.tsx';

type Settled = Exclude<Piece<Block>, { kind: 'choice' }>;

export const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

/** A part that needs no choice; `label` says whose change it is. */
export function SettledPiece({ piece, label }: { piece: Settled; label: string }) {
  const t = useTranslator();
  if (piece.kind === 'kept') {
    return (
      <p className="border-s-2 border-line ps-4 text-sm text-muted">
        {t('admin.draft.compare.unchanged', { count: piece.items.length })}
      </p>
    );
  }
  return (
    <div className="border-s-2 border-good ps-4">
      {label !== '' && <p className="text-sm text-muted">{label}</p>}
      <WordDiff before={textOf(piece.base)} after={textOf(piece.items)} />
    </div>
  );
}
