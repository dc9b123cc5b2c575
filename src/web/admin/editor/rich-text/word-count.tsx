import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import { countWords } from '#i18n/reading-time.ts';
import { useTranslator } from '../../../translator.tsx';

/** Cache for unchanged blocks. */
const counted = new WeakMap<Node, number>();

/** Counts words by the rule of the reading time. */
function countDocumentWords(doc: Node): number {
  let total = 0;
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    const count = counted.get(block) ?? countWords(block.textBetween(0, block.content.size, ' ', ' '));
    counted.set(block, count);
    total += count;
    return false;
  });
  return total;
}

const debounceMs = 400;

export function WordCount({ editor }: { editor: Editor }) {
  const t = useTranslator();
  const [wordCount, setWordCount] = useState(() => countDocumentWords(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleCount = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWordCount(countDocumentWords(editor.state.doc)), debounceMs);
    };
    editor.on('update', scheduleCount);
    return () => {
      clearTimeout(timer);
      editor.off('update', scheduleCount);
    };
  }, [editor]);
  return <p className="text-count">{t('admin.text.word_count', { count: wordCount })}</p>;
}
