import { Extension } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { loadCode } from '../../../../browser/load-code.ts';
import { htmlToPlainText } from '../../suggestions/plain-text.ts';

let cleaner: typeof import('./clean-pasted-html.ts') | null = null;

/** Loads the code that cleans pasted HTML. Returns whether that worked. */
export async function loadPasteCleaner(): Promise<boolean> {
  cleaner ??= await loadCode(import('./clean-pasted-html.ts'));
  return cleaner !== null;
}

const isOwnHtml = (html: string) => /\sdata-pm-slice=/.test(html);

/** HTML copied from this editor is unchanged. `LazyPaste` loads the cleaner before other HTML arrives here. */
export function cleanHtml(html: string): string {
  if (isOwnHtml(html)) return html;
  if (!cleaner) throw new Error('the paste cleaner is not loaded');
  return cleaner.cleanPastedHtml(html);
}

/** Whether the HTML is the raw text in colors, and not the document that the text describes. */
export function isStyledCopy(html: string, text: string): boolean {
  return !isOwnHtml(html) && cleaner?.isStyledCopy(html, text) === true;
}

/** Repeats a paste or drop of HTML once the cleaner has been loaded. Without it, only the words arrive. */
export const LazyPaste = Extension.create<{ onFailure(): void }>({
  name: 'lazyPaste',
  // Before all others, which then see only the repeated event.
  priority: 3000,
  addOptions: () => ({ onFailure: () => undefined }),
  addProseMirrorPlugins() {
    const { onFailure } = this.options;
    const repeat = (view: EditorView, event: Event, data: DataTransfer | null, make: EventFactory) => {
      const html = data?.getData('text/html') ?? '';
      if (cleaner || !data || html === '' || isOwnHtml(html)) return false;
      event.preventDefault();
      const [copy, words] = [copyTransfer(data, true), copyTransfer(data, false)];
      void loadPasteCleaner().then((isLoaded) => {
        if (!isLoaded) onFailure();
        if (!view.isDestroyed) view.dom.dispatchEvent(make(isLoaded ? copy : words));
      });
      return true;
    };
    const options = { bubbles: true, cancelable: true };
    return [
      new Plugin({
        props: {
          transformPasted: (slice, { state }) => keepFirstParagraph(slice, state),
          handleDOMEvents: {
            paste: (view, event) =>
              repeat(
                view,
                event,
                event.clipboardData,
                (clipboardData) => new ClipboardEvent('paste', { ...options, clipboardData }),
              ),
            drop: (view, event) => {
              const { clientX, clientY } = event;
              return repeat(
                view,
                event,
                event.dataTransfer,
                (dataTransfer) => new DragEvent('drop', { ...options, clientX, clientY, dataTransfer }),
              );
            },
          },
        },
      }),
    ];
  },
});

/** Only the words of the first paragraph would arrive in an empty one, without its direction and language. */
function keepFirstParagraph(slice: Slice, { selection }: EditorState): Slice {
  const { content, openStart, openEnd } = slice;
  const { dir = null, lang = null } = content.firstChild?.attrs ?? {};
  const isKept =
    openStart === 1 && (dir !== null || lang !== null) && selection.$from.parent.content.size === 0;
  return isKept ? new Slice(content, 0, content.childCount === 1 ? 0 : openEnd) : slice;
}

type EventFactory = (data: DataTransfer) => Event;

/** The original can be read only during its event. Without HTML, its words are the plain text. */
function copyTransfer(data: DataTransfer, withHtml: boolean): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types)
    if (type !== 'Files' && (withHtml || type !== 'text/html')) copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  if (!withHtml && copy.getData('text/plain') === '')
    copy.setData('text/plain', htmlToPlainText(data.getData('text/html')));
  return copy;
}
