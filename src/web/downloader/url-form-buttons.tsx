import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useHydrated } from '../browser/use-hydrated.ts';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast/toast-provider.tsx';

/** Hidden if the browser has no clipboard access; keeps its space until hydration. */
export function PasteButton({ className, onText }: { className: string; onText: (text: string) => void }) {
  const t = useTranslator();
  const toast = useToast();
  const isHydrated = useHydrated();
  if (isHydrated && typeof navigator.clipboard?.readText !== 'function') return null;

  const paste = async () => {
    // Whatever the reason for the rejection, the user can paste manually.
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text?.trim()) return onText(text.trim());
    toast({
      title: t('form.clipboard.title'),
      description: text === null ? t('form.clipboard.description') : t('form.clipboard_empty.description'),
    });
  };

  return (
    <Button
      variant="quiet"
      className={`${className} ${isHydrated ? '' : 'invisible noscript:hidden'}`}
      onClick={() => void paste()}
    >
      <ClipboardPaste aria-hidden="true" className="size-5" />
      {t('form.paste')}
    </Button>
  );
}

export function StopButton({ className, onStop }: { className: string; onStop: () => void }) {
  const t = useTranslator();
  useEffect(() => {
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onStop();
    };
    document.addEventListener('keydown', stopOnEscape);
    return () => document.removeEventListener('keydown', stopOnEscape);
  }, [onStop]);

  return (
    <Button variant="quiet" className={className} onClick={onStop}>
      <X aria-hidden="true" className="size-5" />
      {t('action.cancel')}
    </Button>
  );
}
