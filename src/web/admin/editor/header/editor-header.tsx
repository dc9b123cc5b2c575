import ArrowLeft from 'lucide-react/icons/arrow-left';
import PanelRight from 'lucide-react/icons/panel-right';
import type { ReactNode } from 'react';
import { useTranslator } from '../../../translator.tsx';
import type { EditorContext } from '../editor-context.ts';
import { editorMessages } from '../editor-messages.ts';
import { sidePanelId } from '../side-panel.tsx';
import { LanguageMenu } from './language-menu.tsx';

/** One line above the text: where it leads back to, language, buttons, and the switch of the side panel. */
export function EditorHeader({
  context,
  title,
  listPath,
  actions,
  isPanelOpen,
  onTogglePanel,
}: {
  context: EditorContext;
  title: string;
  listPath: string;
  actions: ReactNode;
  /** `null` before the page knows its width. */
  isPanelOpen: boolean | null;
  /** `null` while there is no panel. */
  onTogglePanel: (() => void) | null;
}) {
  const t = useTranslator();
  const messages = editorMessages[context.data.kind];
  return (
    <header className="editor-header flex flex-wrap items-center gap-x-4 py-1 lg:flex-nowrap lg:gap-x-2 lg:py-2 2xl:gap-x-4">
      <a
        href={listPath}
        title={t(messages.back)}
        className="-ms-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-2 text-sm font-semibold text-muted hover:text-accent"
      >
        <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-sm:sr-only lg:max-2xl:sr-only">{t(messages.back)}</span>
      </a>
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="truncate font-bold">{title}</h1>
        <p className="truncate text-sm text-muted">{t(messages.subtitle)}</p>
      </div>
      <LanguageMenu context={context} />
      {actions}
      {onTogglePanel && (
        <button
          type="button"
          aria-expanded={isPanelOpen ?? undefined}
          aria-controls={sidePanelId}
          aria-label={t('admin.editor.panel')}
          title={t('admin.editor.panel')}
          onClick={onTogglePanel}
          className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center rounded-xl border border-field bg-surface hover:border-accent hover:text-accent aria-expanded:border-accent aria-expanded:bg-tint"
        >
          <PanelRight aria-hidden="true" className="size-5" />
        </button>
      )}
    </header>
  );
}
