import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { countWordsOf } from './count-words.ts';

/** Long enough that nothing is counted between two keys. */
const quietMs = 400;

export function WordCount({ editor }: { editor: Editor }) {
  const t = useTranslator();
  const [words, setWords] = useState(() => countWordsOf(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWordsOf(editor.state.doc)), quietMs);
    };
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor]);
  return <p className="text-count">{t('admin.text.words', { count: words })}</p>;
}
