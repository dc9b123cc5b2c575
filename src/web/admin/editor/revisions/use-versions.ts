import { useCallback, useEffect, useState } from 'react';
import type { Revision, RevisionSummary } from '#desk/contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { type AdminApiError, adminApi } from '../../desk-client.ts';
import { adminApiErrorMessage } from '../../desk-refusal-text.ts';
import type { Draft } from '../draft/use-draft.ts';

/** The list has the newest version first; null while it loads. */
export function useRevisions(draft: Draft) {
  const t = useTranslator();
  const [list, setList] = useState<RevisionSummary[] | null>(null);
  const [selected, setSelected] = useState<Revision | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const { flush } = draft;

  const load = useCallback(async () => {
    setFailed(null);
    // Pending changes become a version first.
    const saved = await flush();
    if (!saved.ok) return setFailed(saved.error.error ?? t('admin.error.no_answer'));
    const result = await adminApi.listRevisions(saved.value.id);
    if (result.ok) setList(result.value.revisions);
    else setFailed(adminApiErrorMessage(t, result.error));
  }, [flush, t]);
  useEffect(() => void load(), [load]);

  const showError = (error: AdminApiError) => setFailed(adminApiErrorMessage(t, error));
  return {
    list,
    selected,
    failed,
    isRestoring,
    load,
    async show(revision: RevisionSummary): Promise<void> {
      if (!draft.document) return;
      setFailed(null);
      const result = await adminApi.openRevision(draft.document.id, revision.id);
      if (result.ok) setSelected(result.value);
      else showError(result.error);
    },
    hide: () => setSelected(null),
    /** Returns whether the editor now has the revision's text. */
    async restore(revision: Revision): Promise<boolean> {
      if (isRestoring) return false;
      setRestoring(true);
      setFailed(null);
      const saved = await flush();
      if (!saved.ok) setFailed(saved.error.error ?? t('admin.error.no_answer'));
      else {
        const { id, version } = saved.value;
        const result = await adminApi.restoreRevision(id, revision.id, version);
        if (result.ok) draft.replace(result.value);
        else showError(result.error);
        setRestoring(false);
        return result.ok;
      }
      setRestoring(false);
      return false;
    },
  };
}
