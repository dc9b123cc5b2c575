import { useMemo, useState } from 'react';
import type { DeskDocument, PostFields } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ThreeSides } from '../draft/draft-contract.ts';
import { ChoiceCard } from './choice-card.tsx';
import { type Choice, compareSides, resolveComparison } from './compare-sides.ts';
import { CopyButton } from './copy-button.tsx';
import { fieldLabels, type ShelfNames, wordField } from './field-names.ts';
import { SettledPiece, textOf } from './settled-piece.tsx';
import { WordDiff } from './word-diff.tsx';

const origins = {
  mine: 'admin.draft.compare.from_mine',
  theirs: 'admin.draft.compare.from_theirs',
  same: 'admin.draft.compare.from_both',
} as const satisfies Record<'mine' | 'theirs' | 'same', MessageKey>;

/** The dialog puts the focus here when it opens: a key that comes late chooses nothing. */
const focusFirst = (text: HTMLElement | null) => void text?.setAttribute('autofocus', '');

/** Two versions of one post, part by part: what only one side changed is joined, for the rest the writer chooses. */
export default function CompareDialog({
  current,
  mine,
  sidesOf,
  names,
  onResolve,
  onTakeTheirs,
  onClose,
}: {
  current: DeskDocument;
  mine: PostFields;
  sidesOf: (theirs: PostFields) => ThreeSides;
  names: ShelfNames;
  onResolve: (fields: PostFields) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  // `mine` grows by the last letters, which the text tells when it loses the focus to this dialog.
  const sides = useMemo(() => ({ ...sidesOf(current.fields), mine }), [sidesOf, current, mine]);
  const comparison = useMemo(() => compareSides(sides), [sides]);
  const [choices, setChoices] = useState<ReadonlyMap<string | number, Choice>>(new Map());
  const { rows, pieces } = comparison;
  const places = pieces.flatMap(({ kind }, place) => (kind === 'choice' ? [place] : []));
  const total = rows.length + places.length;
  const open = total - choices.size;
  const choose = (what: string | number) => (choice: Choice) =>
    setChoices((before) => new Map(before).set(what, choice));
  const legend = (number: number, what: string) =>
    total === 1 ? what : t('admin.draft.compare.choose', { number, what });
  const field = (name: keyof PostFields, fields: PostFields) =>
    wordField(t, names, name, fields) || t('admin.draft.compare.nothing');

  return (
    <Dialog title={t('admin.draft.conflict.title')} isWide onClose={onClose}>
      <p ref={focusFirst} tabIndex={-1} className="mt-2 text-pretty text-muted">
        {t(total === 0 ? 'admin.draft.compare.text_joined' : 'admin.draft.compare.text')}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <button type="button" className={plain} onClick={() => onResolve(sides.mine)}>
          {t('admin.draft.compare.all_mine')}
        </button>
        <button type="button" className={plain} onClick={onTakeTheirs}>
          {t('admin.draft.compare.all_theirs')}
        </button>
        <CopyButton html={sides.mine.content} className={plain} />
      </div>
      <div className="mt-6 grid gap-6">
        {rows.map((name, place) => (
          <ChoiceCard
            key={name}
            name={`choice-${name}`}
            legend={legend(place + 1, t(fieldLabels[name]))}
            chosen={choices.get(name)}
            onChoose={choose(name)}
            options={(['mine', 'theirs'] as const).map((choice) => ({
              choice,
              content: field(name, sides[choice]),
            }))}
          />
        ))}
        {pieces.map((piece, place) => {
          // The pieces of one comparison never change their places.
          const key = `piece-${place}`;
          if (piece.kind !== 'choice') {
            return (
              <SettledPiece
                key={key}
                piece={piece}
                label={piece.kind === 'kept' ? '' : t(origins[piece.kind])}
              />
            );
          }
          const before = textOf(piece.base);
          const both = { choice: 'both' as const, content: null };
          const sided = (['mine', 'theirs'] as const).map((choice) => ({
            choice,
            content:
              piece[choice].length > 0 || before !== '' ? (
                <WordDiff before={before} after={textOf(piece[choice])} />
              ) : (
                t('admin.draft.compare.nothing')
              ),
          }));
          return (
            <ChoiceCard
              key={key}
              name={key}
              legend={legend(rows.length + places.indexOf(place) + 1, t('admin.draft.compare.part'))}
              chosen={choices.get(place)}
              onChoose={choose(place)}
              options={piece.mine.length > 0 && piece.theirs.length > 0 ? [...sided, both] : sided}
            />
          );
        })}
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap items-center gap-3 rounded-b-3xl border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button
          aria-disabled={open > 0}
          onClick={() => open === 0 && onResolve(resolveComparison(comparison, choices))}
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
