import { useRef, useState } from 'react';
import type { EditorPost, PostStatus, SavePostRequest } from '#blog/editing-contract.ts';
import { publicPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApi } from '../admin-api.ts';
import type { EditorContext } from './editor-context.ts';

type SaveMode = Exclude<SavePostRequest['mode'], 'autosave'>;
export type PendingAction = 'saving' | 'publishing' | 'translating';

export function usePostActions(
  { data, draft }: EditorContext,
  { flush, onDone }: { flush: () => void; onDone: () => void },
) {
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

  async function save(mode: SaveMode, scheduledAt?: string): Promise<boolean> {
    flush();
    const saved = await draft.save(mode, scheduledAt);
    if (saved.ok) {
      const title = isNew.current ? t('admin.editor.created') : t('admin.editor.updated');
      const path = publicPostPath(saved.value);
      show({
        title,
        description: '',
        tone: 'good',
        ...(path && { action: { label: t('admin.editor.view'), onPick: () => location.assign(path) } }),
      });
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
    const isSaved = await save(mode, scheduledAt);
    if (!isSaved && status !== before) draft.change({ status: before });
    return isSaved;
  }

  const change = (call: (id: string, version: number) => AdminApiResult<EditorPost>) =>
    run('saving', async () => {
      flush();
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
        flush();
        const isPublic = draft.document?.status === 'published' || draft.fields.status === 'published';
        if (!isPublic) return save('save');
        return (await draft.flush()).ok;
      }),
    saveAndExit: async () => {
      if (await run('saving', () => save('save'))) onDone();
    },
    publish: async () => {
      if (await run('publishing', () => saveAs('published', 'publish'))) onDone();
    },
    schedule: async (scheduledAt: string) => {
      if (await run('publishing', () => saveAs('draft', 'schedule', scheduledAt))) onDone();
    },
    cancelSchedule: () => change((id, version) => adminApi.setStatus(id, version, 'draft')),
    discard: () => change((id, version) => adminApi.discardWorkingCopy(id, version)),
    translate: (onTranslate: () => Promise<boolean>) =>
      run('translating', async () => {
        flush();
        const { title, content } = draft.fields;
        if (title.trim() === '' || !/[^\s]/.test(content.replace(/<(?!img)[^>]*>/g, ''))) {
          showError(t('admin.editor.translate_needs'));
          return false;
        }
        if (!(await isSignedIn())) {
          showError(t('admin.editor.unauthenticated'));
          return false;
        }
        return onTranslate();
      }),
  };
}

/** Assumes yes if the check fails: the next request is rejected if that's wrong. */
async function isSignedIn(): Promise<boolean> {
  try {
    return (await fetch('/api/accounts/session')).status !== 401;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}
