import { fail, ok, type Result } from '#platform/result.ts';
import { changePost } from './change-post.ts';
import type { DeskDocument, DeskError, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding } from './find-standing.ts';
import { openRevision } from './revisions.ts';
import { prepareForm, writeTyped } from './save-post.ts';

/** A revision's texts become the post's as if they had been typed: nothing is published by it. */
export async function restoreRevision(
  tools: DeskTools,
  { id, revisionId, version, by }: { id: string; revisionId: string; version: number; by: Writer },
): Promise<Result<DeskDocument, DeskError>> {
  const { query } = tools.database;
  const revision = await openRevision(query, id, revisionId);
  if (!revision) return fail({ code: 'revision.missing' });
  const known = await readStanding(query, id);
  if (!known) return fail({ code: 'post.missing' });
  const { fields: form } = revision;
  const prepared = await prepareForm(tools, { mode: 'autosave', fields: form }, { id, locale: known.locale });
  if (!prepared.ok) return prepared;
  return changePost(tools, {
    ...{ id, version, by },
    async run(writing, standing) {
      const written = await writeTyped(tools, writing, { standing, form, prepared: prepared.value, by });
      return written.ok ? ok({ kind: 'restored' }) : written;
    },
  });
}
