import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PostFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import {
  type AppliedSuggestion,
  areFieldsUnchanged,
  createUndoPatch,
  patchKeys,
  pickFields,
} from './applied-suggestion.ts';
import { createFallbackSuggestion } from './fallback-suggestion.ts';
import { requestSuggestion, type SuggestionResult } from './request-suggestion.ts';
import {
  findMissingInput,
  missingInputMessages,
  type PostFieldsPatch,
  type SuggestionKind,
} from './suggestion-kinds.ts';
import { suggestionToast } from './suggestion-messages.ts';

export interface SuggestionOptions {
  locale: Locale;
  fields: PostFields;
  onApply: (patch: PostFieldsPatch) => void;
  models: { text: boolean; image: boolean };
}

export interface SuggestionControls {
  kind: SuggestionKind;
  hasModel: boolean;
  isBusy: boolean;
  streamed: string;
  /** Waits for a decision because the user changed the field meanwhile. */
  pendingPatch: PostFieldsPatch | null;
  /** Source of the suggestion in the form; null if there is none or the user has changed it. */
  filledBy: 'model' | 'rule' | null;
  prompt: string | null;
  /** The start button; it receives the focus when another button disappears. */
  button: RefObject<HTMLButtonElement | null>;
  start(): Promise<void>;
  cancel(): void;
  apply(): void;
  dismiss(): void;
  undo(): void;
}

export function useSuggestion(kind: SuggestionKind, options: SuggestionOptions): SuggestionControls {
  const t = useTranslator();
  const toast = useToast();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const button = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const [isBusy, setBusy] = useState(false);
  const [streamed, setStreamed] = useState('');
  const [pendingSuggestion, setPendingSuggestion] = useState<AppliedSuggestion | null>(null);
  const [applied, setApplied] = useState<AppliedSuggestion | null>(null);
  const [prompt, setPrompt] = useState<string | null>(null);
  const { fields, models } = options;
  const hasModel = kind === 'image' ? models.image : models.text;

  const applyPatch = useCallback((after: PostFieldsPatch, source: AppliedSuggestion['source']) => {
    const { fields: current, onApply } = latest.current;
    if (Object.keys(after).length === 0) return;
    setApplied({ before: pickFields(current, patchKeys(after)), after, source });
    onApply(after);
  }, []);

  const clearRunning = useCallback((controller: AbortController) => {
    if (running.current !== controller) return;
    running.current = null;
    setBusy(false);
    setStreamed('');
  }, []);

  async function start(): Promise<void> {
    if (running.current) return;
    const { fields: requestedFields, locale } = latest.current;
    const missing = findMissingInput(kind, requestedFields);
    if (missing)
      return toast({ title: t(missingInputMessages[missing]), description: '', tone: 'destructive' });
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setPendingSuggestion(null);
    setPrompt(null);
    try {
      const { signal } = controller;
      const request = {
        kind,
        locale,
        fields: requestedFields,
        pageLocale: t.locale,
        signal,
        onText: setStreamed,
      };
      finish(requestedFields, await requestSuggestion(request));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      clearRunning(controller);
    }
  }

  function finish(requestedFields: PostFields, result: SuggestionResult): void {
    const current = latest.current.fields;
    const patch = result.ok ? result.value.patch : createFallbackSuggestion(kind, requestedFields);
    const source = result.ok && result.value.code === null ? 'model' : 'rule';
    const needsAltText = patch.featured_image_url !== undefined && current.featured_image_alt.trim() === '';
    const after = needsAltText ? { ...patch, featured_image_alt: current.title.trim() } : patch;
    const keys = patchKeys(patch);
    if (areFieldsUnchanged(requestedFields, current, keys)) applyPatch(after, source);
    else setPendingSuggestion({ before: {}, after, source });
    setPrompt(result.ok && keys.length === 0 ? result.value.prompt : null);
    toast(suggestionToast(t, kind, result));
  }

  return {
    kind,
    hasModel,
    isBusy,
    streamed,
    pendingPatch: pendingSuggestion?.after ?? null,
    filledBy: applied && createUndoPatch(applied, fields) ? applied.source : null,
    prompt,
    button,
    start,
    cancel() {
      const controller = running.current;
      controller?.abort();
      if (controller) clearRunning(controller);
      button.current?.focus();
    },
    apply() {
      if (pendingSuggestion) applyPatch(pendingSuggestion.after, pendingSuggestion.source);
      setPendingSuggestion(null);
      button.current?.focus();
    },
    dismiss() {
      setPendingSuggestion(null);
      button.current?.focus();
    },
    undo() {
      const patch = applied && createUndoPatch(applied, latest.current.fields);
      setApplied(null);
      if (patch) options.onApply(patch);
      button.current?.focus();
    },
  };
}
