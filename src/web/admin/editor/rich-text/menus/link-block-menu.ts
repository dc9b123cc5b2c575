import { Extension } from '@tiptap/core';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import Link from 'lucide-react/icons/link';
import type { Translator } from '#i18n/translator.ts';
import { loadCode } from '../../../../browser/load-code.ts';
import { type EditorCommand, type EditorDialogKind, menuCommands } from '../editor-commands.ts';
import { handleMenuKeyDown, type SlashCommand, type SlashMenuStore } from './slash-menu-extension.ts';

const keepLink: EditorCommand = {
  id: 'keep-link',
  label: 'admin.text.keep_link',
  Icon: Link,
  run: (editor) => editor.commands.focus(),
};

/** After a link to a Threads post or a video was pasted on an empty line, suggests its block in the menu. */
export function createLinkBlockMenu({
  store,
  t,
  openDialog,
}: {
  store: SlashMenuStore;
  t: Translator;
  openDialog(kind: EditorDialogKind): void;
}) {
  return Extension.create({
    name: 'linkBlockMenu',
    // Sees a paste before the extension that handles it.
    priority: 2000,
    addProseMirrorPlugins() {
      const { editor } = this;
      let pendingLink: string | null = null;
      let isOpen = false;
      const close = () => {
        if (isOpen) store.setState(null, true);
        isOpen = false;
      };
      const open = (view: EditorView, item: SlashCommand) => {
        const choose = ({ action }: SlashCommand) => {
          close();
          action.run(editor, openDialog);
        };
        const items = [item, { action: keepLink, label: t('admin.text.keep_link') }];
        const { left, top, bottom } = view.coordsAtPos(view.state.selection.$to.start());
        store.setState({ items, activeIndex: 0, position: { left, top, bottom }, choose }, true);
        isOpen = true;
      };
      const suggestBlock = async (view: EditorView, link: string) => {
        const item = await findLinkCommand(t, link);
        // The user may have typed since.
        if (item && !view.isDestroyed && view.hasFocus() && readLinkLine(view.state) === link)
          open(view, item);
      };
      return [
        new Plugin({
          props: {
            handlePaste(view, event) {
              const text = event.clipboardData?.getData('text/plain').trim() ?? '';
              const { $from, empty } = view.state.selection;
              const isEmptyLine =
                empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
              pendingLink = isEmptyLine && isLoneLink(text) ? text : null;
              return false;
            },
            handleKeyDown: (_view, event) => {
              if (!isOpen) return false;
              if (event.key !== 'Escape') return handleMenuKeyDown(store, event, close);
              close();
              return true;
            },
            handleDOMEvents: {
              blur: () => {
                close();
                return false;
              },
            },
          },
          view: () => ({
            update(view, before) {
              const { state } = view;
              const isSame = state.doc === before.doc && state.selection.eq(before.selection);
              if (isSame) return;
              close();
              if (state.doc === before.doc) return;
              const link = pendingLink;
              pendingLink = null;
              if (link !== null && readLinkLine(state) === link) void suggestBlock(view, link);
            },
            destroy: close,
          }),
        }),
      ];
    },
  });
}

/** If the code can't be loaded, a link stays a link. */
async function findLinkCommand(t: Translator, link: string): Promise<SlashCommand | null> {
  const blocks = await loadCode(import('./link-blocks.ts'));
  const id = blocks?.findLinkBlock(link) ?? null;
  const action = menuCommands.find((command) => command.id === id);
  return action ? { action, label: t(action.label) } : null;
}

/** The text of the line at the caret if it is only a link; otherwise empty. */
export function readLinkLine({ selection: { $to, empty } }: EditorState): string {
  const { parent } = $to;
  const text = parent.type.name === 'paragraph' && empty ? parent.textContent.trim() : '';
  return isLoneLink(text) ? text : '';
}

function isLoneLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}
