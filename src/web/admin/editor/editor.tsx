import ArrowLeft from 'lucide-react/icons/arrow-left';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { publicPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { DraftNotices } from './draft/draft-notices.tsx';
import { hasUnsavedChanges, useDraft } from './draft/use-draft.ts';
import { EditorActions } from './editor-actions.tsx';
import type { EditorContext } from './editor-context.ts';
import { ContentTab } from './fields/content-tab.tsx';
import { MediaTab } from './fields/media-tab.tsx';
import { SeoTab } from './fields/seo-tab.tsx';
import { SettingsPanel } from './fields/settings-panel.tsx';
import { LanguageNav } from './language-nav.tsx';
import type { EditorData } from './load-editor.ts';
import { PreviewPane } from './preview-pane.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { RichTextEditorHandle } from './rich-text/rich-text-editor.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TranslationReviewPanel } from './translation/review-panel.tsx';
import { RunProgressCard } from './translation/run-progress-card.tsx';
import { findSourcePost, SourcePostDialog } from './translation/source-post-dialog.tsx';
import { StartRunDialog } from './translation/start-run-dialog.tsx';
import { useTranslationRun } from './translation/use-translation-run.ts';
import { UnpublishedChanges } from './unpublished-changes.tsx';
import { UnsavedChangesDialog, useUnsavedChangesGuard } from './unsaved-changes-guard.tsx';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';
import { usePostActions } from './use-post-actions.ts';

const RevisionsDialog = lazy(() => import('./revisions/revisions-dialog.tsx'));

