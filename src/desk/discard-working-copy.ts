import { fail, ok, type Result } from '#platform/result.ts';
import { updatePost } from './change-post.ts';
import type { Actor, EditError, EditorPost } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { isUuid } from './read-document.ts';
import { deleteWorkingCopy, incrementVersion } from './working-copy.ts';

/** The revisions of the discarded edits stay. */
export async function discardWorkingCopy(
  deps: EditingDeps,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  if (!isUuid(id)) return fail({ code: 'post.missing' });
  return updatePost(deps, {
    ...{ id, version, actor },
    async run({ queries }, current) {
      await deleteWorkingCopy(queries, id);
      await incrementVersion(queries, current);
      return ok({ kind: 'restored' });
    },
  });
}
