import { useState } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { splitBlocks } from './blocks.ts';
import { textOf } from './settled-piece.tsx';

const outcomes = {
  copied: 'admin.draft.compare.copied',
  not_copied: 'admin.draft.compare.not_copied',
} as const satisfies Record<string, MessageKey>;

/** Puts a text on the clipboard, with its markup for where it is kept and without for where it is not. */
export function CopyButton({ html, className }: { html: string; className: string }) {
  const t = useTranslator();
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null);
  return (
    <>
      <button type="button" className={className} onClick={async () => setOutcome(await copy(html))}>
        {t('admin.draft.compare.copy')}
      </button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {outcome === null ? '' : t(outcomes[outcome])}
      </span>
    </>
  );
}

async function copy(html: string): Promise<keyof typeof outcomes> {
  const blob = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        ...blob('text/html', html),
        ...blob('text/plain', textOf(splitBlocks(html))),
      }),
    ]);
    return 'copied';
  } catch (error) {
    // Refused by the browser, or not there on an origin that is not secure.
    if (error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError) {
      return 'not_copied';
    }
    throw error;
  }
}
