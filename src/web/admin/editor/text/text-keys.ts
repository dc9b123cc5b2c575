import { Extension } from '@tiptap/core';

export const EditorKeymap = Extension.create<{ openLinkDialog(): void; focusToolbar(): void }>({
  name: 'textKeys',
  addOptions: () => ({ openLinkDialog: () => undefined, focusToolbar: () => undefined }),
  addKeyboardShortcuts() {
    const { openLinkDialog, focusToolbar } = this.options;
    return {
      'Mod-k': () => {
        openLinkDialog();
        return true;
      },
      'Alt-F10': () => {
        focusToolbar();
        return true;
      },
    };
  },
});
