import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

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
