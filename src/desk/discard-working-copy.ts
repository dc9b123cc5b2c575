import { fail, ok, type Result } from '#platform/result.ts';
import { changePost } from './change-post.ts';
import type { DeskDocument, DeskError, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { isId } from './read-document.ts';
import { dropWorkingCopy, raiseVersion } from './working-copy.ts';

/** What was typed and not saved goes; its revisions stay. */
export async function discardWorkingCopy(
  tools: DeskTools,
  { id, version, by }: { id: string; version: number; by: Writer },
): Promise<Result<DeskDocument, DeskError>> {
  if (!isId(id)) return fail({ code: 'post.missing' });
  return changePost(tools, {
    ...{ id, version, by },
    async run({ queries }, standing) {
      await dropWorkingCopy(queries, id);
      await raiseVersion(queries, standing);
      return ok({ kind: 'restored' });
    },
  });
}
