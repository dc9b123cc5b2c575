import { Mark } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

/**
 * StarterKit with code that can also be a link or bold, and links that don't grow when the user types at
 * their end.
 */
export const CustomStarterKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (!(extension instanceof Mark)) return extension;
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      return extension.name === 'link' ? extension.extend({ inclusive: false }) : extension;
    });
  },
});