export function Editor({ data }: { data: EditorData }) {
  const t = useTranslator();
  const navigate = useNavigate();
  const show = useToast();
  const isHydrated = useHydrated();
  const draft = useDraft(data.document, data.start, data.user);
  const locale = draft.document?.locale ?? data.start.locale;
  const names = useMemo(
    () => new Map([...data.categories, ...data.tags].map(({ id, name }) => [id, name])),
    [data.categories, data.tags],
  );
  const text = useRef<RichTextEditorHandle>(null);
  const context: EditorContext = { data, draft, locale, text };
  const publicPath = draft.document && publicPostPath(draft.document);
  const listPath = `/admin/blog?locale=${locale}`;
  const [isPreview, setPreview] = useState(false);
  const [dialog, setDialog] = useState<'publish' | 'help' | 'original' | 'revisions' | null>(null);
  const closeDialog = useCallback(() => setDialog(null), []);
  useSessionRenewal(data.expiresAt);

  const flush = useCallback(() => text.current?.flush(), []);
  const onDone = () => void navigate(listPath);
  const actions = usePostActions(context, { flush, onDone });
  const translation = useTranslationRun(draft, { lastRun: data.run, onDone });
  const guard = useUnsavedChangesGuard(draft, flush);
  const busy = actions.busy ?? (translation.isLive ? 'translating' : null);
  const isOff = busy !== null || !data.mayEdit;

  const publish = () => {
    if (isOff || !data.mayPublish) return;
    if (draft.fields.status === 'published') void actions.publish();
    else setDialog('publish');
  };
  const preview = async () => {
    if (isPreview) return setPreview(false);
    flush();
    const { document, state } = draft.getSnapshot();
    const isEmpty = document === null && state.kind === 'untouched';
    const isSaved = !hasUnsavedChanges({ state }) || (await draft.flush()).ok;
    if (isSaved && !isEmpty) setPreview(true);
    else if (isEmpty)
      show({ title: t('admin.editor.preview_nothing'), description: t('admin.editor.preview_nothing_text') });
  };
  const original = draft.document && findSourcePost(draft.document);
  const showOriginal = async () => {
    flush();
    if ((await draft.flush()).ok) setDialog('original');
  };
  useEditorShortcuts({
    save: () => void (isOff || actions.quickSave()),
    publish,
    preview: () => void preview(),
    help: () => setDialog('help'),
  });
  const closeAndRun = (act: () => Promise<void>) => () => {
    closeDialog();
    void act();
  };

  return (
    <AdminPage
      path="/admin/blog"
      title={t(data.document === null ? 'admin.editor.create' : 'admin.editor.edit')}
      subtitle={t('admin.editor.subtitle')}
    >
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to={listPath} className={plainLink}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('admin.editor.back')}
        </Link>
        {publicPath && (
          <a href={publicPath} target="_blank" rel="noreferrer" className={plainLink}>
            {t('admin.editor.view')}
          </a>
        )}
        <button
          type="button"
          onClick={() => setDialog('help')}
          className={`${plainLink} cursor-pointer max-sm:pointer-coarse:hidden`}
        >
          <Keyboard aria-hidden="true" className="size-4" />
          {t('admin.editor.help.title')}
        </button>
        {data.mayEdit && draft.document && (
          <button
            type="button"
            onClick={() => setDialog('revisions')}
            className={`${plainLink} cursor-pointer`}
          >
            <History aria-hidden="true" className="size-4" />
            {t('admin.draft.versions.open')}
          </button>
        )}
      </div>
      <div className="mt-2">
        <LanguageNav context={context} />
      </div>
      {data.reviewState && (
        <TranslationReviewPanel context={context} reviewState={data.reviewState} flush={flush} />
      )}
      {data.mayEdit && <DraftNotices draft={draft} names={names} />}
      {translation.run && <RunProgressCard translation={translation} run={translation.run} />}
      {!data.mayEdit && (
        <Notice tone="plain" className="mt-6">
          {t('admin.editor.read_only')}
        </Notice>
      )}
      <noscript>
        <Notice className="mt-6">{t('admin.editor.no_scripts')}</Notice>
      </noscript>
      <div
        className={`mt-6 grid grid-cols-1 items-start gap-6 max-lg:tall:pb-40 ${isPreview ? '' : 'lg:grid-cols-[minmax(0,1fr)_18rem]'}`}
      >
        <fieldset hidden={isPreview} disabled={!isHydrated || !data.mayEdit} className="min-w-0">
          <Tabs
            label={t('admin.editor.tabs')}
            tabs={[
              {
                name: 'content',
                label: t('admin.editor.tab.content'),
                content: <ContentTab context={context} />,
              },
              { name: 'seo', label: t('admin.editor.tab.seo'), content: <SeoTab context={context} /> },
              { name: 'media', label: t('admin.editor.tab.media'), content: <MediaTab context={context} /> },
            ]}
          />
        </fieldset>
        <aside
          className={`grid grid-cols-1 gap-6 ${isPreview ? '' : 'lg:sticky lg:top-0 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:py-4'}`}
        >
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
          {data.mayEdit && <UnpublishedChanges draft={draft} onDiscard={() => void actions.discard()} />}
          <fieldset hidden={isPreview} disabled={!isHydrated || !data.mayEdit} className="min-w-0">
            <SettingsPanel context={context} onCancelSchedule={() => void actions.cancelSchedule()} />
          </fieldset>
        </aside>
        {isPreview && draft.document && (
          <PreviewPane post={draft.document.id} version={draft.document.version} />
        )}
      </div>
      <Suspense>
        {dialog === 'revisions' && <RevisionsDialog draft={draft} names={names} onClose={closeDialog} />}
      </Suspense>
      {dialog === 'help' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'original' && original && <SourcePostDialog original={original} onClose={closeDialog} />}
      {dialog === 'publish' && draft.fields.status !== 'published' && (
        <PublishDialog
          status={draft.fields.status}
          onClose={closeDialog}
          onPublish={closeAndRun(actions.publish)}
          onSave={closeAndRun(actions.saveAndExit)}
          onSchedule={(scheduledAt) => closeAndRun(() => actions.schedule(scheduledAt))()}
        />
      )}
      {translation.isStartDialogOpen && draft.document && (
        <StartRunDialog
          postId={draft.document.id}
          source={locale}
          hasModel={data.models.text}
          isSending={translation.isSending}
          onStart={(request) => void translation.start(request)}
          onClose={translation.closeStartDialog}
        />
      )}
      <UnsavedChangesDialog guard={guard} />
    </AdminPage>
  );
}

const plainLink =
  'inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-accent';
