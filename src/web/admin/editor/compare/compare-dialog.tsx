import { useMemo, useState } from 'react';
import type { EditorPost, PostFields } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { MergeInput } from '../draft/draft-contract.ts';
import { ConflictChoice } from './choice-card.tsx';
import { applyResolutions, type ConflictResolution, compareDrafts } from './compare-sides.ts';
import { CopyDraftButton } from './copy-button.tsx';
import { formatPostField, postFieldLabels, type TaxonNames } from './field-names.ts';
import { blocksToText, MergedSegment } from './settled-piece.tsx';
import { WordDiff } from './word-diff.tsx';

const origins = {
  mine: 'admin.draft.compare.from_mine',
  theirs: 'admin.draft.compare.from_theirs',
  same: 'admin.draft.compare.from_both',
} as const satisfies Record<'mine' | 'theirs' | 'same', MessageKey>;

/** The dialog's initial focus, so that a late keystroke selects nothing. */
const focusFirst = (text: HTMLElement | null) => void text?.setAttribute('autofocus', '');

/** Merges what only one side changed; the user decides the rest. */
export default function ConflictDialog({
  current,
  mine,
  getMergeInput,
  names,
  onResolve,
  onAcceptTheirs,
  onClose,
}: {
  current: EditorPost;
  mine: PostFields;
  getMergeInput: (theirs: PostFields) => MergeInput;
  names: TaxonNames;
  onResolve: (fields: PostFields) => void;
  onAcceptTheirs: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  // `mine` may still change: the text editor reports the last characters when this dialog takes the focus.
  const sides = useMemo(() => ({ ...getMergeInput(current.fields), mine }), [getMergeInput, current, mine]);
  const comparison = useMemo(() => compareDrafts(sides), [sides]);
  const [choices, setChoices] = useState<ReadonlyMap<string | number, ConflictResolution>>(new Map());
  const { rows, segments } = comparison;
  const choiceIndexes = segments.flatMap(({ kind }, index) => (kind === 'choice' ? [index] : []));
  const total = rows.length + choiceIndexes.length;
  const open = total - choices.size;
  const choose = (what: string | number) => (choice: ConflictResolution) =>
    setChoices((before) => new Map(before).set(what, choice));
  const legend = (number: number, what: string) =>
    total === 1 ? what : t('admin.draft.compare.choose', { number, what });
  const field = (name: keyof PostFields, fields: PostFields) =>
    formatPostField(t, names, name, fields) || t('admin.draft.compare.nothing');

  return (
    <Dialog title={t('admin.draft.conflict.title')} isWide onClose={onClose}>
      <p ref={focusFirst} tabIndex={-1} className="mt-2 text-pretty text-muted">
        {t(total === 0 ? 'admin.draft.compare.text_joined' : 'admin.draft.compare.text')}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <button type="button" className={plain} onClick={() => onResolve(sides.mine)}>
          {t('admin.draft.compare.all_mine')}
        </button>
        <button type="button" className={plain} onClick={onAcceptTheirs}>
          {t('admin.draft.compare.all_theirs')}
        </button>
        <CopyDraftButton html={sides.mine.content} className={plain} />
      </div>
      <div className="mt-6 grid gap-6">
        {rows.map((name, index) => (
          <ConflictChoice
            key={name}
            name={`choice-${name}`}
            legend={legend(index + 1, t(postFieldLabels[name]))}
            selected={choices.get(name)}
            onChoose={choose(name)}
            options={(['mine', 'theirs'] as const).map((choice) => ({
              choice,
              content: field(name, sides[choice]),
            }))}
          />
        ))}
        {segments.map((segment, index) => {
          // The segments never reorder, so the index is a stable key.
          const key = `piece-${index}`;
          if (segment.kind !== 'choice') {
            return (
              <MergedSegment
                key={key}
                segment={segment}
                label={segment.kind === 'kept' ? '' : t(origins[segment.kind])}
              />
            );
          }
          const before = blocksToText(segment.base);
          const both = { choice: 'both' as const, content: null };
          const sided = (['mine', 'theirs'] as const).map((choice) => ({
            choice,
            content:
              segment[choice].length > 0 || before !== '' ? (
                <WordDiff before={before} after={blocksToText(segment[choice])} />
              ) : (
                t('admin.draft.compare.nothing')
              ),
          }));
          return (
            <ConflictChoice
              key={key}
              name={key}
              legend={legend(rows.length + choiceIndexes.indexOf(index) + 1, t('admin.draft.compare.part'))}
              selected={choices.get(index)}
              onChoose={choose(index)}
              options={segment.mine.length > 0 && segment.theirs.length > 0 ? [...sided, both] : sided}
            />
          );
        })}
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap items-center gap-3 rounded-b-3xl border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button
          aria-disabled={open > 0}
          onClick={() => open === 0 && onResolve(applyResolutions(comparison, choices))}
        >
          {t('admin.draft.compare.save')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('admin.draft.compare.later')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {open > 0 ? t('admin.draft.compare.left', { count: open }) : ''}
        </p>
      </div>
    </Dialog>
  );
}

const plain = 'min-h-11 cursor-pointer text-sm font-semibold text-accent underline underline-offset-4';
