import { useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import { splitHtmlBlocks } from './html-blocks.ts';
import { blocksToText } from './text-diff.tsx';

const outcomeMessages = {
  copied: 'admin.draft.compare.copied',
  not_copied: 'admin.draft.compare.not_copied',
} as const satisfies Record<string, MessageKey>;

export function CopyDraftButton({ html, className }: { html: string; className: string }) {
  const t = useTranslator();
  const [outcome, setOutcome] = useState<keyof typeof outcomeMessages | null>(null);
  return (
    <>
      <button type="button" className={className} onClick={async () => setOutcome(await copy(html))}>
        {t('admin.draft.compare.copy')}
      </button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {outcome === null ? '' : t(outcomeMessages[outcome])}
      </span>
    </>
  );
}

async function copy(html: string): Promise<keyof typeof outcomeMessages> {
  const toBlob = (type: string, text: string) => new Blob([text], { type });
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': toBlob('text/html', html),
        'text/plain': toBlob('text/plain', blocksToText(splitHtmlBlocks(html))),
      }),
    ]);
    return 'copied';
  } catch (error) {
    // Permission denied, or no clipboard API on an insecure origin.
    if (error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError) {
      return 'not_copied';
    }
    throw error;
  }
}
