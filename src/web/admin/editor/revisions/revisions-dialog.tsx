import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useCallback, useEffect, useState } from 'react';
import type { Revision, RevisionSummary } from '#blog/editing-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { formatZonedDateTime } from '../../../format-date.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { TaxonNames } from '../conflict/field-labels.ts';
import type { Draft } from '../draft/use-draft.ts';
import { RevisionDiff } from './revision-diff.tsx';

/** The list has the newest version first; null while it loads. */
function useRevisions(draft: Draft) {
  const t = useTranslator();
  const [list, setList] = useState<RevisionSummary[] | null>(null);
  const [selected, setSelected] = useState<Revision | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const { flush } = draft;

  const load = useCallback(async () => {
    setErrorMessage(null);
    // Pending changes become a version first.
    const saved = await flush();
    if (!saved.ok) return setErrorMessage(saved.error.error ?? t('admin.error.no_answer'));
    const result = await adminApi.listRevisions(saved.value.id);
    if (result.ok) setList(result.value.revisions);
    else setErrorMessage(adminApiErrorMessage(t, result.error));
  }, [flush, t]);
  useEffect(() => void load(), [load]);

  const showError = (error: AdminApiError) => setErrorMessage(adminApiErrorMessage(t, error));
  return {
    list,
    selected,
    errorMessage,
    isRestoring,
    load,
    async show(revision: RevisionSummary): Promise<void> {
      if (!draft.document) return;
      setErrorMessage(null);
      const result = await adminApi.openRevision(draft.document.id, revision.id);
      if (result.ok) setSelected(result.value);
      else showError(result.error);
    },
    hide: () => setSelected(null),
    /** Returns whether the editor now has the revision's text. */
    async restore(revision: Revision): Promise<boolean> {
      if (isRestoring) return false;
      setRestoring(true);
      setErrorMessage(null);
      const saved = await flush();
      if (!saved.ok) setErrorMessage(saved.error.error ?? t('admin.error.no_answer'));
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

const kindLabels = {
  autosaved: 'admin.draft.versions.autosaved',
  saved: 'admin.draft.versions.saved',
  published: 'admin.draft.versions.published',
  restored: 'admin.draft.versions.restored',
} as const satisfies Record<RevisionSummary['kind'], MessageKey>;

export default function RevisionsDialog({
  draft,
  names,
  onClose,
}: {
  draft: Draft;
  names: TaxonNames;
  onClose: () => void;
}) {
  const t = useTranslator();
  const toast = useToast();
  const revisions = useRevisions(draft);
  const { list, selected, errorMessage, isRestoring } = revisions;
  const describe = ({ kind, author_name: name }: RevisionSummary) =>
    [t(kindLabels[kind]), name && t('admin.draft.versions.by', { name })].filter(Boolean).join(', ');
  const formatDate = (revision: RevisionSummary) =>
    formatZonedDateTime(t.locale, new Date(revision.created_at));

  return (
    <Dialog title={t('admin.draft.versions.title')} isWide isBusy={isRestoring} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.draft.versions.text')}</p>
      {errorMessage !== null && (
        <Notice role="alert" className="mt-4">
          {errorMessage}
        </Notice>
      )}
      {errorMessage === null && list === null && (
        <p role="status" className="mt-6 text-muted">
          {t('admin.draft.versions.loading')}
        </p>
      )}
      {list?.length === 0 && <p className="mt-6 text-muted">{t('admin.draft.versions.empty')}</p>}
      {list && !selected && (
        <ul className="mt-6 grid gap-2">
          {list.map((revision) => (
            <li key={revision.id}>
              <button
                type="button"
                onClick={() => void revisions.show(revision)}
                className="w-full cursor-pointer rounded-2xl border border-line p-4 text-start hover:border-accent"
              >
                <span className="block font-semibold">
                  {t('admin.draft.versions.number', { number: String(revision.version) })}
                  {revision.title && `: ${revision.title}`}
                </span>
                <span className="mt-0.5 block text-sm text-muted">{describe(revision)}</span>
                <span className="block text-sm text-muted">{formatDate(revision)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {selected && (
        <section
          className="mt-6"
          aria-label={t('admin.draft.versions.number', { number: String(selected.version) })}
        >
          <button
            type="button"
            onClick={revisions.hide}
            className="-ms-1 inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold text-muted hover:text-accent"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t('admin.draft.versions.back')}
          </button>
          <h3 className="mt-2 text-lg font-bold">
            {t('admin.draft.versions.number', { number: String(selected.version) })}
          </h3>
          <p className="text-sm text-muted">{`${describe(selected)}, ${formatDate(selected)}`}</p>
          <RevisionDiff before={selected.fields} current={draft.fields} names={names} />
        </section>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {selected && (
          <Button
            aria-disabled={isRestoring}
            onClick={async () => {
              if (!(await revisions.restore(selected))) return;
              toast({ title: t('admin.draft.versions.done'), description: '', tone: 'good' });
              onClose();
            }}
          >
            {t(isRestoring ? 'admin.draft.versions.restoring' : 'admin.draft.versions.restore')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  );
}
