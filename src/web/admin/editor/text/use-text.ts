import type { Editor } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translation.tsx';
import { caretRoom } from './caret-room.ts';
import { cleanPaste } from './clean-paste.ts';
import { createPictureJobs, type PictureIntake, type PictureJobs } from './picture-jobs.ts';
import { findSlashItems, runSlashItem } from './slash-items.ts';
import { createSlashMenu, createSlashStore, type SlashStore } from './slash-menu-state.ts';
import { type ChangeTeller, createChangeTeller } from './tell-changes.ts';
import type { PromptKind } from './text-actions.ts';
import { textExtensions } from './text-extensions.ts';
import { TextKeys } from './text-keys.ts';
import { textWords } from './text-words.ts';

interface TextSettings {
  html: string;
  locale: Locale;
  label: string;
  placeholder: string;
  onChange(html: string): void;
  intake: PictureIntake;
  ask(kind: PromptKind): void;
  toToolbar(): void;
}

interface Text {
  /** null until the page has come alive. */
  editor: Editor | null;
  jobs: PictureJobs;
  slash: SlashStore;
  teller: ChangeTeller;
}

/** The editor of a text, made once; what it is given later is only whom it tells. */
export function useText(settings: TextSettings): Text {
  const t = useTranslator();
  const latest = useRef(settings);
  latest.current = settings;
  const first = useRef(settings).current;
  const parts = useMemo(() => {
    const jobs = createPictureJobs({
      upload: (file) => latest.current.intake.upload(file),
      fetchPicture: (address) => latest.current.intake.fetchPicture(address),
    });
    const slash = createSlashStore();
    const teller = createChangeTeller((html) => latest.current.onChange(html));
    let editor: Editor | null = null;
    const extensions = [
      ...textExtensions({ words: textWords(t), placeholder: first.placeholder, jobs }),
      TextKeys.configure({
        askLink: () => latest.current.ask('link'),
        toToolbar: () => latest.current.toToolbar(),
      }),
      createSlashMenu({
        store: slash,
        find: (query) => findSlashItems(t, query),
        run: (item, range) => editor && runSlashItem(editor, range, item, latest.current.ask),
      }),
    ];
    return {
      jobs,
      slash,
      teller,
      options: {
        extensions,
        content: first.html,
        immediatelyRender: false,
        // The policy of the page allows no style elements.
        injectCSS: false,
        editorProps: {
          attributes: {
            class: 'prose text-body',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': first.label,
            lang: localeTags[first.locale],
          },
          transformPastedHTML: cleanPaste,
          scrollMargin: caretRoom(16),
          scrollThreshold: caretRoom(0),
        },
        onCreate: ({ editor: made }: { editor: Editor }) => {
          editor = made;
        },
        onUpdate: ({ editor: changed }: { editor: Editor }) => teller.changed(changed.state.doc),
        onBlur: () => teller.flush(),
      },
    };
  }, [t, first]);
  const editor = useEditor(parts.options, [parts]);
  // Before the element is removed, which takes its focus and would report the old text.
  useLayoutEffect(() => () => parts.teller.forget(), [parts]);
  return { editor, jobs: parts.jobs, slash: parts.slash, teller: parts.teller };
}
