import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';

/** Escape stops the extraction too. */
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
