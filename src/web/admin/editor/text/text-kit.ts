import { Mark } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

/** The starter kit, with code that may be a link or bold, and links that end where they end. */
export const TextKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (!(extension instanceof Mark)) return extension;
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      return extension.name === 'link' ? extension.extend({ inclusive: false }) : extension;
    });
  },
});
