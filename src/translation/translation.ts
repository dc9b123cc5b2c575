import type { BlogEditor, TranslationStore } from '#blog/editing-contract.ts';
import type { GlossaryStore, TranslationReview } from './contract.ts';
import { createGlossaryStore } from './glossary/glossary-store.ts';
import { createTranslationReview } from './review/review.ts';
import type { RunDeps } from './runs/deps.ts';
import { createTranslationRuns } from './runs/runs.ts';

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
