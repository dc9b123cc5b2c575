import { useState } from 'react';
import type { DeskDocument, DeskPost } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type DeskAnswer, deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { postLocaleNames } from '../post-locale-names.ts';

/** What may become of a post: archived, or deleted for good, for which it asks again. */
export function RemoveDialog({
  post,
  mayDelete,
  onArchived,
  onDeleted,
  onRefused,
  onClose,
}: {
  post: DeskPost;
  mayDelete: boolean;
  onArchived: (archived: DeskDocument) => void;
  onDeleted: () => void;
  /** What the list shows may be out of date. */
  onRefused: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const title = post.title || t('admin.blog.untitled');
  const isArchived = post.status === 'archived';

  async function ask<T>(call: DeskAnswer<T>, onDone: (answer: T) => void) {
    setBusy(true);
    setTrouble(null);
    const answer = await call;
    setBusy(false);
    if (answer.ok) return onDone(answer.value);
    const isChanged = answer.error.code === 'post.conflict';
    setTrouble(isChanged ? t('admin.blog.remove.changed') : deskRefusalText(t, answer.error));
    onRefused();
  }
  const archive = () => ask(deskClient.setStatus(post.id, post.version, 'archived'), onArchived);
  const remove = () => ask(deskClient.removePost(post.id, post.version), onDeleted);

  return (
    <Dialog
      key={String(isSure)}
      title={t(isSure ? 'admin.blog.remove.forever_title' : 'admin.blog.remove.title', { title })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {trouble && (
        <p role="alert" className="mt-4 rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
          {trouble}
        </p>
      )}
      {isSure ? (
        <>
          <p className="mt-3 text-pretty">
            {t('admin.blog.remove.forever_text', { language: postLocaleNames[post.locale] })}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button aria-disabled={isBusy} onClick={() => !isBusy && remove()}>
              {t('admin.blog.remove.forever_yes')}
            </Button>
            <Button variant="quiet" data-autofocus="" onClick={() => setSure(false)}>
              {t('admin.action.back')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="mt-3 text-pretty">
            {t(isArchived ? 'admin.blog.remove.archived' : 'admin.blog.remove.archive_text')}{' '}
            {isArchived && !mayDelete && t('admin.blog.remove.owner_only')}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {!isArchived && (
              <Button aria-disabled={isBusy} onClick={() => !isBusy && archive()}>
                {t('admin.blog.remove.archive')}
              </Button>
            )}
            <Button variant="quiet" onClick={onClose}>
              {t('admin.action.cancel')}
            </Button>
            {mayDelete && (
              <Button variant="quiet" className="sm:ms-auto" onClick={() => setSure(true)}>
                {t('admin.blog.remove.forever')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}
