import { useCallback, useMemo, useRef, useState } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { DraftNotices, UnsavedChangesDialog } from './draft/draft-notices.tsx';
import { useUnsavedChangesGuard } from './draft/unsaved-changes-guard.ts';
import { hasUnsavedChanges, useDraft } from './draft/use-draft.ts';
import type { EditorContext } from './editor-context.ts';
import { editorMessages } from './editor-messages.ts';
import { PostCanvas } from './fields/post-canvas.tsx';
import { EditorActions } from './header/editor-actions.tsx';
import { EditorHeader } from './header/editor-header.tsx';
import type { EditorData } from './load-editor.ts';
import type { RichTextEditorHandle } from './rich-text/rich-text-editor.tsx';
import { useEditorShortcuts } from './shortcuts/use-editor-shortcuts.ts';
import { SidePanel, sidePanelId, useSidePanel } from './side-panel.tsx';
import { findSourcePost } from './translation/find-source-post.ts';
import { RunProgressCard, useTranslationRun } from './translation/run/use-translation-run.ts';
import { usePostActions } from './use-post-actions.ts';

const PreviewPane = lazyDialog(() => import('./preview-pane.tsx'));
const PublishDialog = lazyDialog(() => import('./publish/publish-dialog.tsx'));
const RevisionsDialog = lazyDialog(() => import('./revisions/revisions-dialog.tsx'));
const ShortcutsDialog = lazyDialog(() => import('./shortcuts/shortcuts-dialog.tsx'));
const SourcePostDialog = lazyDialog(() => import('./translation/source-post-dialog.tsx'));
const StartRunDialog = lazyDialog(() => import('./translation/run/start-run-dialog.tsx'));
const TranslationReviewPanel = lazyDialog(() => import('./translation/review/review-panel.tsx'));

export function Editor({ data }: { data: EditorData }) {
  const t = useTranslator();
  const show = useToast();
  const isHydrated = useHydrated();
  const text = useRef<RichTextEditorHandle>(null);
  const draft = useDraft(data, text);
  const locale = draft.document?.locale ?? data.start.locale;
  const names = useMemo(
    () => new Map([...data.categories, ...data.tags].map(({ id, name }) => [id, name])),
    [data.categories, data.tags],
  );
  const context: EditorContext = { data, draft, locale, text };
  const isPage = data.kind === 'page';
  const listPath = isPage ? '/admin/pages' : `/admin/blog?locale=${locale}`;
  const [isPreview, setPreview] = useState(false);
  const [dialog, setDialog] = useState<'publish' | 'help' | 'original' | 'revisions' | null>(null);
  const closeDialog = useCallback(() => setDialog(null), []);
  useSessionRenewal(data.expiresAt);

  const onDone = () => location.assign(listPath);
  const actions = usePostActions(context, onDone);
  const translation = useTranslationRun(draft, { lastRun: data.run, onDone });
  const guard = useUnsavedChangesGuard(draft);
  const busy = actions.busy ?? (translation.isLive ? 'translating' : null);
  const isOff = busy !== null || !data.mayEdit;
  const isDisabled = !isHydrated || !data.mayEdit;
  const panel = useSidePanel();
  const messages = editorMessages[data.kind];
  const title = t(draft.document === null ? messages.create : messages.edit);

  const publish = () => {
    if (isOff || !data.mayPublish) return;
    if (draft.getSnapshot().fields.status === 'published') void actions.publish();
    else setDialog('publish');
  };
  const preview = async () => {
    if (isPreview) return setPreview(false);
    const { document, state } = draft.getSnapshot();
    const isEmpty = document === null && state.kind === 'untouched';
    const isSaved = !hasUnsavedChanges({ state }) || (await draft.flush()).ok;
    if (isSaved && !isEmpty) setPreview(true);
    else if (isEmpty)
      show({ title: t('admin.editor.preview_nothing'), description: t('admin.editor.preview_nothing_text') });
  };
  const original = draft.document && findSourcePost(draft.document);
  const showOriginal = async () => {
    if ((await draft.flush()).ok) setDialog('original');
  };
  useEditorShortcuts({
    save: () => void (isOff || actions.quickSave()),
    publish,
    preview: () => void preview(),
    help: () => setDialog('help'),
  });

  return (
    <AdminPage
      path={isPage ? '/admin/pages' : '/admin/blog'}
      title={title}
      heading={
        <EditorHeader
          context={context}
          title={title}
          listPath={listPath}
          isPanelOpen={panel.isOpen}
          onTogglePanel={isPreview ? null : panel.toggle}
          actions={
            <EditorActions
              context={context}
              busy={busy}
              isPreview={isPreview}
              onPreview={() => void preview()}
              onSaveAndExit={() => void actions.saveAndExit()}
              translateButton={translation.button}
              onTranslate={() =>
                void (original ? showOriginal() : actions.translate(translation.openStartDialog))
              }
              onPublish={publish}
            />
          }
        />
      }
    >
      {data.reviewState && <TranslationReviewPanel context={context} reviewState={data.reviewState} />}
      {data.mayEdit && <DraftNotices draft={draft} names={names} />}
      {translation.run && (
        <RunProgressCard
          kind={data.kind}
          translation={translation}
          run={translation.run}
          onClose={translation.close}
        />
      )}
      {!data.mayEdit && (
        <Notice tone="plain" className="mb-4">
          {t('admin.editor.read_only')}
        </Notice>
      )}
      <noscript>
        <Notice className="mb-4">{t('admin.editor.no_scripts')}</Notice>
      </noscript>
      <div className="flex items-start gap-8 max-lg:tall:pb-40">
        {isPreview && draft.document ? (
          <PreviewPane post={draft.document.id} version={draft.document.version} />
        ) : null}
        <fieldset
          hidden={isPreview}
          disabled={isDisabled}
          className={`mx-auto min-w-0 max-w-4xl flex-1 ${panel.isOpen ? 'max-lg:hidden' : ''}`}
        >
          <PostCanvas context={context} />
        </fieldset>
        <aside
          id={sidePanelId}
          ref={panel.element}
          aria-label={t('admin.editor.panel')}
          tabIndex={-1}
          hidden={isPreview || panel.isOpen === false}
          className={`grid w-full grid-cols-1 gap-4 outline-none lg:sticky lg:top-(--upper-bar,0px) lg:-mx-2 lg:max-h-[calc(100dvh-var(--upper-bar,0px))] lg:w-88 lg:overflow-y-auto lg:px-2 lg:pb-4 ${panel.isOpen ? '' : 'max-lg:hidden'}`}
        >
          <SidePanel
            context={context}
            isDisabled={isDisabled}
            actions={actions}
            onHelp={() => setDialog('help')}
            onRevisions={() => setDialog('revisions')}
          />
        </aside>
      </div>
      {dialog === 'revisions' && <RevisionsDialog draft={draft} names={names} onClose={closeDialog} />}
      {dialog === 'help' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'original' && original && <SourcePostDialog original={original} onClose={closeDialog} />}
      {dialog === 'publish' && draft.fields.status !== 'published' && (
        <PublishDialog context={context} actions={actions} onClose={closeDialog} />
      )}
      {translation.startChoice && draft.document && (
        <StartRunDialog
          context={context}
          postId={draft.document.id}
          choice={translation.startChoice}
          translation={translation}
          onClose={translation.closeStartDialog}
        />
      )}
      {guard && <UnsavedChangesDialog guard={guard} onClose={guard.stay} />}
    </AdminPage>
  );
}
