import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { copyText } from '../../../../browser/clipboard.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useToast } from '../../../../ui/toast/toast-provider.tsx';

/** Where the browser doesn't allow it, shows a field to copy from. */
export function CopySuggestion({ text }: { text: string }) {
  const t = useTranslator();
  const show = useToast();
  const [isManual, setManual] = useState(false);
  const copy = async () => {
    if (await copyText(text)) show({ title: t('admin.ai.copied'), description: '', tone: 'good' });
    else setManual(true);
  };
  if (isManual)
    return (
      <textarea
        readOnly
        rows={3}
        value={text}
        aria-label={t('admin.suggestions.suggestion')}
        onFocus={(event) => event.target.select()}
        className="mt-2 w-full rounded-lg border border-field bg-paper p-3"
      />
    );
  return (
    <Button variant="quiet" className="mt-2 min-h-11 text-sm" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4" />
      {t('admin.ai.copy')}
    </Button>
  );
}
