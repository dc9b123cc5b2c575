import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AdminPostSummary, EditorPost } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { adminApi } from '../desk-client.ts';
import { adminApiErrorMessage } from '../desk-refusal-text.ts';
import { DeletePostDialog } from './remove-dialog.tsx';
import type { AdminPosts } from './use-desk-list.ts';

/** The page must render the returned `dialog`. */
export function useDeletePost(list: AdminPosts, top: RefObject<HTMLElement | null>, mayDelete: boolean) {
  const t = useTranslator();
  const notify = useToast();
  const [selectedPost, setSelectedPost] = useState<AdminPostSummary | null>(null);
  // The list may have a newer version of the post.
  const post = list.posts.find(({ id }) => id === selectedPost?.id) ?? selectedPost;

  const getTitle = (summary: AdminPostSummary) => summary.title || t('admin.blog.untitled');

  // If the change removed the focused card, moves the focus to the list.
  const changedId = useRef<string | null>(null);
  useEffect(() => {
    if (changedId.current === null || list.posts.some(({ id }) => id === changedId.current)) return;
    changedId.current = null;
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [list.posts, top]);

  function finish(id: string) {
    setSelectedPost(null);
    changedId.current = id;
    void list.refresh();
  }

  async function undo(before: AdminPostSummary, archived: EditorPost) {
    const title = getTitle(before);
    const undone = await restorePost(before, archived);
    notify(
      undone.ok
        ? {
            title: t('admin.blog.restored'),
            description: t('admin.blog.restored_text', { title }),
            tone: 'good',
          }
        : {
            title: t('admin.blog.undo_failed'),
            description: adminApiErrorMessage(t, undone.error),
            tone: 'destructive',
          },
    );
    await list.refresh();
  }

  const dialog = post && (
    <DeletePostDialog
      post={post}
      mayDelete={mayDelete}
      onArchived={(archived) => {
        notify({
          title: t('admin.blog.archived'),
          description: t('admin.blog.archived_text', { title: getTitle(post) }),
          tone: 'good',
          action: {
            label: t('admin.action.undo'),
            onPick: () => void undo(post, archived),
          },
        });
        finish(post.id);
      }}
      onDeleted={() => {
        notify({
          title: t('admin.blog.deleted'),
          description: t('admin.blog.deleted_text', { title: getTitle(post) }),
          tone: 'good',
        });
        finish(post.id);
      }}
      onError={() => void list.refresh()}
      onClose={() => setSelectedPost(null)}
    />
  );
  return { open: setSelectedPost, dialog };
}

/** Archiving cancels a schedule, so a scheduled post has to be scheduled again. */
function restorePost({ id, status, scheduled_at }: AdminPostSummary, { version, fields }: EditorPost) {
  if (scheduled_at === null) return adminApi.setStatus(id, version, status);
  return adminApi.savePost(id, version, { mode: 'schedule', fields: { ...fields, status }, scheduled_at });
}
