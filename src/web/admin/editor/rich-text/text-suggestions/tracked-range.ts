import type { Editor } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export interface TextRange {
  from: number;
  to: number;
}

interface TrackedRange extends TextRange {
  original: Slice;
}

const key = new PluginKey<TrackedRange>('textSuggestion');

/** Highlights the range and follows it while the document changes. Returns a function that ends it. */
export function trackRange(editor: Editor, { from, to }: TextRange): () => void {
  editor.registerPlugin(
    new Plugin<TrackedRange>({
      key,
      state: {
        init: (_config, { doc }) => ({ from, to, original: doc.slice(from, to) }),
        apply(tr, range) {
          if (!tr.docChanged) return range;
          const start = tr.mapping.map(range.from, 1);
          return { ...range, from: start, to: Math.max(start, tr.mapping.map(range.to, -1)) };
        },
      },
      props: {
        decorations(state) {
          const range = key.getState(state);
          if (!range) return null;
          return DecorationSet.create(state.doc, [
            Decoration.inline(range.from, range.to, { class: 'text-ai-range' }),
          ]);
        },
      },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** null if no range is tracked. */
export function findTrackedRange(state: EditorState): (TextRange & { isChanged: boolean }) | null {
  const range = key.getState(state);
  if (!range) return null;
  const { from, to, original } = range;
  return { from, to, isChanged: !state.doc.slice(from, to).eq(original) };
}
