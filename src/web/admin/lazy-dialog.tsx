import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { loadCode } from '../browser/load-code.ts';
import { loadLaterMessages } from '../rendering/client-messages.ts';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import { noticeClass } from '../ui/notice.tsx';

/**
 * A component that is loaded when it is first shown. Without a connection, or after a new release, a notice takes its
 * place, and the page stays. With `lazy` of React, an error page would replace the text.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload(): Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    const [module] = await Promise.all([load(), loadLaterMessages()]);
    loaded ??= module.default;
    return loaded;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like `lazy`.
  function LazyDialog(props: Props) {
    const t = useTranslator();
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const handleError = useEffectEvent((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      setFailed(true);
    });
    useEffect(() => {
      let isCancelled = false;
      loadOnce().then(
        (component) => isCancelled || setDialog(() => component),
        (error: unknown) => isCancelled || handleError(error),
      );
      return () => {
        isCancelled = true;
      };
    }, []);
    if (Dialog) return <Dialog {...props} />;
    if (!hasFailed) return null;
    const onClose = 'onClose' in props ? (props.onClose as () => void) : null;
    return (
      <div role="alert" className={noticeClass('error', 'm-2 flex flex-wrap items-center gap-3 p-3')}>
        <p className="min-w-0 grow text-sm font-semibold text-pretty">{t('admin.editor.part_failed')}</p>
        {onClose && (
          <Button variant="quiet" className="text-sm" onClick={onClose}>
            {t('action.close')}
          </Button>
        )}
      </div>
    );
  }
  return Object.assign(LazyDialog, {
    /** If it fails, the component tries again when it is shown. */
    async preload() {
      await loadCode(loadOnce());
    },
  });
}
