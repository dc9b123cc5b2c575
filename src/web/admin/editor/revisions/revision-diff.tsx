import type { PostFields } from '#desk/contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { splitBlocks } from '../compare/blocks.ts';
import { fieldLabels, type ShelfNames, wordField } from '../compare/field-names.ts';
import { mergeSequences } from '../compare/merge-sequences.ts';
import { SettledPiece } from '../compare/settled-piece.tsx';
import { WordDiff } from '../compare/word-diff.tsx';
import { fieldNames } from '../draft/draft-fields.ts';

/** What became of a version until now: fields by their names, the text block by block and word by word. */
export function RevisionDiff({
  before,
  now,
  names,
}: {
  before: PostFields;
  now: PostFields;
  names: ShelfNames;
}) {
  const t = useTranslator();
  const rows = fieldNames
    .filter((name) => name !== 'content')
    .map((name) => ({ name, was: wordField(t, names, name, before), is: wordField(t, names, name, now) }))
    .filter(({ was, is }) => was.trim() !== is.trim());
  const base = splitBlocks(before.content);
  const pieces = mergeSequences(base, splitBlocks(now.content), base);
  if (rows.length === 0 && pieces.every(({ kind }) => kind === 'kept')) {
    return <p className="mt-4 text-muted">{t('admin.draft.versions.same')}</p>;
  }
  return (
    <>
      <p className="mt-4 text-sm text-pretty text-muted">{t('admin.draft.versions.legend')}</p>
      {rows.length > 0 && (
        <dl className="mt-4 grid gap-3">
          {rows.map(({ name, was, is }) => (
            <div key={name}>
              <dt className="text-sm font-semibold">{t(fieldLabels[name])}</dt>
              <dd>
                <WordDiff before={was} after={is} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 grid gap-4">
        {pieces.map((piece, place) =>
          piece.kind === 'choice' ? null : (
            // The pieces of one comparison never change their places.
            <SettledPiece key={`piece-${String(place)}`} piece={piece} label="" />
          ),
        )}
      </div>
    </>
  );
}
