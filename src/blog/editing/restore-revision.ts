import { fail, ok, type Result } from '#platform/result.ts';
import type { Actor, EditError, EditorPost } from '../editing-contract.ts';
import type { EditingDeps } from './deps.ts';
import { readPostForUpdate } from './load-post-for-update.ts';
import { readRevision } from './revisions.ts';
import { prepareFields, writeAutosave } from './save-post.ts';
import { updatePost } from './update-post.ts';

export async function restoreRevision(
  deps: EditingDeps,
  { id, revisionId, version, actor }: { id: string; revisionId: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const { query } = deps.database;
  const revision = await readRevision(query, id, revisionId);
  if (!revision) return fail({ code: 'revision.missing' });
  const existing = await readPostForUpdate(query, id);
  if (!existing) return fail({ code: 'post.missing' });
  const { fields: form } = revision;
  const prepared = await prepareFields(
    deps,
    { mode: 'autosave', fields: form },
    { id, locale: existing.locale },
  );
  if (!prepared.ok) return prepared;
  return updatePost(deps, {
    id,
    version,
    actor,
    async run(tx, current) {
      const written = await writeAutosave(deps, tx, {
        current,
        form,
        prepared: prepared.value,
        actor,
      });
      return written.ok ? ok({ kind: 'restored' }) : written;
    },
  });
}
