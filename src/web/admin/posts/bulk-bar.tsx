import Archive from 'lucide-react/icons/archive';
import Globe from 'lucide-react/icons/globe';
import Languages from 'lucide-react/icons/languages';
import Tag from 'lucide-react/icons/tag';
import Trash from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { BulkChange } from '../admin-api.ts';
import type { FilterOptions } from './admin-post-filter-form.tsx';
import type { AdminPosts } from './use-admin-posts.ts';
import type { Selection } from './use-selection.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

export interface BulkPermissions {
  mayPublish: boolean;
  mayDelete: boolean;
  hasModel: boolean;
}

type BulkAction = BulkChange['action'];

const actionButtons = [
  { action: 'publish', label: 'admin.editor.publish', Icon: Globe },
  { action: 'archive', label: 'admin.blog.remove.archive', Icon: Archive },
  { action: 'add_tag', label: 'admin.blog.bulk.add_tag', Icon: Tag },
  { action: 'remove_tag', label: 'admin.blog.bulk.remove_tag', Icon: Tag },
  { action: 'translate', label: 'admin.blog.bulk.translate', Icon: Languages },
  { action: 'delete', label: 'admin.action.delete', Icon: Trash },
] as const satisfies readonly { action: BulkAction; label: MessageKey; Icon: unknown }[];

/** Above the table: `status`, or the actions for the selected posts. */
export function BulkBar({
  list,
  selection,
  permissions,
  tags,
  status,
}: {
  list: AdminPosts;
  selection: Selection;
  permissions: BulkPermissions;
  tags: FilterOptions['tags'];
  status: ReactNode;
}) {
  const t = useTranslator();
  const [opened, setOpened] = useState<{ action: BulkAction; posts: AdminPostSummary[] } | null>(null);
  const count = selection.posts.length;
  const isAll = count > 0 && count === list.posts.length;
  const { mayPublish, mayDelete } = permissions;
  const isAllowed: Partial<Record<BulkAction, boolean>> = {
    publish: mayPublish,
    translate: mayPublish,
    delete: mayDelete,
    add_tag: tags.length > 0,
    remove_tag: tags.length > 0,
  };

  // The dialog returns the focus to its button, which is gone once nothing is selected.
  const isDone = useRef(false);
  const { sectionRef } = list;
  useEffect(() => {
    if (opened !== null || !isDone.current) return;
    isDone.current = false;
    sectionRef.current?.focus({ preventScroll: true });
  }, [opened, sectionRef]);

  return (
    <div
      className={`flex min-h-11 items-center gap-x-2 ${count > 0 ? 'action-bar -mx-2 rounded-xl border border-line bg-surface px-2 shadow-sm tall:sticky tall:top-0 tall:z-10 max-lg:overflow-x-auto' : ''}`}
    >
      {list.posts.length > 0 && (
        <label className="flex h-11 w-10 shrink-0 cursor-pointer items-center justify-center noscript:hidden">
          <input
            type="checkbox"
            aria-label={t('admin.blog.select_all')}
            checked={isAll}
            ref={(input) => {
              if (input) input.indeterminate = count > 0 && !isAll;
            }}
            onChange={() =>
              selection.set(
                list.posts.map(({ id }) => id),
                !isAll,
              )
            }
            className="size-4.5 accent-accent"
          />
        </label>
      )}
      <p role="status" className="shrink-0 text-sm text-muted">
        {count > 0 ? t('admin.blog.selected', { count }) : status}
      </p>
      {count > 0 && (
        <div role="toolbar" aria-label={t('admin.blog.bulk.label')} className="flex gap-1 py-1 lg:flex-wrap">
          {actionButtons.map(
            ({ action, label, Icon }) =>
              isAllowed[action] !== false && (
                <Button
                  key={action}
                  variant="quiet"
                  aria-haspopup="dialog"
                  className={barButtonClass}
                  onClick={() => setOpened({ action, posts: selection.posts })}
                >
                  <Icon aria-hidden="true" className="size-4" />
                  {t(label)}
                </Button>
              ),
          )}
          <Button variant="quiet" className={barButtonClass} onClick={selection.clear}>
            <X aria-hidden="true" className="size-4" />
            {t('admin.blog.bulk.clear')}
          </Button>
        </div>
      )}
      {opened && (
        <Suspense fallback={null}>
          <BulkDialog
            action={opened.action}
            posts={opened.posts}
            tags={tags}
            hasModel={permissions.hasModel}
            onChanged={list.refresh}
            onDone={() => {
              isDone.current = true;
              selection.clear();
              setOpened(null);
            }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const barButtonClass =
  'min-h-9! shrink-0 border-transparent! bg-transparent! px-2.5! py-1! text-sm whitespace-nowrap pointer-coarse:min-h-11!';
