import { useCallback, useEffect, useState } from 'react';
import type { Revision, RevisionSummary } from '#desk/contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { type DeskRefusal, deskClient } from '../../desk-client.ts';
import { deskRefusalText } from '../../desk-refusal-text.ts';
import type { Draft } from '../draft/use-draft.ts';

/** The kept versions of a post, newest first; null until they are here. */
export function useVersions(draft: Draft) {
  const t = useTranslator();
  const [list, setList] = useState<RevisionSummary[] | null>(null);
  const [shown, setShown] = useState<Revision | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const { flush } = draft;

  const load = useCallback(async () => {
    setFailed(null);
    // What is typed becomes a version first.
    const kept = await flush();
    if (!kept.ok) return setFailed(kept.error.error ?? t('admin.error.no_answer'));
    const answer = await deskClient.listRevisions(kept.value.id);
    if (answer.ok) setList(answer.value.revisions);
    else setFailed(deskRefusalText(t, answer.error));
  }, [flush, t]);
  useEffect(() => void load(), [load]);

  const refused = (error: DeskRefusal) => setFailed(deskRefusalText(t, error));
  return {
    list,
    shown,
    failed,
    isRestoring,
    load,
    async show(revision: RevisionSummary): Promise<void> {
      if (!draft.document) return;
      setFailed(null);
      const answer = await deskClient.openRevision(draft.document.id, revision.id);
      if (answer.ok) setShown(answer.value);
      else refused(answer.error);
    },
    hide: () => setShown(null),
    /** Whether its text is in the editor now. */
    async restore(revision: Revision): Promise<boolean> {
      if (isRestoring) return false;
      setRestoring(true);
      setFailed(null);
      const kept = await flush();
      if (!kept.ok) setFailed(kept.error.error ?? t('admin.error.no_answer'));
      else {
        const { id, version } = kept.value;
        const answer = await deskClient.restoreRevision(id, revision.id, version);
        if (answer.ok) draft.replace(answer.value);
        else refused(answer.error);
        setRestoring(false);
        return answer.ok;
      }
      setRestoring(false);
      return false;
    },
  };
}
