import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import { countWords } from '#i18n/reading-time.ts';
import { useTranslator } from '../../../translator.tsx';

/** Cache for unchanged blocks. */
const wordCounts = new WeakMap<Node, number>();

function countDocumentWords(doc: Node): number {
  let total = 0;
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    const count = wordCounts.get(block) ?? countWords(block.textBetween(0, block.content.size, ' ', ' '));
    wordCounts.set(block, count);
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
