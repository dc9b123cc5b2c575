import { useEffect, useRef, useState } from 'react';
import type { AdminPostSummary, ArticleTranslation, EditorPost } from '#blog/editing-contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import type { ToastContent } from '../../ui/toast/toast-reducer.ts';
import { type AdminApiResult, adminApi, adminApiErrorMessage } from '../admin-api.ts';
import { useDialogTask } from '../form-dialog.tsx';
import { languageNameInSentence, listPublicOthers, postLanguageNames } from '../post-labels.ts';
import type { AdminPosts } from './use-admin-posts.ts';

type StatusBefore = Pick<AdminPostSummary, 'id' | 'status' | 'scheduled_at'>;

interface ArchivedPost {
  before: StatusBefore;
  after: EditorPost;
}

/** Archives the post, also in its other languages, or deletes it permanently after a second confirmation. */
function DeletePostDialog({
  post,
  mayDelete,
  onArchived,
  onDeleted,
  onError,
  onClose,
}: {
  post: AdminPostSummary;
  mayDelete: boolean;
  onArchived: (archived: readonly ArchivedPost[]) => void;
  onDeleted: () => void;
  /** The post in the list may be out of date. */
  onError: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, error, run } = useDialogTask();
  const title = post.title || t('admin.blog.untitled');
  const isArchived = post.status === 'archived';

  async function send<T>(call: AdminApiResult<T>, onDone: (value: T) => unknown): Promise<string | null> {
    const result = await call;
    if (result.ok) {
      onDone(result.value);
      return null;
    }
    onError();
    const isChanged = result.error.code === 'post.conflict';
    return isChanged ? t('admin.blog.remove.changed') : adminApiErrorMessage(t, result.error);
  }
  const publicOthers = listPublicOthers(post);
  const archive = (others: readonly ArticleTranslation[]) =>
    run(async () => {
      const archived: ArchivedPost[] = [];
      const archiveOne = (before: StatusBefore, version: number) =>
        send(adminApi.setStatus(before.id, version, 'archived'), (after) => archived.push({ before, after }));
      // The post itself last, so that the dialog offers the rest again after a failure.
      for (const { id } of others) {
        const opened = await adminApi.openPost(id);
        if (!opened.ok) {
          onError();
          return adminApiErrorMessage(t, opened.error);
        }
        const failure = await archiveOne(opened.value, opened.value.version);
        if (failure !== null) return failure;
      }
      const failure = await archiveOne(post, post.version);
      if (failure === null) onArchived(archived);
      return failure;
    });
  const deletePost = () => run(() => send(adminApi.deletePost(post.id, post.version), onDeleted));

  return (
    <Dialog
      key={String(isConfirming)}
      title={t(isConfirming ? 'admin.blog.remove.forever_title' : 'admin.blog.remove.title', { title })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {error && (
        <Notice role="alert" className="mt-4">
          {error}
        </Notice>
      )}
      {isConfirming ? (
        <>
          <p className="mt-3 text-pretty">
            {t('admin.blog.remove.forever_text', {
              language: languageNameInSentence(post.locale, t.locale),
            })}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button aria-disabled={isBusy} onClick={deletePost}>
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
            {publicOthers.length > 0 &&
              t('admin.blog.remove.public_others', {
                count: publicOthers.length,
                languages: publicOthers.map(({ locale }) => postLanguageNames[locale]).join(', '),
              })}{' '}
            {isArchived && !mayDelete && t('admin.blog.remove.owner_only')}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {!isArchived && publicOthers.length > 0 && (
              <Button aria-disabled={isBusy} onClick={() => archive(publicOthers)}>
                {t('admin.blog.remove.archive_all', { count: publicOthers.length + 1 })}
              </Button>
            )}
            {!isArchived && (
              <Button
                variant={publicOthers.length > 0 ? 'quiet' : 'primary'}
                aria-disabled={isBusy}
                onClick={() => archive([])}
              >
                {t(publicOthers.length > 0 ? 'admin.blog.remove.archive_one' : 'admin.blog.remove.archive')}
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

export function useDeletePost(list: AdminPosts, mayDelete: boolean) {
  const { sectionRef } = list;
  const t = useTranslator();
  const notify = useToast();
  const [selectedPost, setSelectedPost] = useState<AdminPostSummary | null>(null);
  // The list may have a newer version of the post.
  const post = list.posts.find(({ id }) => id === selectedPost?.id) ?? selectedPost;

  const getTitle = (summary: AdminPostSummary) => summary.title || t('admin.blog.untitled');
  const notifySuccess = (title: string, description: string, action?: ToastContent['action']) =>
    notify({ title, description, tone: 'good', ...(action && { action }) });

  // If the change removed the focused card, moves the focus to the list.
  const changedId = useRef<string | null>(null);
  useEffect(() => {
    if (changedId.current === null || list.posts.some(({ id }) => id === changedId.current)) return;
    changedId.current = null;
    if (document.activeElement === document.body) sectionRef.current?.focus({ preventScroll: true });
  }, [list.posts, sectionRef]);

  function finish(id: string) {
    setSelectedPost(null);
    changedId.current = id;
    list.refresh();
  }

  async function undo(title: string, archived: readonly ArchivedPost[]) {
    const results = [];
    for (const { before, after } of archived) results.push(await restorePost(before, after));
    const failed = results.find((result) => !result.ok);
    if (failed) {
      const description = adminApiErrorMessage(t, failed.error);
      notify({ title: t('admin.blog.undo_failed'), description, tone: 'destructive' });
    } else notifySuccess(t('admin.blog.restored'), t('admin.blog.restored_text', { title }));
    list.refresh();
  }

  const dialog = post && (
    <DeletePostDialog
      post={post}
      mayDelete={mayDelete}
      onArchived={(archived) => {
        const count = listPublicOthers(post).length + 1 - archived.length;
        const title = getTitle(post);
        notifySuccess(
          t('admin.blog.archived'),
          count > 0 ? t('admin.blog.still_public', { count }) : t('admin.blog.archived_text', { title }),
          { label: t('admin.action.undo'), onPick: () => void undo(title, archived) },
        );
        finish(post.id);
      }}
      onDeleted={() => {
        notifySuccess(t('admin.blog.deleted'), t('admin.blog.deleted_text', { title: getTitle(post) }));
        finish(post.id);
      }}
      onError={list.refresh}
      onClose={() => setSelectedPost(null)}
    />
  );
  return { open: setSelectedPost, dialog };
}

/** Archiving cancels a schedule, so a scheduled post has to be scheduled again. */
function restorePost({ id, status, scheduled_at }: StatusBefore, { version, fields }: EditorPost) {
  if (scheduled_at === null) return adminApi.setStatus(id, version, status);
  return adminApi.savePost(id, version, { mode: 'schedule', fields: { ...fields, status }, scheduled_at });
}
