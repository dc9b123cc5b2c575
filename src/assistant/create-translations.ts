import type { BlogEditor, TranslationStore } from '#desk/contract.ts';
import type { GlossaryStore, TranslationReview } from './contract.ts';
import { createGlossaryStore } from './create-books.ts';
import { createTranslationReview } from './create-notes.ts';
import { createTranslationRuns } from './create-runs.ts';
import type { RunDeps } from './run-tools.ts';

type TranslationDeps = Omit<RunDeps, 'onChange' | 'posts'> & {
  editor: Pick<BlogEditor, 'savePost'> & { translations: TranslationStore };
};

export function createTranslation({ editor, ...deps }: TranslationDeps): {
  runs: ReturnType<typeof createTranslationRuns>;
  translationReview: TranslationReview;
  glossaryStore: GlossaryStore;
} {
  const { openPost, markTranslated } = editor.translations;
  return {
    runs: createTranslationRuns({ ...deps, posts: editor.translations }),
    translationReview: createTranslationReview({
      ...deps,
      editor: { openPost, markTranslated, savePost: editor.savePost },
    }),
    glossaryStore: createGlossaryStore(deps),
  };
}
