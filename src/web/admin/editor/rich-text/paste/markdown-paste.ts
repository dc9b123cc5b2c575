import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { loadCode } from '../../../../browser/load-code.ts';
import { isMarkdown, isParsable } from './detect-markdown.ts';
import { isStyledCopy, loadPasteCleaner } from './lazy-cleaner.ts';

/** Raw text that is to be replaced by its blocks. */
interface PendingMarkdown {
  text: string;
  from: number;
  to: number;
}

const key = new PluginKey<PendingMarkdown | null>('markdownPaste');

/** Pastes Markdown as raw text and then replaces it by its blocks, so that undoing once restores the raw text. */
export const MarkdownPaste = Extension.create({
  name: 'markdownPaste',
  // Before the code block, which would take whatever was copied from VS Code.
  priority: 1000,
  addProseMirrorPlugins() {
    let isPlain = false;
    return [
      new Plugin<PendingMarkdown | null>({
        key,
        state: {
          init: () => null,
          apply(tr, pending) {
            const next = tr.getMeta(key) as PendingMarkdown | null | undefined;
            if (next !== undefined || !pending) return next ?? null;
            return { ...pending, from: tr.mapping.map(pending.from, 1), to: tr.mapping.map(pending.to, -1) };
          },
        },
        props: {
          handleDOMEvents: {
            paste: () => {
              isPlain = false;
              return false;
            },
          },
          transformPastedText(text, plain) {
            isPlain = plain;
            return text;
          },
          handlePaste(view, { clipboardData }) {
            const text = clipboardData?.getData('text/plain') ?? '';
            const isCode = view.state.selection.$from.parent.type.spec.code === true;
            if (!clipboardData || text === '' || isCode) return false;
            if (!isPlain && !isMarkdownPaste(clipboardData, text)) return false;
            const pending = insertRawText(view, text);
            if (!isPlain) void convert(view, pending);
            return true;
          },
        },
      }),
    ];
  },
});

function isMarkdownPaste(data: DataTransfer, text: string): boolean {
  const mode = parseVsCodeMode(data.getData('vscode-editor-data'));
  if (mode !== null) return mode === 'markdown' && isParsable(text);
  const html = data.getData('text/html');
  return isMarkdown(text) && (html === '' || isStyledCopy(html, text));
}

/** The language of the file that the text was copied from in VS Code. */
function parseVsCodeMode(json: string): string | null {
  return /"mode":"([^"]+)"/.exec(json)?.[1] ?? null;
}

/** Without paste rules, which would format a part of the text. */
function insertRawText(view: EditorView, text: string): PendingMarkdown {
  const { schema, selection, tr } = view.state;
  const marks = view.state.storedMarks ?? selection.$from.marks();
  const paragraphs = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.nodes.paragraph?.create(null, line === '' ? null : schema.text(line, marks)))
    .filter((paragraph) => paragraph !== undefined);
  tr.replaceSelection(new Slice(Fragment.from(paragraphs), 1, 1));
  const from = selection.from;
  const pending = { text, from, to: tr.mapping.map(selection.to) };
  view.dispatch(closeHistory(tr).setMeta(key, pending).setMeta('preventAutolink', true).scrollIntoView());
  return pending;
}

async function convert(view: EditorView, { text }: PendingMarkdown): Promise<void> {
  const rawText = readPending(view);
  const parser = await loadParser();
  const pending = key.getState(view.state);
  if (!parser || !pending || view.isDestroyed || pending.text !== text || rawText !== readPending(view))
    return;
  const html = parser.markdownToHtml(text);
  if (html === null) return;
  const { doc, tr, selection } = view.state;
  tr.setSelection(TextSelection.between(doc.resolve(pending.from), doc.resolve(pending.to)));
  view.dispatch(closeHistory(tr).setMeta(key, null));
  view.pasteHTML(html);
  const { head } = selection;
  if (head >= pending.from && head <= pending.to) return;
  // The caret has moved on while the parser was loading.
  const growth = view.state.doc.content.size - doc.content.size;
  const $caret = view.state.doc.resolve(head > pending.to ? head + growth : head);
  view.dispatch(view.state.tr.setSelection(TextSelection.near($caret)));
}

function readPending(view: EditorView): string {
  const pending = key.getState(view.state);
  return pending ? view.state.doc.textBetween(pending.from, pending.to, '\n') : '';
}

/** If the parser can't be loaded, the raw text stays. */
async function loadParser() {
  const [parser, hasCleaner] = await Promise.all([
    loadCode(import('./markdown-to-html.ts')),
    loadPasteCleaner(),
  ]);
  return hasCleaner ? parser : null;
}
