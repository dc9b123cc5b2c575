import '../../../ui/post/prose.css';
import './text-editor.css';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorContent, useEditorState } from '@tiptap/react';
import {
  type ComponentType,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { countWords } from '#i18n/reading-time.ts';
import { useTranslator } from '../../../translator.tsx';
import { lazyDialog } from '../../lazy-dialog.tsx';
import type { EditorDialogKind, EditorDialogProps } from './editor-commands.ts';
import { insertCard } from './extensions/block-commands.ts';
import { SelectionToolbar } from './menus/selection-toolbar.tsx';
import { SlashMenu } from './menus/slash-menu.tsx';
import { EditorToolbar } from './menus/toolbar.tsx';
import { type RichTextOptions, useRichTextEditor } from './use-rich-text-editor.ts';

export interface RichTextEditorHandle {
  /** Reports pending text to `onChange` at once. Call it before a save. */
  flush(): void;
  /** Puts the caret at the start of the text. */
  focus(): void;
}

interface RichTextEditorProps extends Omit<RichTextOptions, 'openDialog' | 'focusToolbar'> {
  ref?: Ref<RichTextEditorHandle>;
  hasTextModel: boolean;
  postId: EditorDialogProps['postId'];
}

type LazyDialogKind = Exclude<EditorDialogKind, 'find' | 'download-field'>;

const dialogs: Record<LazyDialogKind, ComponentType<EditorDialogProps>> = {
  link: lazyDialog(() => import('./dialogs/link-dialog.tsx')),
  image: lazyDialog(() => import('./dialogs/image-dialog.tsx')),
  'threads-post': lazyDialog(() => import('./dialogs/threads-post-dialog.tsx')),
  gallery: lazyDialog(() => import('./dialogs/gallery-dialog.tsx')),
  embed: lazyDialog(() => import('./dialogs/embed-dialog.tsx')),
  clip: lazyDialog(() => import('./dialogs/clip-dialog.tsx')),
  alt: lazyDialog(() => import('./text-suggestions/alt-text-panel.tsx')),
  ai: lazyDialog(() => import('./text-suggestions/text-suggestion-panel.tsx')),
};

const FindBar = lazyDialog(() => import('./find/find-bar.tsx'));
const TableToolbar = lazyDialog(() => import('./table/table-toolbar.tsx'));

export default function RichTextEditor({ ref, hasTextModel, postId, ...props }: RichTextEditorProps) {
  const t = useTranslator();
  /** `request` counts, so that a second request starts a panel anew. */
  const [dialog, setDialog] = useState<{ kind: LazyDialogKind; request: number } | null>(null);
  /** How often the bar was requested since it was closed. */
  const [findRequest, setFindRequest] = useState(0);
  const toolbars = useRef<HTMLDivElement>(null);
  const openDialog = (kind: EditorDialogKind) => {
    // What a person types while the dialog is being loaded must not replace the selected text.
    if (kind === 'link' || kind === 'find') editor?.view.dom.blur();
    if (kind === 'find') setFindRequest((count) => count + 1);
    else if (kind === 'download-field') insertDownloadField();
    else setDialog((before) => ({ kind, request: (before?.request ?? 0) + 1 }));
  };
  const insertDownloadField = () => {
    const card = { href: localizedPath(props.locale, '/'), title: t('admin.threads.download') };
    if (editor) insertCard(editor, 'downloadField', card);
  };
  const { editor, jobs, slash, changeEmitter } = useRichTextEditor({
    ...props,
    openDialog,
    focusToolbar: () => toolbars.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
  });
  useImperativeHandle(
    ref,
    () => ({ flush: changeEmitter.flush, focus: () => editor?.commands.focus('start') }),
    [changeEmitter, editor],
  );
  const closeDialog = () => {
    setDialog(null);
    editor?.commands.focus();
  };
  const Dialog = dialog && dialogs[dialog.kind];
  const hasDialog = dialog !== null;
  useLayoutEffect(() => {
    if (!hasDialog || !editor) return;
    // A closed dialog returns the focus without the caret. ProseMirror sets it 20 ms later: earlier keys are lost.
    return () => {
      if (!editor.isDestroyed) editor.view.focus();
    };
  }, [hasDialog, editor]);
  return (
    <div className="text-editor">
      {editor && (
        <EditorToolbar ref={toolbars} editor={editor} openDialog={openDialog}>
          {findRequest > 0 && (
            <FindBar
              editor={editor}
              request={findRequest}
              onClose={() => {
                setFindRequest(0);
                editor.commands.focus();
              }}
            />
          )}
        </EditorToolbar>
      )}
      <div lang={localeTags[props.locale]} className="text-frame">
        <EditorContent editor={editor} />
      </div>
      {editor && (
        <>
          {dialog === null && <SelectionToolbar editor={editor} openDialog={openDialog} />}
          <SlashMenu editor={editor} store={slash} />
          <div className="text-foot">
            <TableBar editor={editor} />
            <WordCount editor={editor} />
          </div>
          {Dialog && (
            <Dialog
              key={dialog.request}
              editor={editor}
              locale={props.locale}
              jobs={jobs}
              upload={props.upload}
              hasModel={hasTextModel}
              postId={postId}
              onClose={closeDialog}
            />
          )}
        </>
      )}
    </div>
  );
}

/** While the caret is in a table. */
function TableBar({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  return isInTable && <TableToolbar editor={editor} />;
}

/** Cache for unchanged blocks. */
const wordCounts = new WeakMap<Node, number>();

function countDocumentWords(doc: Node): number {
  let total = 0;
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    const count = wordCounts.get(block) ?? countWords(block.textBetween(0, block.content.size, ' ', ' '));
    wordCounts.set(block, count);
    total += count;
    return false;
  });
  return total;
}

const countDelayMs = 400;

function WordCount({ editor }: { editor: Editor }) {
  const t = useTranslator();
  const [wordCount, setWordCount] = useState(() => countDocumentWords(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleCount = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWordCount(countDocumentWords(editor.state.doc)), countDelayMs);
    };
    editor.on('update', scheduleCount);
    return () => {
      clearTimeout(timer);
      editor.off('update', scheduleCount);
    };
  }, [editor]);
  return <p className="text-count">{t('admin.text.word_count', { count: wordCount })}</p>;
}
