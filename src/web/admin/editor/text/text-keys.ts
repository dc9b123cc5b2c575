import { Extension } from '@tiptap/core';

/** Keys that lead out of the text: to the question for a link, and to the toolbar. */
export const TextKeys = Extension.create<{ askLink(): void; toToolbar(): void }>({
  name: 'textKeys',
  addOptions: () => ({ askLink: () => undefined, toToolbar: () => undefined }),
  addKeyboardShortcuts() {
    const { askLink, toToolbar } = this.options;
    return {
      'Mod-k': () => {
        askLink();
        return true;
      },
      'Alt-F10': () => {
        toToolbar();
        return true;
      },
    };
  },
});
