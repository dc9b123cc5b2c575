import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Close from 'lucide-react/icons/x';
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslator } from '../../../../translator.tsx';
import {
  getFindPosition,
  replaceAllMatches,
  replaceMatch,
  selectMatch,
  setFindQuery,
} from './find-plugin.ts';

const selectionMax = 100;

/** A selection within a block is what to find first. */
function readSelection({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) && to - from <= selectionMax ? doc.textBetween(from, to) : '';
}

export default function FindBar({
  editor,
  request,
  onClose,
}: {
  editor: Editor;
  /** Changes whenever the bar is requested again. */
  request: number;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => readSelection(editor));
  const [matchCase, setMatchCase] = useState(false);
  const [replacement, setReplacement] = useState('');
  const { index, count } = useEditorState({
    editor,
    selector: ({ editor: current }) => getFindPosition(current),
  });
  useEffect(() => setFindQuery(editor, { text, matchCase }), [editor, text, matchCase]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) setFindQuery(editor, null);
    },
    [editor],
  );
  const focus = useEffectEvent(() => {
    const selected = readSelection(editor);
    if (selected !== '') setText(selected);
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    if (request > 0) focus();
  }, [request]);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') onClose();
    else if (isFind) field.current?.select();
    else return;
    event.preventDefault();
  };
  const runOnEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    run(event);
  };
  const isEmpty = count === 0;
  return (
    <section aria-label={t('admin.text.find')} className="text-find" onKeyDown={handleKey}>
      <div className="text-find-row">
        <label htmlFor={`${id}-find`}>{t('admin.text.find_query')}</label>
        <input
          ref={field}
          id={`${id}-find`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={runOnEnter(({ shiftKey }) => selectMatch(editor, shiftKey ? 'previous' : 'next'))}
        />
        <span role="status">
          {text !== '' &&
            (isEmpty ? t('admin.text.find_none') : t('admin.text.find_position', { index, count }))}
        </span>
        <IconButton
          label={t('admin.text.find_previous')}
          aria-disabled={isEmpty}
          onClick={() => selectMatch(editor, 'previous')}
        >
          <ChevronUp />
        </IconButton>
        <IconButton
          label={t('admin.text.find_next')}
          aria-disabled={isEmpty}
          onClick={() => selectMatch(editor, 'next')}
        >
          <ChevronDown />
        </IconButton>
        <IconButton label={t('action.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="text-find-row">
        <label htmlFor={`${id}-replacement`}>{t('admin.text.replacement')}</label>
        <input
          id={`${id}-replacement`}
          type="text"
          autoComplete="off"
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
          onKeyDown={runOnEnter(() => replaceMatch(editor, replacement))}
        />
        <button type="button" aria-disabled={isEmpty} onClick={() => replaceMatch(editor, replacement)}>
          {t('admin.text.replace')}
        </button>
        <button type="button" aria-disabled={isEmpty} onClick={() => replaceAllMatches(editor, replacement)}>
          {t('admin.text.replace_all')}
        </button>
        <label className="text-find-case">
          <input
            type="checkbox"
            checked={matchCase}
            onChange={(event) => setMatchCase(event.target.checked)}
          />
          {t('admin.text.find_case')}
        </label>
      </div>
    </section>
  );
}

function IconButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" className="text-tool" aria-label={label} data-tip={label} {...props} />;
}
