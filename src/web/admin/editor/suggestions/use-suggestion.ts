import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
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
  start(): void;
  cancel(): void;
  apply(): void;
  dismiss(): void;
  undo(): void;
}

export function useSuggestion(kind: SuggestionKind, options: SuggestionOptions): SuggestionControls {
  const t = useTranslator();
  const toast = useToast();
  const { locale, fields, models, onApply } = options;
  const button = useRef<HTMLButtonElement>(null);
  /** The fields that the running request was started with. */
  const [requestedFields, setRequestedFields] = useState<PostFields | null>(null);
  const [streamed, setStreamed] = useState('');
  const [pendingSuggestion, setPendingSuggestion] = useState<AppliedSuggestion | null>(null);
  const [applied, setApplied] = useState<AppliedSuggestion | null>(null);
  const [prompt, setPrompt] = useState<string | null>(null);
  const isBusy = requestedFields !== null;
  const hasModel = kind === 'image' ? models.image : models.text;

  const finish = useEffectEvent((requested: PostFields, result: SuggestionResult) => {
    const patch = result.ok ? result.value.patch : createFallbackSuggestion(kind, requested);
    const source = result.ok && result.value.code === null ? 'model' : 'rule';
    const needsAltText = patch.featured_image_url !== undefined && fields.featured_image_alt.trim() === '';
    const after = needsAltText ? { ...patch, featured_image_alt: fields.title.trim() } : patch;
    const keys = patchKeys(patch);
    if (areFieldsUnchanged(requested, fields, keys)) applyPatch(after, source);
    else setPendingSuggestion({ before: {}, after, source });
    setPrompt(result.ok && keys.length === 0 ? result.value.prompt : null);
    toast(suggestionToast(t, kind, result));
  });

  useEffect(() => {
    if (!requestedFields) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const request = { kind, locale, fields: requestedFields, pageLocale: t.locale, signal };
      try {
        const result = await requestSuggestion({ ...request, onText: setStreamed });
        if (!signal.aborted) finish(requestedFields, result);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        if (!signal.aborted) setRequestedFields(null);
      }
    };
    void run();
    return () => controller.abort();
  }, [kind, locale, requestedFields, t.locale]);

  function applyPatch(after: PostFieldsPatch, source: AppliedSuggestion['source']): void {
    if (Object.keys(after).length === 0) return;
    setApplied({ before: pickFields(fields, patchKeys(after)), after, source });
    onApply(after);
  }

  function start(): void {
    if (isBusy) return;
    const missing = findMissingInput(kind, fields);
    if (missing) {
      toast({ title: t(missingInputMessages[missing]), description: '', tone: 'destructive' });
      return;
    }
    setPendingSuggestion(null);
    setPrompt(null);
    setStreamed('');
    setRequestedFields(fields);
  }

  return {
    kind,
    hasModel,
    isBusy,
    streamed: isBusy ? streamed : '',
    pendingPatch: pendingSuggestion?.after ?? null,
    filledBy: applied && createUndoPatch(applied, fields) ? applied.source : null,
    prompt,
    button,
    start,
    cancel() {
      setRequestedFields(null);
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
      const patch = applied && createUndoPatch(applied, fields);
      setApplied(null);
      if (patch) onApply(patch);
      button.current?.focus();
    },
  };
}
