import { useState } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Draft } from './draft/use-draft.ts';

export function UnpublishedChanges({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const { document } = draft;
  const isPublic = document?.status === 'published' || (document?.scheduled_at ?? null) !== null;
  if (!isPublic || !document?.has_working_copy) return null;
  return (
    <section aria-label={t('admin.editor.state.unsaved')} className="rounded-3xl bg-tint p-5 text-sm">
      <p className="text-pretty">{t('admin.editor.unpublished')}</p>
      <Button variant="quiet" className="mt-3 w-full text-sm" onClick={() => setConfirming(true)}>
        {t('admin.editor.discard')}
      </Button>
      {isConfirming && (
        <Dialog title={t('admin.editor.discard_title')} onClose={() => setConfirming(false)}>
          <p className="mt-2 text-pretty text-muted">{t('admin.editor.discard_text')}</p>
          <div className="mt-6 grid gap-3">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              {t('admin.editor.leave.stay')}
            </Button>
            <Button
              onClick={() => {
                setConfirming(false);
                onDiscard();
              }}
            >
              {t('admin.editor.discard')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
