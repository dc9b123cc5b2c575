import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import { saveTimeoutMs } from '../../../contract.ts';
import type { DraftOptions, DraftSaveError, SaveProblem, SaveResponse, SaveResult } from './draft-types.ts';
import { emptyPostFields } from './post-fields.ts';

const retryableStatuses = [408, 425, 429];

/** Whether the same save may succeed later without any action by the user. */
export function isTransientError({ code, status = 0 }: DraftSaveError): boolean {
  return isOutcomeUnknown({ code, status }) || retryableStatuses.includes(status);
}

/** Whether the server may have stored the save although the response doesn't say so. */
export function isOutcomeUnknown({ code, status = 0 }: DraftSaveError): boolean {
  return code === 'offline' || code === 'answer.unreadable' || status >= 500;
}

export function problemForError({ code, error }: DraftSaveError): SaveProblem {
  if (code === 'offline') return { kind: 'offline' };
  if (code === 'request.anonymous') return { kind: 'signed-out' };
  return { kind: 'failed', error: error ?? code };
}

/** Treats a hanging connection as offline after `saveTimeoutMs` and ignores a later response. */
export function withSaveTimeout(response: Promise<SaveResponse>): Promise<SaveResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ ok: false, error: { code: 'offline' } }), saveTimeoutMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export interface PendingSave {
  mode: SavePostRequest['mode'];
  scheduledAt: string | undefined;
  settle(result: SaveResult): void;
}

export function buildSaveRequest(
  sent: PostFields,
  document: EditorPost | null,
  { locale, articleId }: DraftOptions,
  pendingSave: PendingSave | null,
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
