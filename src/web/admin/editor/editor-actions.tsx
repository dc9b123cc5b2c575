import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { SaveStatus } from './draft/save-status.tsx';
import type { EditorContext } from './editor-context.ts';
import type { PendingAction } from './use-post-actions.ts';

/** Sets the page's `--lower-bar` to the element's height while it is fixed to the bottom edge. */
function useBottomBarHeight<T extends HTMLElement>() {
  const bar = useRef<T>(null);
  useEffect(() => {
    const { current: element } = bar;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      const isFixed = getComputedStyle(element).position === 'fixed';
      style.setProperty('--lower-bar', `${isFixed ? element.offsetHeight : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--lower-bar');
    };
  }, []);
  return bar;
}

export function EditorActions({
  context: { data, draft },
  busy,
  isPreview,
  onPreview,
  onSaveAndExit,
  translateButton,
  onTranslate,
  onPublish,
}: {
  context: EditorContext;
  busy: PendingAction | null;
  isPreview: boolean;
  onPreview: () => void;
  onSaveAndExit: () => void;
  translateButton: Ref<HTMLButtonElement>;
  onTranslate: () => void;
  onPublish: () => void;
}) {
  const t = useTranslator();
  const bar = useBottomBarHeight<HTMLElement>();
  const Icon = isPreview ? Pencil : Eye;
  const isOff = busy !== null;
  const sharedProps = { disabled: isOff || !data.mayEdit, className: compactClass };
  return (
    <section
      ref={bar}
      aria-label={t('admin.editor.actions')}
      className="border-line bg-surface p-3 max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:z-30 max-lg:border-t lg:rounded-3xl lg:border lg:p-5"
    >
      <SaveStatus draft={draft} />
      <div className={`grid grid-cols-2 gap-2 sm:grid-cols-4 ${isPreview ? '' : 'lg:grid-cols-1'}`}>
        <Button variant="quiet" className={compactClass} disabled={isOff} onClick={onPreview}>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {isPreview ? t('admin.editor.edit_again') : t('admin.editor.preview')}
        </Button>
        <Button variant="quiet" {...sharedProps} onClick={onSaveAndExit}>
          {busy === 'saving' ? t('admin.editor.saving') : t('admin.editor.save_exit')}
        </Button>
        {data.mayPublish && (
          <>
            <Button ref={translateButton} variant="quiet" {...sharedProps} onClick={onTranslate}>
              {busy === 'translating' ? t('admin.editor.translating') : t('admin.editor.translate')}
            </Button>
            <Button {...sharedProps} onClick={onPublish}>
              {busy === 'publishing' ? t('admin.editor.publishing') : t('admin.editor.publish')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const compactClass = 'min-h-11 px-3 py-2 text-sm disabled:cursor-not-allowed disabled:opacity-60';
