import ArrowLeft from 'lucide-react/icons/arrow-left';
import Keyboard from 'lucide-react/icons/keyboard';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { AdminPage } from '../admin-page.tsx';
import { useKeptSession } from '../use-kept-session.ts';
import { ContentTab } from './content-tab.tsx';
import { DraftNotices } from './draft/draft-notices.tsx';
import { useDraft } from './draft/use-draft.ts';
import { EditorButtons } from './editor-buttons.tsx';
import type { EditorParts } from './editor-parts.ts';
import { EditorTabs } from './editor-tabs.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { isUnsaved } from './is-unsaved.ts';
import { LanguagesRow } from './languages-row.tsx';
import { LeaveSheet } from './leave-sheet.tsx';
import type { EditorData } from './load-editor.ts';
import { originalOf } from './marks/original-of.ts';
import { OriginalSheet } from './marks/original-sheet.tsx';
import { TranslationPanel } from './marks/translation-panel.tsx';
import { MediaTab } from './media-tab.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { publicPath } from './public-path.ts';
import { PublishSheet } from './publish-sheet.tsx';
import { VersionsButton } from './revisions/versions-button.tsx';
import { SeoTab } from './seo-tab.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import type { TextEditorHandle } from './text/text-editor.tsx';
import { ProgressCard } from './translation/progress-card.tsx';
import { StartDialog } from './translation/start-dialog.tsx';
import { useTranslation } from './translation/use-translation.ts';
import { UnpublishedNote } from './unpublished-note.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSaveActions } from './use-save-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

