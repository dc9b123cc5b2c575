import type { Desk, TranslationDesk } from '#desk/contract.ts';
import type { TranslationBooks, TranslationNotes } from './contract.ts';
import { createBooks } from './create-books.ts';
import { createNotes } from './create-notes.ts';
import { createRuns } from './create-runs.ts';
import type { RunTools } from './run-tools.ts';

type Parts = Omit<RunTools, 'changed' | 'desk'> & {
  desk: Pick<Desk, 'savePost'> & { translations: TranslationDesk };
};

/** All about translations of whole articles: how they are made, looked at, and what they cost. */
export function createTranslations({ desk, ...parts }: Parts): {
  runs: ReturnType<typeof createRuns>;
  translationNotes: TranslationNotes;
  translationBooks: TranslationBooks;
} {
  const { openPost, markTranslated } = desk.translations;
  return {
    runs: createRuns({ ...parts, desk: desk.translations }),
    translationNotes: createNotes({ ...parts, desk: { openPost, markTranslated, savePost: desk.savePost } }),
    translationBooks: createBooks(parts),
  };
}
