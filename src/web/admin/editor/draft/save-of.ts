import type { EditorPost, PostFields, SavePostRequest } from '#desk/contract.ts';
import type { DraftOptions, SaveResult } from './draft-contract.ts';
import { emptyPostFields } from './draft-fields.ts';

/** A save whose result a caller awaits. */
export interface PendingSave {
  mode: SavePostRequest['mode'];
  scheduledAt: string | undefined;
  settle(result: SaveResult): void;
}

/** Without `pendingSave`, builds an autosave. */
export function buildSaveRequest(
  sent: PostFields,
  document: EditorPost | null,
  { locale, articleId }: DraftOptions,
  pendingSave: PendingSave | undefined,
): SavePostRequest {
  const mode = pendingSave?.mode ?? 'autosave';
  // Only an explicit save stores the chosen status: an autosave must never publish.
  const fields = mode === 'autosave' ? { ...sent, status: (document ?? emptyPostFields).status } : sent;
  return {
    mode,
    fields,
    ...(pendingSave?.scheduledAt && { scheduled_at: pendingSave.scheduledAt }),
    ...(document === null && { locale }),
    ...(document === null && articleId && { article_id: articleId }),
  };
}
