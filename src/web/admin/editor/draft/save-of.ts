import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import type { DraftStart, SaveResult } from './draft-contract.ts';
import { emptyFields } from './draft-fields.ts';

/** A save that somebody waits for. */
export interface Wish {
  mode: DeskSave['mode'];
  scheduledAt: string | undefined;
  settle(result: SaveResult): void;
}

/** A call's body. Without a wish, it is one that runs by itself. */
export function saveOf(
  sent: PostFields,
  document: DeskDocument | null,
  { locale, articleId }: DraftStart,
  wish: Wish | undefined,
): DeskSave {
  const mode = wish?.mode ?? 'autosave';
  // The status is chosen in the form and kept by an explicit save: none that runs by itself may publish.
  const fields = mode === 'autosave' ? { ...sent, status: (document ?? emptyFields).status } : sent;
  return {
    mode,
    fields,
    ...(wish?.scheduledAt && { scheduled_at: wish.scheduledAt }),
    ...(document === null && { locale }),
    ...(document === null && articleId && { article_id: articleId }),
  };
}
