import { useState } from 'react';
import type { AdminPostSummary, EditorPost } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type AdminApiResult, adminApi } from '../desk-client.ts';
import { adminApiErrorMessage } from '../desk-refusal-text.ts';
import { postLanguageNames } from '../post-locale-names.ts';

/** Archives the post, or deletes it permanently after a second confirmation. */
export function DeletePostDialog({
  post,
  mayDelete,
  onArchived,
  onDeleted,
  onError,
  onClose,
}: {
  post: AdminPostSummary;
  mayDelete: boolean;
  onArchived: (archived: EditorPost) => void;
  onDeleted: () => void;
  /** The post in the list may be out of date. */
  onError: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const title = post.title || t('admin.blog.untitled');
  const isArchived = post.status === 'archived';

  async function run<T>(call: AdminApiResult<T>, onDone: (answer: T) => void) {
    setBusy(true);
    setError(null);
    const answer = await call;
    setBusy(false);
    if (answer.ok) return onDone(answer.value);
    const isChanged = answer.error.code === 'post.conflict';
    setError(isChanged ? t('admin.blog.remove.changed') : adminApiErrorMessage(t, answer.error));
    onError();
  }
  const archive = () => run(adminApi.setStatus(post.id, post.version, 'archived'), onArchived);
  const remove = () => run(adminApi.deletePost(post.id, post.version), onDeleted);

  return (
    <Dialog
      key={String(isConfirming)}
      title={t(isConfirming ? 'admin.blog.remove.forever_title' : 'admin.blog.remove.title', { title })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {error && (
        <p role="alert" className="mt-4 rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
          {error}
        </p>
      )}
      {isConfirming ? (
        <>
          <p className="mt-3 text-pretty">
            {t('admin.blog.remove.forever_text', { language: postLanguageNames[post.locale] })}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button aria-disabled={isBusy} onClick={() => !isBusy && remove()}>
              {t('admin.blog.remove.forever_yes')}
            </Button>
            <Button variant="quiet" data-autofocus="" onClick={() => setConfirming(false)}>
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
              <Button variant="quiet" className="sm:ms-auto" onClick={() => setConfirming(true)}>
                {t('admin.blog.remove.forever')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}
