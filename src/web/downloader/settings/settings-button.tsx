import Settings2 from 'lucide-react/icons/settings-2';
import { type ComponentType, useState } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { loadSettingsDialog } from '../lazy-results.ts';
import type { SettingsDialogProps } from './settings-dialog.tsx';

export function SettingsButton({ onOpenPost }: Pick<SettingsDialogProps, 'onOpenPost'>) {
  const t = useTranslator();
  const toast = useToast();
  const isHydrated = useHydrated();
  const [Dialog, setDialog] = useState<ComponentType<SettingsDialogProps> | null>(null);

  const open = () =>
    loadSettingsDialog().then(
      ({ SettingsDialog }) => setDialog(() => SettingsDialog),
      // Any load failure is shown as a connection problem.
      () => toast({ tone: 'destructive', title: t('form.settings'), description: t('function.offline') }),
    );

  return (
    // Reserves the space, so that hydration shifts nothing.
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