export function Editor({ data }: { data: EditorData }) {
  const t = useTranslator();
  const navigate = useNavigate();
  const show = useToast();
  const isHydrated = useHydrated();
  const draft = useDraft(data.document, { ...data.start, writer: data.writer });
  const latestDraft = useRef(draft);
  useLayoutEffect(() => {
    latestDraft.current = draft;
  });
  const locale = draft.document?.locale ?? data.start.locale;
  const names = useMemo(
    () => new Map([...data.categories, ...data.tags].map(({ id, name }) => [id, name])),
    [data.categories, data.tags],
  );
  const text = useRef<TextEditorHandle>(null);
  const parts: EditorParts = { data, draft, locale, text };
  const readersPath = draft.document && publicPath(draft.document);
  const listPath = `/admin/blog?locale=${locale}`;
  const [isPreview, setPreview] = useState(false);
  const [sheet, setSheet] = useState<'publish' | 'help' | 'original' | null>(null);
  const closeSheet = useCallback(() => setSheet(null), []);
  useKeptSession(data.expiresAt);

  const flush = useCallback(() => text.current?.flush(), []);
  const onDone = () => void navigate(listPath);
  const actions = useSaveActions(parts, { flush, onDone });
  const translation = useTranslation(draft, { lastRun: data.run, onDone });
  const guard = useLeaveGuard(draft, flush);
  const busy = actions.busy ?? (translation.isLive ? 'translating' : null);
  const isOff = busy !== null || !data.mayEdit;

  const publish = () => {
    if (isOff || !data.mayPublish) return;
    if (draft.fields.status === 'published') void actions.publish();
    else setSheet('publish');
  };
  const preview = async () => {
    if (isPreview) return setPreview(false);
    // The text reports what was typed with a delay: the draft of this render may lack the last letters.
    flushSync(flush);
    const { document, state } = latestDraft.current;
    const isNothing = document === null && state.kind === 'untouched';
    const isKept = !isUnsaved({ state }) || (await draft.flush()).ok;
    if (isKept && !isNothing) setPreview(true);
    else if (isNothing)
      show({ title: t('admin.editor.preview_nothing'), description: t('admin.editor.preview_nothing_text') });
  };
  const original = draft.document && originalOf(draft.document);
  const showOriginal = async () => {
    flush();
    if ((await draft.flush()).ok) setSheet('original');
  };
  useShortcuts({
    save: () => void (isOff || actions.keep()),
    publish,
    preview: () => void preview(),
    help: () => setSheet('help'),
  });
  const choose = (act: () => Promise<void>) => () => {
    closeSheet();
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
        {readersPath && (
          <a href={readersPath} target="_blank" rel="noreferrer" className={plainLink}>
            {t('admin.editor.view')}
          </a>
        )}
        <button
          type="button"
          onClick={() => setSheet('help')}
          className={`${plainLink} cursor-pointer max-sm:pointer-coarse:hidden`}
        >
          <Keyboard aria-hidden="true" className="size-4" />
          {t('admin.editor.help.title')}
        </button>
        {data.mayEdit && (
          <VersionsButton draft={draft} names={names} className={`${plainLink} cursor-pointer`} />
        )}
      </div>
      <div className="mt-2">
        <LanguagesRow parts={parts} />
      </div>
      {data.note && <TranslationPanel parts={parts} note={data.note} flush={flush} />}
      {data.mayEdit && <DraftNotices draft={draft} names={names} />}
      {translation.run && <ProgressCard translation={translation} run={translation.run} />}
      {!data.mayEdit && (
        <p className="mt-6 rounded-2xl border-2 border-field bg-surface p-4 font-semibold">
          {t('admin.editor.read_only')}
        </p>
      )}
      <noscript>
        <p className="mt-6 rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
          {t('admin.editor.no_scripts')}
        </p>
      </noscript>
      <div
        className={`mt-6 grid grid-cols-1 items-start gap-6 max-lg:tall:pb-40 ${isPreview ? '' : 'lg:grid-cols-[minmax(0,1fr)_18rem]'}`}
      >
        <fieldset hidden={isPreview} disabled={!isHydrated || !data.mayEdit} className="min-w-0">
          <EditorTabs
            label={t('admin.editor.tabs')}
            tabs={[
              {
                name: 'content',
                label: t('admin.editor.tab.content'),
                content: <ContentTab parts={parts} />,
              },
              { name: 'seo', label: t('admin.editor.tab.seo'), content: <SeoTab parts={parts} /> },
              { name: 'media', label: t('admin.editor.tab.media'), content: <MediaTab parts={parts} /> },
            ]}
          />
        </fieldset>
        <aside
          className={`grid grid-cols-1 gap-6 ${isPreview ? '' : 'lg:sticky lg:top-0 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:py-4'}`}
        >
          <EditorButtons
            parts={parts}
            busy={busy}
            isPreview={isPreview}
            onPreview={() => void preview()}
            onSaveAndExit={() => void actions.saveAndExit()}
            translateButton={translation.button}
            onTranslate={() => void (original ? showOriginal() : actions.translate(translation.ask))}
            onPublish={publish}
          />
          {data.mayEdit && <UnpublishedNote draft={draft} onDiscard={() => void actions.discard()} />}
          <fieldset hidden={isPreview} disabled={!isHydrated || !data.mayEdit} className="min-w-0">
            <SettingsPanel parts={parts} onCancelSchedule={() => void actions.cancelSchedule()} />
          </fieldset>
        </aside>
        {isPreview && draft.document && (
          <PreviewPane post={draft.document.id} version={draft.document.version} />
        )}
      </div>
      {sheet === 'help' && <HelpSheet onClose={closeSheet} />}
      {sheet === 'original' && original && <OriginalSheet original={original} onClose={closeSheet} />}
      {sheet === 'publish' && draft.fields.status !== 'published' && (
        <PublishSheet
          status={draft.fields.status}
          onClose={closeSheet}
          onPublish={choose(actions.publish)}
          onKeep={choose(actions.saveAndExit)}
          onSchedule={(moment) => choose(() => actions.schedule(moment))()}
        />
      )}
      {translation.isAsked && draft.document && (
        <StartDialog
          postId={draft.document.id}
          source={locale}
          hasModel={data.models.text}
          isSending={translation.isSending}
          onStart={(request) => void translation.start(request)}
          onClose={translation.stopAsking}
        />
      )}
      <LeaveSheet guard={guard} />
    </AdminPage>
  );
}

const plainLink =
  'inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-accent';
