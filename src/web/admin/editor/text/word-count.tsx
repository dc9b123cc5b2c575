import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { countDocumentWords } from './count-words.ts';

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
  return <p className="text-count">{t('admin.text.words', { count: wordCount })}</p>;
}
