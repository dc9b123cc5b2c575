import { EditorContent } from '@tiptap/react';
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Picture } from '#blog/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import '../../../blog/prose.css';
import { useTranslator } from '../../../translation.tsx';
import { ImagePrompt } from './image-prompt.tsx';
import { LinkPrompt } from './link-prompt.tsx';
import { SlashList } from './slash-list.tsx';
import { TableBar } from './table-bar.tsx';
import type { PromptKind } from './text-actions.ts';
import './text-editor.css';
import { Toolbar } from './toolbar.tsx';
import { useText } from './use-text.ts';
import { WordCount } from './word-count.tsx';

export interface TextEditorHandle {
  /** Tells `onChange` at once what was typed and not told yet: to be called before a save. */
  flush(): void;
  focus(): void;
}

export interface TextEditorProps {
  /** Read once: another text needs another `key`. */
  html: string;
  /** Told 150 ms after the last change, when the focus leaves, and by `flush`. Not when it is unmounted. */
  onChange(html: string): void;
  /** The language of the text. */
  locale: Locale;
  label: string;
  /** Left out: 'Start writing your blog post...'. */
  placeholder?: string;
  /** null: it could not be stored. */
  upload(file: Blob): Promise<Picture | null>;
  fetchPicture(url: string): Promise<Picture | null>;
  ref?: Ref<TextEditorHandle>;
}

/** The text of a post, as readers will see it, with what changes it. */
export default function TextEditor({
  html,
  onChange,
  locale,
  label,
  placeholder,
  upload,
  fetchPicture,
  ref,
}: TextEditorProps) {
  const t = useTranslator();
  const [prompt, setPrompt] = useState<PromptKind | null>(null);
  const bars = useRef<HTMLDivElement>(null);
  const toToolbar = useCallback(
    () => bars.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
    [],
  );
  const intake = useMemo(() => ({ upload, fetchPicture }), [upload, fetchPicture]);
  const { editor, jobs, slash, teller } = useText({
    html,
    locale,
    label,
    placeholder: placeholder ?? t('admin.text.placeholder'),
    onChange,
    intake,
    ask: setPrompt,
    toToolbar,
  });
  useImperativeHandle(ref, () => ({ flush: teller.flush, focus: () => editor?.commands.focus() }), [
    teller,
    editor,
  ]);
  const closePrompt = () => {
    setPrompt(null);
    editor?.commands.focus();
  };
  return (
    <div className="text-editor">
      {editor && <Toolbar ref={bars} editor={editor} ask={setPrompt} />}
      <div lang={localeTags[locale]} className="text-frame">
        <EditorContent editor={editor} />
      </div>
      {editor && (
        <>
          <SlashList editor={editor} store={slash} />
          <div className="text-foot">
            <TableBar editor={editor} />
            <WordCount editor={editor} />
          </div>
          {prompt === 'link' && <LinkPrompt editor={editor} onClose={closePrompt} />}
          {prompt === 'image' && <ImagePrompt editor={editor} jobs={jobs} onClose={closePrompt} />}
        </>
      )}
    </div>
  );
}
