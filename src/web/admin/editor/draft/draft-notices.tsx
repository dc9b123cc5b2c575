import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatZonedDateTime } from '#i18n/format-date.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../lazy-dialog.tsx';
import type { TaxonNames } from '../conflict/field-labels.ts';
import type { SaveState } from './draft-types.ts';
import type { Draft } from './use-draft.ts';

const ConflictDialog = lazyDialog(() => import('../conflict/conflict-dialog.tsx'));
const SignInDialog = lazyDialog(() => import('../../auth/sign-in-dialog.tsx'));
export const UnsavedChangesDialog = lazyDialog(() => import('./unsaved-changes-dialog.tsx'));

/** While online, after the first change: a new release may remove these files before they are needed. */
function preloadDialogs(): void {
  for (const dialog of [ConflictDialog, SignInDialog, UnsavedChangesDialog]) void dialog.preload();
}

const dialogPreloadDelayMs = 2000;

function NoticeBar({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl border-2 border-accent bg-tint p-4">
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-pretty">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

const dialogDelayMs = 1000;

export function DraftNotices({ draft, names }: { draft: Draft; names: TaxonNames }) {
  const t = useTranslator();
  const { state, recoverableDraft, resume } = draft;
  const [openState, setOpenState] = useState<SaveState | null>(null);
  const [dismissedState, setDismissedState] = useState<SaveState | null>(null);
  const isOpen = openState === state && dismissedState !== state;
  const close = useCallback(() => setDismissedState(state), [state]);
  const reopen = () => {
    setDismissedState(null);
    setOpenState(state);
  };
  // Keystrokes meant for the text must not land in a dialog, so the dialog waits for a pause in typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the fields restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => setOpenState(state), dialogDelayMs);
    return () => clearTimeout(timer);
  }, [state, draft.fields]);
  const isTouched = state.kind !== 'untouched';
  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(preloadDialogs, dialogPreloadDelayMs);
    return () => clearTimeout(timer);
  }, [isTouched]);
  return (
    <>
      {recoverableDraft && (
        <NoticeBar
          title={t('admin.draft.left.title')}
          text={t('admin.draft.left.text', {
            moment: formatZonedDateTime(t.locale, new Date(recoverableDraft.at)),
          })}
        >
          <Button className="min-h-11 py-2" onClick={() => draft.restoreDraft(recoverableDraft)}>
            {t('admin.draft.left.restore')}
          </Button>
          <Button
            variant="quiet"
            className="min-h-11 py-2"
            onClick={() => draft.discardDraft(recoverableDraft)}
          >
            {t('admin.draft.left.discard')}
          </Button>
        </NoticeBar>
      )}
      {state.kind === 'signed-out' && (
        <NoticeBar title={t('admin.draft.sign_in.title')} text={t('admin.draft.sign_in.text')}>
          <Button className="min-h-11 py-2" onClick={reopen}>
            {t('admin.sign_in.action')}
          </Button>
        </NoticeBar>
      )}
      {state.kind === 'conflict' && (
        <NoticeBar title={t('admin.draft.conflict.title')} text={t('admin.draft.conflict.text')}>
          <Button className="min-h-11 py-2" onClick={reopen}>
            {t('admin.draft.conflict.open')}
          </Button>
        </NoticeBar>
      )}
      {state.kind === 'signed-out' && isOpen && (
        <SignInDialog user={draft.user} onDone={resume} onClose={close} />
      )}
      {state.kind === 'conflict' && isOpen && (
        <ConflictDialog draft={draft} current={state.current} names={names} onClose={close} />
      )}
    </>
  );
}
