import { useRef, useState } from 'react';
import type { DeskDocument, DeskSave, PostStatus } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { type DeskAnswer, deskClient } from '../desk-client.ts';
import type { EditorParts } from './editor-parts.ts';
import { publicPath } from './public-path.ts';

type SaveMode = Exclude<DeskSave['mode'], 'autosave'>;
export type Busy = 'saving' | 'publishing' | 'translating';

/** What the buttons do with the draft, one at a time, each with its notice. */
export function useSaveActions(
  { data, draft }: EditorParts,
  { flush, onDone }: { flush: () => void; onDone: () => void },
) {
  const t = useTranslator();
  const show = useToast();
  const [busy, setBusy] = useState<Busy | null>(null);
  const isBusy = useRef(false);
  /** The first save by hand of a new post says that it was created. */
  const isNew = useRef(data.document === null);

  async function run(kind: Busy, work: () => Promise<boolean>): Promise<boolean> {
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

  async function save(mode: SaveMode, more?: { scheduledAt: string }): Promise<boolean> {
    flush();
    const saved = await draft.save(mode, more);
    if (saved.ok) {
      const said: MessageKey = isNew.current ? 'admin.editor.created' : 'admin.editor.updated';
      const path = publicPath(saved.value);
      show({
        title: t(said),
        description: '',
        tone: 'good',
        ...(path && { action: { label: t('admin.editor.view'), onPick: () => location.assign(path) } }),
      });
      isNew.current = false;
      return true;
    }
    const isSignedOut = saved.error.code === 'request.anonymous';
    show({
      title: t(isSignedOut && mode !== 'save' ? 'admin.editor.unauthenticated' : 'admin.editor.failed'),
      description: saved.error.error ?? '',
      tone: 'destructive',
    });
    return false;
  }

  /** With another status than the form has; the form keeps its own where it fails. */
  async function saveAs(status: PostStatus, mode: SaveMode, more?: { scheduledAt: string }) {
    const before = draft.fields.status;
    if (status !== before) draft.change({ status });
    const isSaved = await save(mode, more);
    if (!isSaved && status !== before) draft.change({ status: before });
    return isSaved;
  }

  /** By a call of its own, once everything typed has arrived. */
  const change = (call: (id: string, version: number) => DeskAnswer<DeskDocument>) =>
    run('saving', async () => {
      flush();
      const kept = await draft.flush();
      const answer = kept.ok ? await call(kept.value.id, kept.value.version) : kept;
      if (answer.ok) draft.replace(answer.value);
      else
        show({ title: t('admin.editor.failed'), description: answer.error.error ?? '', tone: 'destructive' });
      return answer.ok;
    });

  return {
    busy,
    /** By hand, in passing: nothing that readers see changes by it. */
    keep: () =>
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
      if (await run('publishing', () => saveAs('draft', 'schedule', { scheduledAt }))) onDone();
    },
    /** The draft waits for no moment any more. */
    cancelSchedule: () => change((id, version) => deskClient.setStatus(id, version, 'draft')),
    /** Back to what readers see. */
    discard: () => change((id, version) => deskClient.discardWorkingCopy(id, version)),
    /** Asks for the post in the other languages; `onTranslate` is what runs then. */
    translate: (onTranslate: () => Promise<boolean>) =>
      run('translating', async () => {
        flush();
        const { title, content } = draft.fields;
        if (title.trim() === '' || !/[^\s]/.test(content.replace(/<(?!img)[^>]*>/g, ''))) {
          show({ title: t('admin.editor.translate_needs'), description: '', tone: 'destructive' });
          return false;
        }
        if (!(await isSignedIn())) {
          show({ title: t('admin.editor.unauthenticated'), description: '', tone: 'destructive' });
          return false;
        }
        return onTranslate();
      }),
  };
}

/** Unknown counts as yes: what is done next is refused where it is not so. */
async function isSignedIn(): Promise<boolean> {
  try {
    return (await fetch('/api/accounts/session')).status !== 401;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}
