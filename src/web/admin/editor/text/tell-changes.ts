import type { Node } from '@tiptap/pm/model';
import { writeHtml } from './write-html.ts';

/** Writing the text out waits for a pause this long, in milliseconds. */
const quietMs = 150;

export interface ChangeTeller {
  changed(doc: Node): void;
  /** Tells at once what has not been told. */
  flush(): void;
  forget(): void;
}

/** Tells the text as HTML, not at every key, and never twice the same. */
export function createChangeTeller(tell: (html: string) => void): ChangeTeller {
  let waiting: Node | null = null;
  let told: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(timer);
    waiting = null;
  };
  const flush = () => {
    if (!waiting) return;
    const html = writeHtml(waiting);
    forget();
    if (html === told) return;
    told = html;
    tell(html);
  };
  return {
    changed(doc) {
      waiting = doc;
      clearTimeout(timer);
      timer = setTimeout(flush, quietMs);
    },
    flush,
    forget,
  };
}
