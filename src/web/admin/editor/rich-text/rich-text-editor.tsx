import '../../../blog/prose.css';
import './text-editor.css';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorContent } from '@tiptap/react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { countWords } from '#i18n/reading-time.ts';
import { useTranslator } from '../../../translator.tsx';
import type { EditorDialogKind } from './editor-commands.ts';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { SlashMenu } from './slash-menu.tsx';
import { EditorToolbar, TableToolbar } from './toolbar.tsx';
import { type RichTextOptions, useRichTextEditor } from './use-rich-text-editor.ts';

export interface RichTextEditorHandle {
  /** Reports pending text to `onChange` at once. Call it before a save. */
  flush(): void;
}

interface RichTextEditorProps extends Omit<RichTextOptions, 'openDialog' | 'focusToolbar'> {
  ref?: Ref<RichTextEditorHandle>;
}

export default function RichTextEditor({ ref, ...props }: RichTextEditorProps) {
  const [dialog, setDialog] = useState<EditorDialogKind | null>(null);
  const toolbars = useRef<HTMLDivElement>(null);
  const { editor, jobs, slash, changeEmitter } = useRichTextEditor({
    ...props,
    openDialog: setDialog,
    focusToolbar: () => toolbars.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
  });
  useImperativeHandle(ref, () => ({ flush: changeEmitter.flush }), [changeEmitter]);
  const closeDialog = () => {
    setDialog(null);
    editor?.commands.focus();
  };
  return (
    <div className="text-editor">
      {editor && <EditorToolbar ref={toolbars} editor={editor} openDialog={setDialog} />}
      <div lang={localeTags[props.locale]} className="text-frame">
        <EditorContent editor={editor} />
      </div>
      {editor && (
        <>
          <SlashMenu editor={editor} store={slash} />
          <div className="text-foot">
            <TableToolbar editor={editor} />
            <WordCount editor={editor} />
          </div>
          {dialog === 'link' && <LinkDialog editor={editor} onClose={closeDialog} />}
          {dialog === 'image' && <ImageDialog editor={editor} jobs={jobs} onClose={closeDialog} />}
        </>
      )}
    </div>
  );
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
