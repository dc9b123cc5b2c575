import { type ReactNode, useMemo, useState } from 'react';
import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { copyRichText } from '../../../browser/clipboard.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Draft } from '../draft/use-draft.ts';
import { formatPostField, postFieldLabels, type TaxonNames } from './field-labels.ts';
import { type HtmlBlock, splitHtmlBlocks } from './html-blocks.ts';
import { applyResolutions, type ConflictResolution, compareDrafts } from './merge-drafts.ts';
import { blocksToText, MergedSegment, WordDiff } from './text-diff.tsx';

const conflictSides = ['mine', 'theirs'] as const;

const resolutionLabels = {
  mine: 'admin.draft.compare.mine',
  theirs: 'admin.draft.compare.theirs',
  both: 'admin.draft.compare.both',
} as const satisfies Record<ConflictResolution, MessageKey>;

function ConflictChoice({
  name,
  legend,
  selected,
  options,
  onChoose,
}: {
  name: string;
  legend: string;
  selected: ConflictResolution | undefined;
  options: readonly { choice: ConflictResolution; content: ReactNode }[];
  onChoose: (choice: ConflictResolution) => void;
}) {
  const t = useTranslator();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {options.map(({ choice, content }) => (
          <label
            key={choice}
            className={`flex cursor-pointer gap-3 rounded-2xl border-2 p-4 ${selected === choice ? 'border-accent bg-tint' : 'border-line hover:border-field'} ${choice === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={name}
              checked={selected === choice}
              onChange={() => onChoose(choice)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{t(resolutionLabels[choice])}</span>
              {content}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const originLabels = {
  mine: 'admin.draft.compare.from_mine',
  theirs: 'admin.draft.compare.from_theirs',
  same: 'admin.draft.compare.from_both',
} as const satisfies Record<'mine' | 'theirs' | 'same', MessageKey>;

/** The dialog's initial focus, so that a late keystroke selects nothing. */
const focusFirst = (text: HTMLElement | null) => void text?.setAttribute('autofocus', '');

export default function ConflictDialog({
  draft: { fields: mine, getMergeInput, resolve, replace },
  current,
  names,
  onClose,
}: {
  draft: Draft;
  current: EditorPost;
  names: TaxonNames;
  onClose: () => void;
}) {
  const t = useTranslator();
  // `mine` may still change: the text editor reports the last characters when this dialog takes the focus.
  const sides = useMemo(() => ({ ...getMergeInput(current.fields), mine }), [getMergeInput, current, mine]);
  const comparison = useMemo(() => compareDrafts(sides), [sides]);
  const [choices, setChoices] = useState<ReadonlyMap<string | number, ConflictResolution>>(new Map());
  const { conflictingFields, segments } = comparison;
  const conflictIndexes = segments.flatMap(({ kind }, index) => (kind === 'conflict' ? [index] : []));
  const total = conflictingFields.length + conflictIndexes.length;
  const unresolved = total - choices.size;
  const choose = (conflict: string | number) => (choice: ConflictResolution) =>
    setChoices((before) => new Map(before).set(conflict, choice));
  const legend = (number: number, what: string) =>
    total === 1 ? what : t('admin.draft.compare.choose', { number, what });
  const formatField = (name: keyof PostFields, fields: PostFields) =>
    formatPostField(t, names, name, fields) || t('admin.draft.compare.nothing');

  return (
    <Dialog title={t('admin.draft.conflict.title')} isWide onClose={onClose}>
      <p ref={focusFirst} tabIndex={-1} className="mt-2 text-pretty text-muted">
        {t(total === 0 ? 'admin.draft.compare.text_joined' : 'admin.draft.compare.text')}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <button type="button" className={linkButtonClass} onClick={() => resolve(current, sides.mine)}>
          {t('admin.draft.compare.all_mine')}
        </button>
        <button type="button" className={linkButtonClass} onClick={() => replace(current)}>
          {t('admin.draft.compare.all_theirs')}
        </button>
        <CopyDraftButton html={sides.mine.content} />
      </div>
      <div className="mt-6 grid gap-6">
        {conflictingFields.map((name, index) => (
          <ConflictChoice
            key={name}
            name={`choice-${name}`}
            legend={legend(index + 1, t(postFieldLabels[name]))}
            selected={choices.get(name)}
            onChoose={choose(name)}
            options={conflictSides.map((choice) => ({ choice, content: formatField(name, sides[choice]) }))}
          />
        ))}
        {segments.map((segment, index) => {
          // The segments never reorder, so the index is a stable key.
          const key = `segment-${index}`;
          if (segment.kind !== 'conflict') {
            return (
              <MergedSegment
                key={key}
                segment={segment}
                label={segment.kind === 'unchanged' ? '' : t(originLabels[segment.kind])}
              />
            );
          }
          const before = blocksToText(segment.base);
          const hasBoth = segment.mine.length > 0 && segment.theirs.length > 0;
          const sideOptions = conflictSides.map((choice) => ({
            choice,
            content: <SideText before={before} blocks={segment[choice]} />,
          }));
          return (
            <ConflictChoice
              key={key}
              name={key}
              legend={legend(
                conflictingFields.length + conflictIndexes.indexOf(index) + 1,
                t('admin.draft.compare.part'),
              )}
              selected={choices.get(index)}
              onChoose={choose(index)}
              options={hasBoth ? [...sideOptions, { choice: 'both', content: null }] : sideOptions}
            />
          );
        })}
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap items-center gap-3 rounded-b-3xl border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button
          aria-disabled={unresolved > 0}
          onClick={() => unresolved === 0 && resolve(current, applyResolutions(comparison, choices))}
        >
          {t('admin.draft.compare.save')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('admin.draft.compare.close')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {unresolved > 0 ? t('admin.draft.compare.left', { count: unresolved }) : ''}
        </p>
      </div>
    </Dialog>
  );
}

function SideText({ before, blocks }: { before: string; blocks: readonly HtmlBlock[] }) {
  const t = useTranslator();
  if (before === '' && blocks.length === 0) return t('admin.draft.compare.nothing');
  return <WordDiff before={before} after={blocksToText(blocks)} />;
}

const linkButtonClass =
  'min-h-11 cursor-pointer text-sm font-semibold text-accent underline underline-offset-4';

const outcomeMessages = {
  copied: 'admin.draft.compare.copied',
  not_copied: 'admin.draft.compare.not_copied',
} as const satisfies Record<string, MessageKey>;

function CopyDraftButton({ html }: { html: string }) {
  const t = useTranslator();
  const [outcome, setOutcome] = useState<keyof typeof outcomeMessages | null>(null);
  return (
    <>
      <button
        type="button"
        className={linkButtonClass}
        onClick={async () => setOutcome(await copyDraft(html))}
      >
        {t('admin.draft.compare.copy')}
      </button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {outcome === null ? '' : t(outcomeMessages[outcome])}
      </span>
    </>
  );
}

async function copyDraft(html: string): Promise<keyof typeof outcomeMessages> {
  const isCopied = await copyRichText(html, blocksToText(splitHtmlBlocks(html)));
  return isCopied ? 'copied' : 'not_copied';
}
