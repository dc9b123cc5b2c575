import Settings2 from 'lucide-react/icons/settings-2';
import { type ComponentType, useState } from 'react';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { loadSettings } from '../later-steps.ts';
import type { SettingsDialogProps } from './settings-dialog.tsx';

/** One quiet button; all behind it is loaded when it is pressed. Without scripts there is nothing to set. */
export function SettingsButton({ onOpenPost }: Pick<SettingsDialogProps, 'onOpenPost'>) {
  const t = useTranslator();
  const toast = useToast();
  const isHydrated = useHydrated();
  const [Dialog, setDialog] = useState<ComponentType<SettingsDialogProps> | null>(null);

  const open = () =>
    loadSettings().then(
      ({ SettingsDialog }) => setDialog(() => SettingsDialog),
      // Whatever kept it from loading, to the visitor it is this.
      () => toast({ tone: 'destructive', title: t('form.settings'), description: t('function.offline') }),
    );

  return (
    // Its room is kept: nothing moves when the page comes alive.
    <div className="mt-2 flex min-h-11 justify-end">
      {isHydrated && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => void open()}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm font-semibold text-muted hover:text-accent"
        >
          <Settings2 aria-hidden="true" className="size-4.5" />
          {t('form.settings')}
        </button>
      )}
      {Dialog && <Dialog onClose={() => setDialog(null)} onOpenPost={onOpenPost} />}
    </div>
  );
}
