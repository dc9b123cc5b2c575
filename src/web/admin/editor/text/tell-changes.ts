import type { Node } from '@tiptap/pm/model';
import { serializeHtml } from './write-html.ts';

/** Pause in typing before the text is serialized, in milliseconds. */
const debounceMs = 150;

export interface ChangeEmitter {
  changed(doc: Node): void;
  /** Reports pending changes at once. */
  flush(): void;
  discard(): void;
}

/** Reports HTML after a pause in typing, and never the same HTML twice in a row. */
export function createChangeEmitter(onChange: (html: string) => void): ChangeEmitter {
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
    changed(doc) {
      pendingDoc = doc;
      clearTimeout(timer);
      timer = setTimeout(flush, debounceMs);
    },
    flush,
    discard,
  };
}
