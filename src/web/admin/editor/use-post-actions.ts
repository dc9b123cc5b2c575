import { useRef, useState } from 'react';
import type { EditorPost, PostStatus, SavePostRequest } from '#blog/editing-contract.ts';
import { isEmptyHtml } from '#content/html-text.ts';
import { publicPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { type StoredToast, storeToast, toToastContent } from '../../ui/toast/stored-toast.ts';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApi } from '../admin-api.ts';
import type { EditorContext } from './editor-context.ts';
import { editorMessages } from './editor-messages.ts';

type SaveMode = Exclude<SavePostRequest['mode'], 'autosave'>;
export type PendingAction = 'saving' | 'publishing' | 'translating';

export type PostActions = ReturnType<typeof usePostActions>;

export function usePostActions({ data, draft }: EditorContext, onDone: () => void) {
  const t = useTranslator();
  const show = useToast();
  const [busy, setBusy] = useState<PendingAction | null>(null);
  const isBusy = useRef(false);
  /** The first explicit save of a new post reports "created" instead of "updated". */
  const isNew = useRef(data.document === null);

  const showError = (title: string, description = '') => show({ title, description, tone: 'destructive' });

  async function run(kind: PendingAction, work: () => Promise<boolean>): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(kind);
    try {
      return await work();
    } finally {
      isBusy.current = false;
      setBusy(null);
    }
  }

  /** `leaves`: the next page shows the success. */
  async function save(
    mode: SaveMode,
    { leaves, scheduledAt }: { leaves: boolean; scheduledAt?: string },
  ): Promise<boolean> {
    const before = draft.getSnapshot().fields.content;
    const saved = await draft.save(mode, scheduledAt);
    if (saved.ok) {
      const { content, featured_image_url: coverUrl } = saved.value.fields;
      const uncopied = countImages(before) - countImages(content);
      const description = /^https?:/.test(coverUrl ?? '')
        ? t('admin.editor.cover_kept')
        : uncopied > 0
          ? t('admin.editor.check.images', { count: uncopied })
          : '';
      const messages = editorMessages[saved.value.kind];
      const title = t(isNew.current ? messages.created : messages.updated);
      const path = publicPostPath(saved.value);
      const link = path ? { label: t(messages.view), path } : null;
      const toast: StoredToast = { title, description, tone: 'good', link };
      if (leaves) storeToast(toast);
      else show(toToastContent(toast));
      isNew.current = false;
      return true;
    }
    const isSignedOut = saved.error.code === 'request.anonymous' && mode !== 'save';
    showError(isSignedOut ? t('admin.editor.unauthenticated') : t('admin.editor.failed'), saved.error.error);
    return false;
  }

  async function saveAs(status: PostStatus, mode: SaveMode, scheduledAt?: string) {
    const before = draft.fields.status;
    if (status !== before) draft.change({ status });
    const isSaved = await save(mode, { leaves: true, ...(scheduledAt && { scheduledAt }) });
    if (!isSaved && status !== before) draft.change({ status: before });
    return isSaved;
  }

  async function saveAndLeave(kind: PendingAction, work: () => Promise<boolean>): Promise<void> {
    if (await run(kind, work)) onDone();
  }

  const change = (call: (id: string, version: number) => AdminApiResult<EditorPost>) =>
    run('saving', async () => {
      const saved = await draft.flush();
      const result = saved.ok ? await call(saved.value.id, saved.value.version) : saved;
      if (result.ok) draft.replace(result.value);
      else showError(t('admin.editor.failed'), result.error.error);
      return result.ok;
    });

  return {
    busy,
    /** Never changes what readers see: a published post is only autosaved. */
    quickSave: () =>
      run('saving', async () => {
        const isPublic = draft.document?.status === 'published' || draft.fields.status === 'published';
        return isPublic ? (await draft.flush()).ok : save('save', { leaves: false });
      }),
    saveAndExit: () => saveAndLeave('saving', () => save('save', { leaves: true })),
    publish: () => saveAndLeave('publishing', () => saveAs('published', 'publish')),
    schedule: (scheduledAt: string) =>
      saveAndLeave('publishing', () => saveAs('draft', 'schedule', scheduledAt)),
    cancelSchedule: () => change((id, version) => adminApi.setStatus(id, version, 'draft')),
    /** Publishes the correction first if readers don't see it yet. */
    keepTranslations: () =>
      run('saving', async () => {
        const flushed = await draft.flush();
        const isPublic = flushed.ok && !flushed.value.has_working_copy;
        if (flushed.ok && !isPublic && !(await save('publish', { leaves: false }))) return false;
        const { document } = draft.getSnapshot();
        const result =
          flushed.ok && document ? await adminApi.keepTranslations(document.id, document.version) : flushed;
        if (result.ok) draft.catchUp(result.value);
        // The post itself is saved by now.
        else showError(result.error.error || t('admin.editor.failed'));
        return result.ok;
      }),
    discard: () => change((id, version) => adminApi.discardWorkingCopy(id, version)),
    translate: (onTranslate: () => Promise<boolean>) =>
      run('translating', async () => {
        const { title, content } = draft.getSnapshot().fields;
        if (title.trim() === '' || isEmptyHtml(content)) showError(t('admin.editor.translate_needs'));
        else if (await isSignedIn()) return onTranslate();
        else showError(t('admin.editor.unauthenticated'));
        return false;
      }),
  };
}

const countImages = (html: string) => html.match(/<img\b/g)?.length ?? 0;

/** Assumes yes if the check fails: the next request is rejected if that's wrong. */
async function isSignedIn(): Promise<boolean> {
  try {
    return (await fetch('/api/accounts/session')).status !== 401;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}
