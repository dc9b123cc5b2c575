import type { Editor } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translation.tsx';
import { scrollMargins } from './caret-room.ts';
import { cleanPastedHtml } from './clean-paste.ts';
import { createImageUploads, type ImageUploader, type ImageUploads } from './picture-jobs.ts';
import { findSlashCommands, runSlashCommand } from './slash-items.ts';
import { createSlashMenuExtension, createSlashMenuStore, type SlashMenuStore } from './slash-menu-state.ts';
import { type ChangeEmitter, createChangeEmitter } from './tell-changes.ts';
import type { EditorDialogKind } from './text-actions.ts';
import { richTextExtensions } from './text-extensions.ts';
import { EditorKeymap } from './text-keys.ts';
import { richTextMessages } from './text-words.ts';

interface TextSettings {
  html: string;
  locale: Locale;
  label: string;
  placeholder: string;
  onChange(html: string): void;
  uploader: ImageUploader;
  openDialog(kind: EditorDialogKind): void;
  focusToolbar(): void;
}

interface Text {
  /** null before hydration. */
  editor: Editor | null;
  jobs: ImageUploads;
  slash: SlashMenuStore;
  changeEmitter: ChangeEmitter;
}

/** Creates the editor once. Later settings only change the callbacks. */
export function useRichTextEditor(settings: TextSettings): Text {
  const t = useTranslator();
  const latest = useRef(settings);
  latest.current = settings;
  const initial = useRef(settings).current;
  const parts = useMemo(() => {
    const jobs = createImageUploads({
      upload: (file) => latest.current.uploader.upload(file),
      fetchImage: (url) => latest.current.uploader.fetchImage(url),
    });
    const slash = createSlashMenuStore();
    const changeEmitter = createChangeEmitter((html) => latest.current.onChange(html));
    let editor: Editor | null = null;
    const extensions = [
      ...richTextExtensions({ messages: richTextMessages(t), placeholder: initial.placeholder, jobs }),
      EditorKeymap.configure({
        openLinkDialog: () => latest.current.openDialog('link'),
        focusToolbar: () => latest.current.focusToolbar(),
      }),
      createSlashMenuExtension({
        store: slash,
        find: (query) => findSlashCommands(t, query),
        run: (item, range) => editor && runSlashCommand(editor, range, item, latest.current.openDialog),
      }),
    ];
    return {
      jobs,
      slash,
      changeEmitter,
      options: {
        extensions,
        content: initial.html,
        immediatelyRender: false,
        // The page's CSP allows no style elements.
        injectCSS: false,
        editorProps: {
          attributes: {
            class: 'prose text-body',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': initial.label,
            lang: localeTags[initial.locale],
          },
          transformPastedHTML: cleanPastedHtml,
          scrollMargin: scrollMargins(16),
          scrollThreshold: scrollMargins(0),
        },
        onCreate: ({ editor: created }: { editor: Editor }) => {
          editor = created;
        },
        onUpdate: ({ editor: changed }: { editor: Editor }) => changeEmitter.changed(changed.state.doc),
        onBlur: () => changeEmitter.flush(),
      },
    };
  }, [t, initial]);
  const editor = useEditor(parts.options, [parts]);
  // Runs before the element is removed: its blur would report the old text.
  useLayoutEffect(() => () => parts.changeEmitter.discard(), [parts]);
  return { editor, jobs: parts.jobs, slash: parts.slash, changeEmitter: parts.changeEmitter };
}
