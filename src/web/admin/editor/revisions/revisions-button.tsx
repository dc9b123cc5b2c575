import History from 'lucide-react/icons/history';
import { lazy, Suspense, useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import type { TaxonNames } from '../conflict/field-labels.ts';
import type { Draft } from '../draft/use-draft.ts';

const RevisionsDialog = lazy(() => import('./revisions-dialog.tsx'));

export function RevisionsButton({
  draft,
  names,
  className,
}: {
  draft: Draft;
  names: TaxonNames;
  className: string;
}) {
  const t = useTranslator();
  const [isOpen, setOpen] = useState(false);
  if (draft.document === null) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        <History aria-hidden="true" className="size-4" />
        {t('admin.draft.versions.open')}
      </button>
      <Suspense>
        {isOpen && <RevisionsDialog draft={draft} names={names} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
