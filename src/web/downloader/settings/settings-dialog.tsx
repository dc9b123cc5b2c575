import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { StorageFault } from './device-storage.ts';
import { FilePart } from './file-part.tsx';
import { NamePart } from './name-part.tsx';
import { PostsPart } from './posts-part.tsx';
import { useDeviceMemory } from './use-device-memory.ts';

export interface SettingsDialogProps {
  onClose: () => void;
  /** A remembered post is to be read again. */
  onOpenPost: (url: string) => void;
}

/** What this device is told to do and to remember. Every change holds at once. */
export function SettingsDialog({ onClose, onOpenPost }: SettingsDialogProps) {
  const t = useTranslator();
  const { settings, posts, fault } = useDeviceMemory();
  // Begins anew with what a file brought: the field holds what is typed, not what is kept.
  const [imports, setImports] = useState(0);
  return (
    <Dialog title={t('form.settings')} onClose={onClose}>
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={onClose}
        className="absolute end-3 top-3 flex size-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
      <p className="mt-1 text-sm text-muted">{t('settings.device')}</p>
      <p role="status" className="mt-3 rounded-xl bg-tint px-4 py-3 text-sm empty:hidden">
        {fault && t(faultWords[fault])}
      </p>
      <NamePart key={imports} template={settings.template} />
      <PostsPart
        isKept={settings.history}
        posts={posts}
        onOpen={(url) => {
          onClose();
          onOpenPost(url);
        }}
      />
      <FilePart settings={settings} onImported={() => setImports((count) => count + 1)} />
      <Button className="mt-8 w-full" onClick={onClose}>
        {t('settings.done')}
      </Button>
    </Dialog>
  );
}

const faultWords = {
  full: 'settings.storage.full',
  blocked: 'settings.storage.blocked',
} as const satisfies Record<StorageFault, MessageKey>;
