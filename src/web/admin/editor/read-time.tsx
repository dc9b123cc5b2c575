import { useEffect, useState } from 'react';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { useTranslator } from '../../translation.tsx';

/** Long enough that nothing is counted between two keys. */
const quietMs = 500;
const inline = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'img']);

/** By the rule of the server, once typing pauses. */
export function ReadTime({ html }: { html: string }) {
  const t = useTranslator();
  const [count, setCount] = useState(() => minutesOf(html));
  useEffect(() => {
    const timer = setTimeout(() => setCount(minutesOf(html)), quietMs);
    return () => clearTimeout(timer);
  }, [html]);
  return <p className="mt-2 text-sm text-muted">{t('admin.editor.read_time', { count })}</p>;
}

function minutesOf(html: string): number {
  return readingMinutes(countWords(textOf(new DOMParser().parseFromString(html, 'text/html').body)));
}

/** What the text says: blocks part words, marks do not. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  const text = Array.from(node.childNodes, textOf).join('');
  return inline.has(node.nodeName.toLowerCase()) ? text : `\n${text}\n`;
}
