import { useRef, useState } from 'react';
import type { TranslationNote } from '#assistant/contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { useToast } from '../../../ui/toast-provider.tsx';
import { type DeskRefusal, deskClient } from '../../desk-client.ts';
import { deskRefusalText } from '../../desk-refusal-text.ts';
import type { Draft } from '../draft/use-draft.ts';

/** What a person has to look at in a translation, and what they decide; one decision at a time. */
export function useTranslationNote(draft: Draft, loaded: TranslationNote, flush: () => void) {
  const t = useTranslator();
  const show = useToast();
  const [note, setNote] = useState(loaded);
  const [isBusy, setBusy] = useState(false);
  /** Takes the focus when what had it is gone. */
  const top = useRef<HTMLElement>(null);

  const refused = (error: DeskRefusal) =>
    show({ title: t('admin.editor.failed'), description: deskRefusalText(t, error), tone: 'destructive' });

  /** What was typed is kept first: then `decide` gives what to say, null where it was refused. */
  async function run(decide: (id: string, version: number) => Promise<string | null>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      flush();
      const kept = await draft.flush();
      if (!kept.ok)
        return show({
          title: t('admin.editor.failed'),
          description: kept.error.error ?? '',
          tone: 'destructive',
        });
      const { id, version } = kept.value;
      const said = await decide(id, version);
      const now = await deskClient.readTranslation(id);
      if (now.ok) setNote(now.value);
      if (said === null) return;
      show({ title: said, description: '', tone: 'good' });
      top.current?.focus({ preventScroll: true });
    } finally {
      setBusy(false);
    }
  }

  async function reopen(id: string): Promise<void> {
    const document = await deskClient.openPost(id);
    if (document.ok) draft.replace(document.value);
  }

  return {
    note,
    isBusy,
    top,
    take: (hash: string) =>
      run(async (id, version) => {
        const taken = await deskClient.takeOffer(id, hash, version);
        if (taken.ok) draft.replace(taken.value);
        else refused(taken.error);
        return taken.ok ? t('admin.translation.taken') : null;
      }),
    keep: (hash: string) =>
      run(async (id) => {
        const kept = await deskClient.keepOwn(id, hash);
        if (!kept.ok) refused(kept.error);
        return kept.ok ? t('admin.translation.kept') : null;
      }),
    approve: () =>
      run(async (id) => {
        const approved = await deskClient.approveTranslation(id);
        if (!approved.ok) refused(approved.error);
        else await reopen(id);
        return approved.ok ? t('admin.translation.approved') : null;
      }),
    /** Of a post in the original's words: it is a translation now. */
    mark: () =>
      run(async (id) => {
        const marked = await deskClient.approveTranslation(id);
        if (!marked.ok) refused(marked.error);
        else await reopen(id);
        return marked.ok ? t('admin.translation.marked') : null;
      }),
  };
}
