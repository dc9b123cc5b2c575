import type { PostFields } from '#blog/editing-contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { formatPostField, postFieldLabels, type TaxonNames } from '../conflict/field-labels.ts';
import { splitHtmlBlocks } from '../conflict/html-blocks.ts';
import { MergedSegment, WordDiff } from '../conflict/text-diff.tsx';
import { mergeThreeWay } from '../conflict/three-way-merge.ts';
import { postFieldNames } from '../draft/post-fields.ts';

/** Compares a revision with the current form: fields by name, the text block by block. */
export function RevisionDiff({
  before,
  now,
  names,
}: {
  before: PostFields;
  now: PostFields;
  names: TaxonNames;
}) {
  const t = useTranslator();
  const rows = postFieldNames
    .filter((name) => name !== 'content')
    .map((name) => ({
      name,
      was: formatPostField(t, names, name, before),
      is: formatPostField(t, names, name, now),
    }))
    .filter(({ was, is }) => was.trim() !== is.trim());
  const base = splitHtmlBlocks(before.content);
  const pieces = mergeThreeWay(base, splitHtmlBlocks(now.content), base);
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
              <dt className="text-sm font-semibold">{t(postFieldLabels[name])}</dt>
              <dd>
                <WordDiff before={was} after={is} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 grid gap-4">
        {pieces.map((piece, index) =>
          piece.kind === 'choice' ? null : (
            // The segments never reorder, so the index is a stable key.
            <MergedSegment key={`piece-${String(index)}`} segment={piece} label="" />
          ),
        )}
      </div>
    </>
  );
}
