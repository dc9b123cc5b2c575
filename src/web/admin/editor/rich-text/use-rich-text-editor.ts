import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEditor } from '@tiptap/react';
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { createStore } from 'zustand';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import type { EditorDialogKind } from './editor-commands.ts';
import { richTextExtensions } from './extensions/extensions.ts';
import { createImageUploads, type ImageUploader } from './extensions/images/image-uploads.ts';
import { createLinkBlockMenu } from './menus/link-block-menu.ts';
import { createSlashMenuExtension, type SlashMenuState } from './menus/slash-menu-extension.ts';
import { cleanHtml, LazyPaste } from './paste/lazy-cleaner.ts';
import { MarkdownPaste } from './paste/markdown-paste.ts';
import { serializeHtml } from './serialize-html.ts';

const toolbarHeightPx = 88;
const tableToolbarHeightPx = 56;

/** Keeps the caret clear of the bars that overlap the text. */
function createScrollMargins(more: number) {
  return {
    /** A getter, because the bar to find and replace isn't always open. */
    get top() {
      const bars = document.querySelector<HTMLElement>('.text-bars');
      return Math.max(toolbarHeightPx, bars?.offsetHeight ?? 0) + more;
    },
    left: 0,
    right: 0,
    /** A getter, because the page's bottom bar isn't always present. */
    get bottom() {
      const bar = getComputedStyle(document.documentElement).getPropertyValue('--lower-bar');
      return tableToolbarHeightPx + more + (Number.parseFloat(bar) || 0);
    },
  };
}

const debounceMs = 150;

/** Reports HTML after a pause in typing, and never the same HTML twice in a row. */
function createChangeEmitter(onChange: (html: string) => void) {
  let pendingDoc: Node | null = null;
  let lastHtml: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const discard = () => {
    clearTimeout(timer);
    pendingDoc = null;
  };
  const flush = () => {
    if (!pendingDoc) return;
    const html = serializeHtml(pendingDoc);
    discard();
    if (html === lastHtml) return;
    lastHtml = html;
    onChange(html);
  };
  return {
    changed(doc: Node) {
      pendingDoc = doc;
      clearTimeout(timer);
      timer = setTimeout(flush, debounceMs);
    },
    flush,
    discard,
  };
}

export interface RichTextOptions extends ImageUploader {
  /** Read once; change the `key` to show another text. */
  html: string;
  locale: Locale;
  label: string;
  /** Called 150 ms after the last change, on blur and by `flush`, but not on unmount. */
  onChange(html: string): void;
  openDialog(kind: EditorDialogKind): void;
  focusToolbar(): void;
}

/** Creates the editor once; it is null before hydration. Later settings only change the callbacks. */
export function useRichTextEditor(options: RichTextOptions) {
  const t = useTranslator();
  const [initial] = useState(options);
  const upload = useEffectEvent(options.upload);
  const fetchImage = useEffectEvent(options.fetchImage);
  const onChange = useEffectEvent(options.onChange);
  const openDialog = useEffectEvent(options.openDialog);
  const focusToolbar = useEffectEvent(options.focusToolbar);
  const show = useToast();
  const showPartFailed = useEffectEvent(() =>
    show({ title: t('admin.editor.part_failed'), description: '', tone: 'destructive' }),
  );
  const parts = useMemo(() => {
    const jobs = createImageUploads({ upload, fetchImage });
    const slash = createStore<SlashMenuState | null>(() => null);
    const changeEmitter = createChangeEmitter(onChange);
    const extensions = [
      ...richTextExtensions({ t, jobs, openDialog, focusToolbar, showPartFailed }),
      createSlashMenuExtension({ store: slash, t, openDialog }),
      createLinkBlockMenu({ store: slash, t, openDialog }),
      LazyPaste.configure({ onFailure: showPartFailed }),
      MarkdownPaste,
    ];
    return {
      jobs,
      slash,
      changeEmitter,
      options: {
        extensions,
        content: initial.html,
        immediatelyRender: false,
        // `MarkdownPaste` decides what is Markdown; these rules would convert parts of other texts.
        enablePasteRules: ['link'],
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
          transformPastedHTML: cleanHtml,
          scrollMargin: createScrollMargins(16),
          scrollThreshold: createScrollMargins(0),
        },
        onUpdate: ({ editor: changed }: { editor: Editor }) => changeEmitter.changed(changed.state.doc),
        onBlur: () => changeEmitter.flush(),
      },
    };
  }, [t, initial]);
  const editor = useEditor(parts.options, [parts]);
  // Runs before the element is removed: its blur would report the old text.
  useLayoutEffect(() => () => parts.changeEmitter.discard(), [parts]);
  return { ...parts, editor };
}
