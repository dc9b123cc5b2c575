import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { RevisionSummary } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast-provider.tsx';
import type { TaxonNames } from '../compare/field-names.ts';
import type { Draft } from '../draft/use-draft.ts';
import { formatZonedDateTime } from '../local-moment.ts';
import { RevisionDiff } from './revision-diff.tsx';
import { useRevisions } from './use-versions.ts';

const kindNames = {
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
  const versions = useRevisions(draft);
  const { list, selected, failed, isRestoring } = versions;
  const about = ({ kind, author_name: name }: RevisionSummary) =>
    [t(kindNames[kind]), name && t('admin.draft.versions.by', { name })].filter(Boolean).join(', ');
  const formatDate = (revision: RevisionSummary) =>
    formatZonedDateTime(t.locale, new Date(revision.created_at));

  return (
    <Dialog title={t('admin.draft.versions.title')} isWide isBusy={isRestoring} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.draft.versions.text')}</p>
      {failed !== null && (
        <p role="alert" className="mt-4 rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
          {failed}
        </p>
      )}
      {failed === null && list === null && (
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
                onClick={() => void versions.show(revision)}
                className="w-full cursor-pointer rounded-2xl border border-line p-4 text-start hover:border-accent"
              >
                <span className="block font-semibold">
                  {t('admin.draft.versions.number', { number: String(revision.version) })}
                  {revision.title && `: ${revision.title}`}
                </span>
                <span className="mt-0.5 block text-sm text-muted">{about(revision)}</span>
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
            onClick={versions.hide}
            className="-ms-1 inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold text-muted hover:text-accent"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t('admin.draft.versions.back')}
          </button>
          <h3 className="mt-2 text-lg font-bold">
            {t('admin.draft.versions.number', { number: String(selected.version) })}
          </h3>
          <p className="text-sm text-muted">{`${about(selected)}, ${formatDate(selected)}`}</p>
          <RevisionDiff before={selected.fields} now={draft.fields} names={names} />
        </section>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {selected && (
          <Button
            aria-disabled={isRestoring}
            onClick={async () => {
              if (!(await versions.restore(selected))) return;
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
