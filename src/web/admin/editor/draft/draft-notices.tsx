import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ShelfNames } from '../compare/field-names.ts';
import { loadComparison } from '../compare/load-comparison.ts';
import { localMoment } from '../local-moment.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import type { SaveState } from './draft-contract.ts';
import { NoticeBar } from './notice-bar.tsx';
import type { Draft } from './use-draft.ts';

const CompareDialog = lazy(loadComparison);

const dialogPauseMs = 1000;

/** What stands between the text and the server, and the ways on: a copy that was left, no session, another version. */
export function DraftNotices({ draft, names }: { draft: Draft; names: ShelfNames }) {
  const t = useTranslator();
  const { state, leftCopy, resume } = draft;
  /** The state whose dialog is open, and the one whose dialog was put off. */
  const [shown, setShown] = useState<SaveState | null>(null);
  const [later, setLater] = useState<SaveState | null>(null);
  const isOpen = shown === state && later !== state;
  const close = useCallback(() => setLater(state), [state]);
  const reopen = () => {
    setLater(null);
    setShown(state);
  };
  // Keys that are meant for the text must not land in a dialog: it waits until none has come for a while.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the fields begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => setShown(state), dialogPauseMs);
    return () => clearTimeout(timer);
  }, [state, draft.fields]);
  return (
    <>
      {leftCopy && (
        <NoticeBar
          title={t('admin.draft.left.title')}
          text={t('admin.draft.left.text', { moment: localMoment(t.locale, new Date(leftCopy.at)) })}
        >
          <Button className="min-h-11 py-2" onClick={() => draft.restoreCopy(leftCopy)}>
            {t('admin.draft.left.restore')}
          </Button>
          <Button variant="quiet" className="min-h-11 py-2" onClick={() => draft.discardCopy(leftCopy)}>
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
        <SignInDialog writer={draft.writer} onDone={resume} onClose={close} />
      )}
      <Suspense>
        {state.kind === 'conflict' && isOpen && (
          <CompareDialog
            current={state.current}
            mine={draft.fields}
            sidesOf={draft.sides}
            names={names}
            onResolve={(fields) => draft.resolve(state.current, fields)}
            onTakeTheirs={() => draft.replace(state.current)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
