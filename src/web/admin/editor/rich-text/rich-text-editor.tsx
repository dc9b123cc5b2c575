import '../../../blog/prose.css';
import '../text/text-editor.css';
import { EditorContent } from '@tiptap/react';
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { StoredImage } from '#blog/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import type { EditorDialogKind } from './editor-commands.ts';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { SlashMenu } from './slash-menu.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { EditorToolbar } from './toolbar.tsx';
import { useRichTextEditor } from './use-rich-text-editor.ts';
import { WordCount } from './word-count.tsx';

export interface RichTextEditorHandle {
  /** Reports pending text to `onChange` at once. Call it before a save. */
  flush(): void;
  focus(): void;
}

export interface RichTextEditorProps {
  /** Read once; change the `key` to show another text. */
  html: string;
  /** Called 150 ms after the last change, on blur and by `flush`, but not on unmount. */
  onChange(html: string): void;
  locale: Locale;
  label: string;
  placeholder?: string;
  upload(file: Blob): Promise<StoredImage | null>;
  fetchImage(url: string): Promise<StoredImage | null>;
  ref?: Ref<RichTextEditorHandle>;
}

export default function RichTextEditor({
  html,
  onChange,
  locale,
  label,
  placeholder,
  upload,
  fetchImage,
  ref,
}: RichTextEditorProps) {
  const t = useTranslator();
  const [dialog, setDialog] = useState<EditorDialogKind | null>(null);
  const toolbars = useRef<HTMLDivElement>(null);
  const focusToolbar = useCallback(
    () => toolbars.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
    [],
  );
  const uploader = useMemo(() => ({ upload, fetchImage }), [upload, fetchImage]);
  const { editor, jobs, slash, changeEmitter } = useRichTextEditor({
    html,
    locale,
    label,
    placeholder: placeholder ?? t('admin.text.placeholder'),
    onChange,
    uploader,
    openDialog: setDialog,
    focusToolbar,
  });
  useImperativeHandle(ref, () => ({ flush: changeEmitter.flush, focus: () => editor?.commands.focus() }), [
    changeEmitter,
    editor,
  ]);
  const closeDialog = () => {
    setDialog(null);
    editor?.commands.focus();
  };
  return (
    <div className="text-editor">
      {editor && <EditorToolbar ref={toolbars} editor={editor} openDialog={setDialog} />}
      <div lang={localeTags[locale]} className="text-frame">
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
