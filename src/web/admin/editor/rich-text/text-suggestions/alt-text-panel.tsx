import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { useTranslator } from '../../../../translator.tsx';
import { AltButtons, AltSuggestion, useAltText } from '../../suggestions/alt-suggestion.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { CopySuggestion } from './copy-suggestion.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { findTrackedRange, trackRange } from './tracked-range.ts';

const contextLength = 1000;

/** Suggests an alt text for the selected figure: by a model, or else from the caption. */
export default function AltTextPanel(props: EditorDialogProps) {
  const { editor, onClose } = props;
  const [figure] = useState(() => findSelectedFigure(editor));
  useEffect(() => {
    // The selection changed while this panel loaded.
    if (!figure) onClose();
  }, [figure, onClose]);
  return figure && <FigureAltPanel {...props} figure={figure} />;
}

function FigureAltPanel({
  editor,
  locale,
  hasModel,
  onClose,
  figure: { node, from, texts },
}: EditorDialogProps & { figure: SelectedFigure }) {
  const t = useTranslator();
  const state = useAltText({ locale, src: String(node.attrs.src ?? ''), title: '', ...texts }, hasModel);
  useEffect(() => trackRange(editor, { from, to: from + node.nodeSize }), [editor, from, node]);
  const isChanged = useEditorState({
    editor,
    selector: ({ editor: current }) => findTrackedRange(current.state)?.isChanged ?? false,
  });

  const accept = () => {
    const range = findTrackedRange(editor.state);
    if (state.kind !== 'ready' || !range || range.isChanged) return;
    const { view } = editor;
    view.dispatch(closeHistory(view.state.tr.setNodeAttribute(range.from, 'alt', state.alt)));
    onClose();
  };
  return (
    <PanelFrame
      title={t('admin.ai.alt')}
      status={state.kind === 'running' ? t('admin.suggestions.busy') : null}
      editor={editor}
      step={state.kind}
      onAccept={accept}
      onClose={onClose}
    >
      {state.kind === 'ready' && isChanged && (
        <p className="mt-2 text-sm font-semibold">{t('admin.ai.alt_changed')}</p>
      )}
      <AltSuggestion state={state} current={String(node.attrs.alt ?? '')} />
      {state.kind === 'ready' && isChanged && <CopySuggestion text={state.alt} />}
      <AltButtons
        isRunning={state.kind === 'running'}
        onAccept={state.kind === 'ready' && !isChanged ? accept : null}
        onClose={onClose}
      />
    </PanelFrame>
  );
}

interface SelectedFigure {
  node: Node;
  from: number;
  texts: { caption: string; before: string; after: string };
}

/** The button in the figure has selected it. */
function findSelectedFigure({ state: { doc, selection } }: Editor): SelectedFigure | null {
  const { from } = selection;
  const node = doc.nodeAt(from);
  if (node?.type.name !== 'figure') return null;
  const read = (start: number, end: number) => doc.textBetween(start, end, '\n', ' ').trim();
  return {
    node,
    from,
    texts: {
      caption: node.textContent.trim(),
      before: read(Math.max(0, from - contextLength), from),
      after: read(from + node.nodeSize, Math.min(doc.content.size, from + node.nodeSize + contextLength)),
    },
  };
}
