import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { excerptFallbackLength } from '#ai/contract.ts';
import type { PostFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { loadCode } from '../../../browser/load-code.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { isEqualValue } from '../draft/post-fields.ts';
import type { EditorContext } from '../editor-context.ts';
import { displayedSlug } from '../post-form-values.ts';
import { htmlToPlainText } from './plain-text.ts';
import type { SuggestionResult } from './request-suggestion.ts';
import {
  findMissingInput,
  missingInputMessages,
  type PostFieldsPatch,
  type SuggestionKind,
  suggestionToast,
} from './suggestion-messages.ts';

interface AppliedSuggestion {
  before: PostFieldsPatch;
  after: PostFieldsPatch;
  source: 'model' | 'rule';
}

const patchKeys = (patch: PostFieldsPatch) => Object.keys(patch) as (keyof PostFields)[];
const pickFields = (fields: PostFieldsPatch, keys: readonly (keyof PostFields)[]): PostFieldsPatch =>
  Object.fromEntries(keys.map((key) => [key, fields[key]]));

/** Restores only fields that nobody has changed since; null if there are none. */
export function createUndoPatch(
  { before, after }: Pick<AppliedSuggestion, 'before' | 'after'>,
  fields: PostFieldsPatch,
): PostFieldsPatch | null {
  const keys = patchKeys(after).filter(
    (key) => isEqualValue(fields[key], after[key]) && !isEqualValue(before[key], after[key]),
  );
  return keys.length === 0 ? null : pickFields(before, keys);
}

export type SuggestionControls = ReturnType<typeof useSuggestion>;

export function useSuggestion(kind: SuggestionKind, { data, draft, locale }: EditorContext) {
  const t = useTranslator();
  const toast = useToast();
  const { fields, change } = draft;
  /** It receives the focus when another button disappears. */
  const button = useRef<HTMLButtonElement>(null);
  /** The fields that the running request was started with. */
  const [requestedFields, setRequestedFields] = useState<PostFields | null>(null);
  const [streamed, setStreamed] = useState('');
  const [pendingSuggestion, setPendingSuggestion] = useState<AppliedSuggestion | null>(null);
  const [applied, setApplied] = useState<AppliedSuggestion | null>(null);
  const [prompt, setPrompt] = useState<string | null>(null);
  const isBusy = requestedFields !== null;
  const hasModel = kind === 'image' ? data.models.image : data.models.text;

  const finish = useEffectEvent((requested: PostFields, result: SuggestionResult) => {
    const patch = result.ok ? result.value.patch : createFallbackSuggestion(kind, locale, requested);
    const source = result.ok && result.value.code === null ? 'model' : 'rule';
    const needsAltText = patch.featured_image_url !== undefined && fields.featured_image_alt.trim() === '';
    const after = needsAltText ? { ...patch, featured_image_alt: fields.title.trim() } : patch;
    const keys = patchKeys(patch);
    if (keys.every((key) => isEqualValue(requested[key], fields[key]))) applyPatch(after, source);
    else setPendingSuggestion({ before: {}, after, source });
    setPrompt(result.ok && keys.length === 0 ? result.value.prompt : null);
    toast(suggestionToast(t, kind, result));
  });

  useEffect(() => {
    if (!requestedFields) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const request = { kind, locale, fields: requestedFields };
      try {
        const code = await loadCode(import('./request-suggestion.ts'));
        // Without the code, rules make the suggestion, as without a response.
        const result = code
          ? await code.requestSuggestion(request, { pageLocale: t.locale, signal, onText: setStreamed })
          : { ok: false as const, error: null };
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
    change(after);
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
    /** Waits for a decision because the user changed the field meanwhile. */
    pendingPatch: pendingSuggestion?.after ?? null,
    /** Source of the suggestion in the form; null if there is none or the user has changed it. */
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
      if (patch) change(patch);
      button.current?.focus();
    },
  };
}

/** Used if the server doesn't respond. The server's own fallback is the same, but supports more scripts. */
export function createFallbackSuggestion(
  kind: SuggestionKind,
  locale: Locale,
  { title, content }: PostFields,
): PostFieldsPatch {
  switch (kind) {
    case 'slug': {
      const slug = displayedSlug('', locale, title.trim());
      return slug === '' ? {} : { slug };
    }
    case 'excerpt':
      return { excerpt: toExcerpt(content) };
    case 'seo':
      return { seo_title: title.trim(), seo_description: toExcerpt(content), seo_keywords: [] };
    case 'image':
      return {};
  }
}

function toExcerpt(html: string): string {
  const characters = [...htmlToPlainText(html)];
  const excerpt = characters.slice(0, excerptFallbackLength).join('');
  return characters.length > excerptFallbackLength ? `${excerpt}...` : excerpt;
}
