import { type ComponentProps, useId, useRef, useState } from 'react';
import { parseBlockText } from '#ai/block-text-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { BlockState, SideBySideBlock } from '#translation/side-by-side-contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Textarea } from '../../../../ui/field.tsx';
import { DoubtList } from '../../../review/doubt-list.tsx';
import { postFieldLabels } from '../../conflict/field-labels.ts';
import { isValidEdit } from './side-by-side-drafts.ts';
import { formatTag, listMissingTags, toBlockText, toTypedText } from './typed-text.ts';
import type { SideBySideControls } from './use-side-by-side.ts';

const kindLabels = {
  ...postFieldLabels,
  'search title': 'admin.editor.seo_title',
  'search description': 'admin.editor.seo_description',
  'search term': 'admin.side_by_side.kind.keyword',
  'picture description': 'admin.text.alt',
  tooltip: 'admin.side_by_side.kind.tooltip',
  paragraph: 'admin.text.paragraph',
  heading: 'admin.side_by_side.kind.heading',
  'list item': 'admin.side_by_side.kind.list_item',
  'table cell': 'admin.side_by_side.kind.cell',
  caption: 'admin.text.caption',
  quote: 'admin.text.quote',
} as const satisfies Record<SideBySideBlock['kind'], MessageKey>;

const stateLabels = {
  missing: 'admin.side_by_side.state.missing',
  machine: 'admin.side_by_side.state.machine',
  edited: 'admin.side_by_side.state.edited',
  outdated: 'admin.translation_status.outdated',
} as const satisfies Record<BlockState, MessageKey>;

const stateClasses: Record<BlockState, string> = {
  missing: 'border-accent',
  machine: 'border-field',
  edited: 'border-good',
  outdated: 'border-accent',
};

interface RowProps {
  block: SideBySideBlock;
  controls: SideBySideControls;
  hasModel: boolean;
  isOff: boolean;
  onAccept: () => void;
}

export function SideBySideRow({ block, controls, hasModel, isOff, onAccept }: RowProps) {
  const t = useTranslator();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { page, drafts, rejected, translating } = controls;
  const draft = drafts.get(block.id);
  const text = draft?.text ?? block.text ?? '';
  const isInvalid =
    draft !== undefined && (!isValidEdit(draft, block.source) || rejected.get(block.id) === text);
  // Of the saved text.
  const doubt = draft ? null : block.doubt;
  const missingTags = text === '' ? [] : listMissingTags(block.source, text);
  const isAcceptable = text !== '' && !isInvalid && (block.state !== 'edited' || draft !== undefined);
  const isTranslating = translating?.ids.includes(block.id) ?? false;
  // What the person types, which has more spaces than the stored text.
  const [typed, setTyped] = useState(() => toTypedText(text));
  const value = toBlockText(typed) === text ? typed : toTypedText(text);

  function handleType(next: string): void {
    setTyped(next);
    controls.edit(block.id, toBlockText(next));
  }

  /** Puts the tag around the selected text. */
  function insertTag(number: number, isEmpty: boolean): void {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    const selected = value.slice(selectionStart, selectionEnd);
    const tag = isEmpty ? `${selected}<${number}/>` : `<${number}>${selected}</${number}>`;
    handleType(value.slice(0, selectionStart) + tag + value.slice(selectionEnd));
    field.current?.focus();
  }

  return (
    <li
      data-block={block.id}
      data-state={block.state}
      className={`grid gap-x-6 gap-y-2 rounded-2xl border border-s-4 bg-surface p-4 md:grid-cols-2 ${stateClasses[block.state]}`}
    >
      <div className="min-w-0">
        <p id={`${id}-kind`} className="text-xs font-semibold text-muted">
          {t(kindLabels[block.kind])}
        </p>
        <p id={`${id}-source`} lang={localeTags[page.original.locale]} className="mt-1 wrap-anywhere">
          <TaggedText text={block.source} />
        </p>
      </div>
      <div className="min-w-0">
        <p id={`${id}-state`} className="text-xs font-semibold text-muted">
          {t(stateLabels[block.state])}
        </p>
        <Textarea
          ref={field}
          rows={1}
          lang={localeTags[page.locale]}
          value={value}
          readOnly={isOff}
          aria-labelledby={`${id}-kind ${id}-state`}
          aria-describedby={[`${id}-source`, doubt && `${id}-doubts`, isInvalid && `${id}-error`]
            .filter(Boolean)
            .join(' ')}
          aria-invalid={isInvalid}
          onChange={(event) => handleType(event.target.value)}
          className="mt-1 field-sizing-content resize-y aria-invalid:border-accent"
        />
        {doubt && (
          <div className="mt-1 text-sm">
            <DoubtList id={`${id}-doubts`} assessment={doubt} />
          </div>
        )}
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-pretty text-accent">
          {isInvalid && t('error.edit.block_tags')}
        </p>
        {draft?.theirs !== undefined && (
          <div className="mt-2 rounded-xl bg-tint p-3 text-sm">
            <p className="font-semibold">{t('admin.side_by_side.theirs')}</p>
            <p lang={localeTags[page.locale]} className="mt-1 wrap-anywhere">
              <TaggedText text={draft.theirs ?? ''} />
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <SmallButton onClick={() => controls.keepMine(block.id)}>
                {t('admin.side_by_side.keep_mine')}
              </SmallButton>
              <SmallButton onClick={() => controls.takeTheirs(block.id)}>
                {t('admin.side_by_side.take_theirs')}
              </SmallButton>
            </div>
          </div>
        )}
        {block.suggestion !== null && (
          <div className="mt-2 rounded-xl bg-sunken p-3 text-sm">
            <p className="font-semibold">{t('admin.translation.suggestion')}</p>
            <p lang={localeTags[page.locale]} className="mt-1 wrap-anywhere">
              <TaggedText text={block.suggestion} />
            </p>
            {!isOff && (
              <SmallButton className="mt-2" onClick={() => controls.accept(block.id, block.suggestion ?? '')}>
                {t('admin.translation.accept')}
              </SmallButton>
            )}
          </div>
        )}
        {!isOff && (
          <div className="mt-2 flex flex-wrap gap-2">
            {isAcceptable && (
              <SmallButton aria-keyshortcuts="Control+Enter Meta+Enter" onClick={onAccept}>
                {t('admin.side_by_side.accept')}
              </SmallButton>
            )}
            {hasModel && (
              <SmallButton
                aria-disabled={translating !== null}
                onClick={() => void controls.translate([block.id])}
              >
                {isTranslating ? t('admin.editor.translating') : t('admin.side_by_side.translate')}
              </SmallButton>
            )}
            {missingTags.map(({ number, isEmpty }) => (
              <SmallButton key={number} onClick={() => insertTag(number, isEmpty)}>
                {t('admin.side_by_side.insert_tag', {
                  tag: isEmpty ? `<${number}/>` : `<${number}>…</${number}>`,
                })}
              </SmallButton>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function SmallButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <Button variant="quiet" className={`min-h-11 px-3 py-1.5 text-sm ${className}`} {...props} />;
}

/** The numbered tags stand for markup, such as bold or a link. */
function TaggedText({ text }: { text: string }) {
  return parseBlockText(text).map((segment, at) => {
    if (segment.kind === 'text') return segment.text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity.
      <span key={at} className="rounded bg-sunken px-1 text-xs font-semibold text-muted">
        {formatTag(segment)}
      </span>
    );
  });
}
