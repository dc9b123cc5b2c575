import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Fragment, Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import {
  type TextAction,
  type TextRequest,
  type TextResponse,
  type TokenCharge,
  textLimitBytes,
} from '#ai/text-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { fallbackReasonMessages } from '../../../../fallback-reasons.ts';
import { useTranslator } from '../../../../translator.tsx';
import { type AnswerOptions, parseErrorMessage, requestAnswer } from '../../suggestions/request-answer.ts';
import type { EditorDialogProps } from '../editor-commands.ts';
import { replaceLines } from './replace-lines.ts';
import { splitIntoItems } from './split-into-items.ts';
import { parseTaggedLines, plainLine, type SelectedLine, selectLines, toTaggedText } from './tagged-text.ts';
import { findTrackedRange, type TextRange, trackRange } from './tracked-range.ts';

export type SuggestionState =
  | { kind: 'menu' }
  | { kind: 'running'; action: TextAction; streamed: string }
  | { kind: 'ready'; action: TextAction; lines: Fragment[]; charge: TokenCharge | null }
  /** `partial`: what the model had written before it failed. */
  | { kind: 'failed'; action: TextAction; error: string; partial: string; charge: TokenCharge | null };

const reasonMessages = {
  ...fallbackReasonMessages,
  'model.unconfigured': 'admin.ai.no_model',
} as const satisfies Record<string, MessageKey>;

/** One suggestion for the text that is selected when the component mounts. */
export function useTextSuggestion(
  editor: Editor,
  { locale, hasModel, onClose }: Pick<EditorDialogProps, 'locale' | 'hasModel' | 'onClose'>,
) {
  const t = useTranslator();
  const [initial] = useState(() => selectText(editor));
  const [state, setState] = useState<SuggestionState>({ kind: 'menu' });
  const request = useRef<AbortController | null>(null);
  useEffect(() => {
    const stopTracking = trackRange(editor, initial.range);
    return () => {
      request.current?.abort();
      stopTracking();
    };
  }, [editor, initial]);
  const isChanged = useEditorState({
    editor,
    selector: ({ editor: current }) => findTrackedRange(current.state)?.isChanged ?? false,
  });

  async function run(action: TextAction): Promise<void> {
    if (action === 'list' && !hasModel) {
      setState({ kind: 'ready', action, lines: splitIntoItems(initial.lines, locale), charge: null });
      return;
    }
    const { text, tags } = toTaggedText(initial.lines);
    const fail = (error: string, partial = '', charge: TokenCharge | null = null) =>
      setState({ kind: 'failed', action, error, partial, charge });
    if (countBytes(text) > textLimitBytes.selection) return fail(t('admin.ai.too_long'));
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const { signal } = controller;
    let partial = '';
    setState({ kind: 'running', action, streamed: '' });
    const onText = (streamed: string) => {
      partial = streamed;
      if (!signal.aborted) setState({ kind: 'running', action, streamed });
    };
    try {
      const body = { action, locale, text, ...initial.context };
      const result = await requestText(body, { pageLocale: t.locale, signal, onText });
      if (signal.aborted) return;
      if (result.success) {
        const lines = parseTaggedLines(result.text, tags, editor.schema);
        setState({ kind: 'ready', action, lines, charge: result.charge });
      } else {
        const error = result.code ? t(reasonMessages[result.code]) : result.error;
        fail(error || t('admin.suggestions.reason.no_answer'), partial, result.charge);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  const replacement = state.kind === 'ready' && findReplacement(editor, state);
  return {
    state,
    isChanged,
    selected: initial.lines,
    canReplace: replacement !== null && replacement !== false,
    run,
    cancel() {
      request.current?.abort();
      setState({ kind: 'menu' });
    },
    /** One undo step. Does nothing if the selected text has changed. */
    accept() {
      const tr = state.kind === 'ready' ? findReplacement(editor, state) : null;
      if (!tr) return;
      const at = Math.min(tr.mapping.map(findTrackedRange(editor.state)?.to ?? 0), tr.doc.content.size);
      tr.setSelection(TextSelection.near(tr.doc.resolve(at), -1));
      // A URL of the text that had no link gets none now.
      editor.view.dispatch(closeHistory(tr).setMeta('preventAutolink', true).scrollIntoView());
      onClose();
    },
  };
}

/** Without a usable answer, `code` is null, and `error` is the server's message, or empty. */
async function requestText(
  request: TextRequest,
  options: AnswerOptions,
): Promise<TextResponse | { success: false; code: null; error: string; charge: null }> {
  const endpoint = '/api/admin/suggestions/text';
  const { ok, payload } = await requestAnswer(endpoint, 'text/event-stream', request, options);
  if (ok && payload) return payload as TextResponse;
  return { success: false, code: null, error: parseErrorMessage(payload) ?? '', charge: null };
}

function findReplacement(editor: Editor, { action, lines }: Extract<SuggestionState, { kind: 'ready' }>) {
  const range = findTrackedRange(editor.state);
  return range && !range.isChanged ? replaceLines(editor.state, range, action, lines) : null;
}

interface SelectedText {
  range: TextRange;
  lines: SelectedLine[];
  context: { before: string; after: string };
}

/** The selection; without one, the block of the caret. */
function selectText({ state: { doc, selection } }: Editor): SelectedText {
  const { $from, empty } = selection;
  // The caret between two blocks is in no text.
  const isBlock = empty && $from.parent.isTextblock;
  const range = isBlock
    ? { from: $from.start(), to: $from.end() }
    : { from: selection.from, to: selection.to };
  const lines = selectLines(doc, range);
  const [first, last] = [lines[0], lines.at(-1)];
  const trimmed = { from: first?.from ?? range.from, to: last?.to ?? range.to };
  return { range: trimmed, lines, context: readContext(doc, trimmed) };
}

const encoder = new TextEncoder();
const countBytes = (text: string) => encoder.encode(text).length;

/** The text next to the range, with half of the allowed bytes on each side. */
function readContext(doc: Node, { from, to }: TextRange) {
  const maxBytes = textLimitBytes.context / 2;
  const read = (start: number, end: number) => doc.textBetween(start, end, '\n', ' ').trim();
  const before = [...read(Math.max(0, from - maxBytes), from)];
  const after = [...read(to, Math.min(doc.content.size, to + maxBytes))];
  while (countBytes(before.join('')) > maxBytes) before.splice(0, Math.ceil(before.length / 8));
  while (countBytes(after.join('')) > maxBytes) after.splice(-Math.ceil(after.length / 8));
  return { before: before.join(''), after: after.join('') };
}

export const toPlainText = (lines: readonly Fragment[]) => lines.map(plainLine).join('\n');
