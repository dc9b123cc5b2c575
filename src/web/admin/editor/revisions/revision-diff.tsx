import type { PostFields } from '#blog/editing-contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { formatPostField, postFieldLabels, type TaxonNames } from '../conflict/field-labels.ts';
import { splitHtmlBlocks } from '../conflict/html-blocks.ts';
import { MergedSegment, WordDiff } from '../conflict/text-diff.tsx';
import { mergeThreeWay } from '../conflict/three-way-merge.ts';
import { postFieldNames } from '../draft/post-fields.ts';

export function RevisionDiff({
  before,
  current,
  names,
}: {
  before: PostFields;
  current: PostFields;
  names: TaxonNames;
}) {
  const t = useTranslator();
  const rows = postFieldNames
    .filter((name) => name !== 'content')
    .map((name) => ({
      name,
      oldValue: formatPostField(t, names, name, before),
      newValue: formatPostField(t, names, name, current),
    }))
    .filter(({ oldValue, newValue }) => oldValue.trim() !== newValue.trim());
  const base = splitHtmlBlocks(before.content);
  const segments = mergeThreeWay(base, splitHtmlBlocks(current.content), base);
  if (rows.length === 0 && segments.every(({ kind }) => kind === 'unchanged')) {
    return <p className="mt-4 text-muted">{t('admin.draft.versions.same')}</p>;
  }
  return (
    <>
      <p className="mt-4 text-sm text-pretty text-muted">{t('admin.draft.versions.legend')}</p>
      {rows.length > 0 && (
        <dl className="mt-4 grid gap-3">
          {rows.map(({ name, oldValue, newValue }) => (
            <div key={name}>
              <dt className="text-sm font-semibold">{t(postFieldLabels[name])}</dt>
              <dd>
                <WordDiff before={oldValue} after={newValue} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 grid gap-4">
        {segments.map((segment, index) =>
          segment.kind === 'conflict' ? null : (
            <MergedSegment key={`segment-${String(index)}`} segment={segment} label="" />
          ),
        )}
      </div>
    </>
  );
}
