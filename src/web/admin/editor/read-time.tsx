import { useEffect, useState } from 'react';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { useTranslator } from '../../translation.tsx';

const debounceMs = 500;
const inline = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'img']);

/** Applies the same rule as the server. */
export function ReadingTime({ html }: { html: string }) {
  const t = useTranslator();
  const [count, setCount] = useState(() => estimateMinutes(html));
  useEffect(() => {
    const timer = setTimeout(() => setCount(estimateMinutes(html)), debounceMs);
    return () => clearTimeout(timer);
  }, [html]);
  return <p className="mt-2 text-sm text-muted">{t('admin.editor.read_time', { count })}</p>;
}

function estimateMinutes(html: string): number {
  return readingMinutes(countWords(extractText(new DOMParser().parseFromString(html, 'text/html').body)));
}

/** Block elements separate words, inline elements don't. */
function extractText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  const text = Array.from(node.childNodes, extractText).join('');
  return inline.has(node.nodeName.toLowerCase()) ? text : `\n${text}\n`;
}
