import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PostFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { useTranslator } from '../../../translation.tsx';
import { useToast } from '../../../ui/toast-provider.tsx';
import { type Asked, askAssistant } from './ask-assistant.ts';
import { type AssistKind, missingFor, needMessages, type Patch } from './kinds.ts';
import { isUntouched, keysOf, type Placed, pick, undoPatch } from './placed.ts';
import { suggestByRule } from './suggest-by-rule.ts';
import { toldOf } from './told-of.ts';

export interface AssistOptions {
  /** The language of the post. */
  locale: Locale;
  fields: PostFields;
  onTake: (patch: Patch) => void;
  /** What the server has models for: `services.assistant.models`. */
  models: { text: boolean; image: boolean };
}

export interface Assist {
  kind: AssistKind;
  hasModel: boolean;
  isBusy: boolean;
  /** The suggestion as far as it has come. */
  streamed: string;
  /** A suggestion that waits to be taken, since the field was changed meanwhile. */
  offered: Patch | null;
  /** What stands in the form now is a suggestion: whose. null: it is not, or not any more. */
  filledBy: 'model' | 'rule' | null;
  /** What a picture was to be drawn by, where none came. */
  prompt: string | null;
  /** What begins it: the focus comes back here when another button goes away. */
  button: RefObject<HTMLButtonElement | null>;
  start(): Promise<void>;
  cancel(): void;
  take(): void;
  dismiss(): void;
  undo(): void;
}

/** One helper of the editor: asks for a suggestion, and puts it into the form unless the person has typed there meanwhile. */
export function useAssist(kind: AssistKind, options: AssistOptions): Assist {
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
  const [offered, setOffered] = useState<Placed | null>(null);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [prompt, setPrompt] = useState<string | null>(null);
  const { fields, models } = options;
  const hasModel = kind === 'image' ? models.image : models.text;

  const place = useCallback((after: Patch, by: Placed['by']) => {
    const { fields: current, onTake } = latest.current;
    if (Object.keys(after).length === 0) return;
    setPlaced({ before: pick(current, keysOf(after)), after, by });
    onTake(after);
  }, []);

  const end = useCallback((controller: AbortController) => {
    if (running.current !== controller) return;
    running.current = null;
    setBusy(false);
    setStreamed('');
  }, []);

  async function start(): Promise<void> {
    if (running.current) return;
    const { fields: asked, locale } = latest.current;
    const missing = missingFor(kind, asked);
    if (missing) return toast({ title: t(needMessages[missing]), description: '', tone: 'destructive' });
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setOffered(null);
    setPrompt(null);
    try {
      const { signal } = controller;
      const question = { kind, locale, fields: asked, pageLocale: t.locale, signal, onText: setStreamed };
      finish(asked, await askAssistant(question));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      end(controller);
    }
  }

  function finish(asked: PostFields, answer: Asked): void {
    const current = latest.current.fields;
    const made = answer.ok ? answer.value.patch : suggestByRule(kind, asked);
    const by = answer.ok && answer.value.code === null ? 'model' : 'rule';
    const hasNewPicture = made.featured_image_url !== undefined && current.featured_image_alt.trim() === '';
    const after = hasNewPicture ? { ...made, featured_image_alt: current.title.trim() } : made;
    const keys = keysOf(made);
    if (isUntouched(asked, current, keys)) place(after, by);
    else setOffered({ before: {}, after, by });
    setPrompt(answer.ok && keys.length === 0 ? answer.value.prompt : null);
    toast(toldOf(t, kind, answer));
  }

  return {
    kind,
    hasModel,
    isBusy,
    streamed,
    offered: offered?.after ?? null,
    filledBy: placed && undoPatch(placed, fields) ? placed.by : null,
    prompt,
    button,
    start,
    cancel() {
      const controller = running.current;
      controller?.abort();
      if (controller) end(controller);
      button.current?.focus();
    },
    take() {
      if (offered) place(offered.after, offered.by);
      setOffered(null);
      button.current?.focus();
    },
    dismiss() {
      setOffered(null);
      button.current?.focus();
    },
    undo() {
      const patch = placed && undoPatch(placed, latest.current.fields);
      setPlaced(null);
      if (patch) options.onTake(patch);
      button.current?.focus();
    },
  };
}
