import { fail, ok, type Result } from '#platform/result.ts';
import { prepareFieldChange, updatePost } from './change-post.ts';
import type { Actor, EditError, EditorPost } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { readPostForUpdate } from './find-standing.ts';
import { isUuid } from './read-document.ts';

export async function markTranslated(
  deps: EditingDeps,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing) return fail({ code: 'post.missing' });
  const prepared = await prepareFieldChange(deps, existing, { origin: 'mixed' });
  return updatePost(deps, {
    ...{ id, version, actor },
    async run({ write }) {
      const written = await write(prepared);
      return written.ok ? ok({ kind: 'saved' }) : written;
    },
  });
}
