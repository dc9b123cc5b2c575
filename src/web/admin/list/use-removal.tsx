import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DeskDocument, DeskPost } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import type { DeskListControls } from './use-desk-list.ts';

/** Archives with a way back, or deletes for good. `dialog` belongs into the page. */
export function useRemoval(list: DeskListControls, top: RefObject<HTMLElement | null>, mayDelete: boolean) {
  const t = useTranslator();
  const notify = useToast();
  const [asked, setAsked] = useState<DeskPost | null>(null);
  /** As the list has it now. */
  const post = list.posts.find(({ id }) => id === asked?.id) ?? asked;

  const titleOf = (one: DeskPost) => one.title || t('admin.blog.untitled');

  /** The card that was asked about may be gone with the change: its focus has a place to go. */
  const changedId = useRef<string | null>(null);
  useEffect(() => {
    if (changedId.current === null || list.posts.some(({ id }) => id === changedId.current)) return;
    changedId.current = null;
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [list.posts, top]);

  function settle(id: string) {
    setAsked(null);
    changedId.current = id;
    void list.refresh();
  }

  async function undo(before: DeskPost, archived: DeskDocument) {
    const title = titleOf(before);
    const undone = await bringBack(before, archived);
    notify(
      undone.ok
        ? {
            title: t('admin.blog.restored'),
            description: t('admin.blog.restored_text', { title }),
            tone: 'good',
          }
        : {
            title: t('admin.blog.undo_failed'),
            description: deskRefusalText(t, undone.error),
            tone: 'destructive',
          },
    );
    await list.refresh();
  }

  const dialog = post && (
    <RemoveDialog
      post={post}
      mayDelete={mayDelete}
      onArchived={(archived) => {
        notify({
          title: t('admin.blog.archived'),
          description: t('admin.blog.archived_text', { title: titleOf(post) }),
          tone: 'good',
          action: {
            label: t('admin.action.undo'),
            onPick: () => void undo(post, archived),
          },
        });
        settle(post.id);
      }}
      onDeleted={() => {
        notify({
          title: t('admin.blog.deleted'),
          description: t('admin.blog.deleted_text', { title: titleOf(post) }),
          tone: 'good',
        });
        settle(post.id);
      }}
      onRefused={() => void list.refresh()}
      onClose={() => setAsked(null)}
    />
  );
  return { ask: setAsked, dialog };
}

/** To its status, and to its moment where one was set: archived, a post waits for none. */
function bringBack({ id, status, scheduled_at }: DeskPost, { version, fields }: DeskDocument) {
  if (scheduled_at === null) return deskClient.setStatus(id, version, status);
  return deskClient.savePost(id, version, { mode: 'schedule', fields: { ...fields, status }, scheduled_at });
}
