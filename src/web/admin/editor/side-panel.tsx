import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useRef, useState } from 'react';
import type { EditorPost } from '#blog/editing-contract.ts';
import { publicPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import type { Draft } from './draft/use-draft.ts';
import type { EditorContext } from './editor-context.ts';
import { editorMessages } from './editor-messages.ts';
import { ContentTab } from './fields/content-tab.tsx';
import { SettingsPanel } from './fields/settings-panel.tsx';
import type { PostActions } from './use-post-actions.ts';

const CorrectionOffer = lazyDialog(() => import('./translation/correction-offer.tsx'));
const SeoTab = lazyDialog(() => import('./fields/seo-tab.tsx'));
const MediaTab = lazyDialog(() => import('./fields/media-tab.tsx'));

export const sidePanelId = 'post-settings';

/** Beside the text from this width on (Tailwind's `lg`), otherwise in its place. */
const wideQuery = '(width >= 64rem)';

/** Open on wide screens at first. `isOpen` is `null` until the page knows its width. */
export function useSidePanel() {
  const element = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => setOpen(matchMedia(wideQuery).matches), []);
  return {
    element,
    isOpen,
    toggle() {
      setOpen(!isOpen);
      if (isOpen || matchMedia(wideQuery).matches) return;
      requestAnimationFrame(() => element.current?.focus());
    },
  };
}

/** Everything about a post except its title and text. */
export function SidePanel({
  context,
  isDisabled,
  actions,
  onHelp,
  onRevisions,
}: {
  context: EditorContext;
  isDisabled: boolean;
  actions: PostActions;
  onHelp: () => void;
  onRevisions: () => void;
}) {
  const t = useTranslator();
  const { data, draft } = context;
  const publicPath = draft.document && publicPostPath(draft.document);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5">
        {publicPath && (
          <a href={publicPath} target="_blank" rel="noreferrer" className={plainLink}>
            {t(editorMessages[data.kind].view)}
          </a>
        )}
        {data.mayEdit && draft.document && (
          <button type="button" onClick={onRevisions} className={`${plainLink} cursor-pointer`}>
            <History aria-hidden="true" className="size-4" />
            {t('admin.draft.versions.open')}
          </button>
        )}
        <button
          type="button"
          onClick={onHelp}
          className={`${plainLink} cursor-pointer max-sm:pointer-coarse:hidden`}
        >
          <Keyboard aria-hidden="true" className="size-4" />
          {t('admin.editor.help.title')}
        </button>
      </div>
      {data.mayEdit && <UnpublishedChanges draft={draft} onDiscard={() => void actions.discard()} />}
      {data.mayEdit && data.mayPublish && draft.document && hasEarlierTranslations(draft.document) && (
        <CorrectionOffer
          original={draft.document}
          isBusy={actions.busy !== null}
          onKeep={actions.keepTranslations}
        />
      )}
      <fieldset disabled={isDisabled} className="grid min-w-0 grid-cols-1 gap-6">
        <SettingsPanel context={context} onCancelSchedule={() => void actions.cancelSchedule()} />
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
    </>
  );
}

/** Whether there may be a translation of an earlier text. */
function hasEarlierTranslations({ locale, languages, status, has_working_copy }: EditorPost): boolean {
  const translations = languages.filter(({ from }) => from === locale);
  if (has_working_copy) return status === 'published' && translations.length > 0;
  return translations.some(({ translation }) => translation === 'outdated');
}

function UnpublishedChanges({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const { document } = draft;
  const isPublic = document?.status === 'published' || (document?.scheduled_at ?? null) !== null;
  if (!isPublic || !document?.has_working_copy) return null;
  return (
    <section aria-label={t('admin.blog.unpublished_changes')} className="rounded-3xl bg-tint p-5 text-sm">
      <p className="text-pretty">{t('admin.editor.unpublished')}</p>
      <Button variant="quiet" className="mt-3 w-full text-sm" onClick={() => setConfirming(true)}>
        {t('admin.editor.discard')}
      </Button>
      {isConfirming && (
        <Dialog title={t('admin.editor.discard_title')} onClose={() => setConfirming(false)}>
          <p className="mt-2 text-pretty text-muted">{t('admin.editor.discard_text')}</p>
          <div className="mt-6 grid gap-3">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              {t('admin.editor.leave.stay')}
            </Button>
            <Button
              onClick={() => {
                setConfirming(false);
                onDiscard();
              }}
            >
              {t('admin.editor.discard')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

const plainLink =
  'inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-accent';
