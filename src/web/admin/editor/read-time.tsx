import { useDeferredValue, useMemo } from 'react';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { useTranslator } from '../../translation.tsx';

const inline = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'img']);

/** What the text says: blocks part words, marks do not. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  const text = Array.from(node.childNodes, textOf).join('');
  return inline.has(node.nodeName.toLowerCase()) ? text : `\n${text}\n`;
}

/** Counted by the rule of the server, when typing leaves time for it. */
export function ReadTime({ html }: { html: string }) {
  const t = useTranslator();
  const settled = useDeferredValue(html);
  const count = useMemo(
    () => readingMinutes(countWords(textOf(new DOMParser().parseFromString(settled, 'text/html').body))),
    [settled],
  );
  return <p className="mt-2 text-sm text-muted">{t('admin.editor.read_time', { count })}</p>;
}
