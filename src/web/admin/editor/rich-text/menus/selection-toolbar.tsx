import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../../translator.tsx';
import { type EditorDialogKind, selectionCommands } from '../editor-commands.ts';
import { placeNextTo, usePlacement } from './place-next-to.ts';
import { getCommandState, ToolbarButton } from './toolbar.tsx';
import { useTabStop } from './use-tab-stop.ts';

/** The range of the selected words; empty for images, code blocks and blanks. */
function describeSelection({ state: { doc, selection }, view }: Editor): string {
  const { from, to, $from } = selection;
  const isText =
    selection instanceof TextSelection && !view.composing && $from.parent.type.spec.code !== true;
  return isText && doc.textBetween(from, to).trim() !== '' ? `${from}-${to}` : '';
}

/** Next to the selected words. Follows the text in the document, so Tab leads from the text to it. */
export function SelectionToolbar({
  editor,
  openDialog,
}: {
  editor: Editor;
  openDialog: (kind: EditorDialogKind) => void;
}) {
  const t = useTranslator();
  const toolbar = useRef<HTMLDivElement>(null);
  const { tabStop, setTabStop, handleArrow } = useTabStop(selectionCommands.length);
  const [closedFor, setClosedFor] = useState('');
  const range = useEditorState({ editor, selector: ({ editor: current }) => describeSelection(current) });
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      selectionCommands.map((command) => getCommandState(command, current)).join(''),
  });
  const isInUse = useSelectionInUse(editor, toolbar);
  const isOpen = range !== '' && range !== closedFor && isInUse;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) setClosedFor(range);
    };
    const { dom } = editor.view;
    dom.addEventListener('keydown', close);
    return () => dom.removeEventListener('keydown', close);
  }, [editor, isOpen, range]);
  usePlacement(() => {
    if (isOpen && toolbar.current) placeToolbar(editor, toolbar.current);
  });
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (handleArrow(event) || event.key !== 'Escape') return;
    setClosedFor(range);
    editor.commands.focus();
    event.preventDefault();
  };
  if (!isOpen) return null;
  return (
    <div
      ref={toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('admin.text.selection')}
      className="text-selection-bar"
      onKeyDown={handleKey}
    >
      {selectionCommands.map((action, index) => (
        <ToolbarButton
          key={action.id}
          action={action}
          label={t(action.label)}
          state={states[index] ?? ' '}
          isTabStop={index === tabStop}
          onFocus={() => setTabStop(index)}
          onRun={() => action.run(editor, openDialog)}
        />
      ))}
    </div>
  );
}

/** Above the selection, where the handles and the menu of a touch screen aren't: below it. */
function placeToolbar({ view, state: { selection } }: Editor, bar: HTMLElement): void {
  const side = matchMedia('(pointer: coarse)').matches ? 'below' : 'above';
  bar.style.visibility = placeNextTo(view, selection, bar, { side }) ? '' : 'hidden';
}

/** Whether the text or the toolbar has the focus, and no pointer is selecting. */
function useSelectionInUse(editor: Editor, toolbar: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setFocus] = useState(editor.isFocused);
  const [isSelecting, setSelecting] = useState(false);
  useEffect(() => {
    const { dom } = editor.view;
    const contains = (target: EventTarget | null) =>
      target instanceof Node && (dom.contains(target) || toolbar.current?.contains(target) === true);
    const focusIn = ({ target }: FocusEvent) => setFocus(contains(target));
    const focusOut = ({ relatedTarget }: FocusEvent) => {
      if (!contains(relatedTarget)) setFocus(false);
    };
    const start = () => setSelecting(true);
    const end = () => setSelecting(false);
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('focusin', focusIn, { signal });
    document.addEventListener('focusout', focusOut, { signal });
    dom.addEventListener('pointerdown', start, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => listeners.abort();
  }, [editor, toolbar]);
  return hasFocus && !isSelecting;
}
