import { fail, ok, type Result } from '#platform/result.ts';
import { changePost, prepareOnly } from './change-post.ts';
import type { DeskDocument, DeskError, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding } from './find-standing.ts';
import { isId } from './read-document.ts';

/** `TranslationDesk.markTranslated`. */
export async function markTranslated(
  tools: DeskTools,
  { id, version, by }: { id: string; version: number; by: Writer },
): Promise<Result<DeskDocument, DeskError>> {
  const known = isId(id) ? await readStanding(tools.database.query, id) : null;
  if (!known) return fail({ code: 'post.missing' });
  const prepared = await prepareOnly(tools, known, { origin: 'mixed' });
  return changePost(tools, {
    ...{ id, version, by },
    async run({ write }) {
      const written = await write(prepared);
      return written.ok ? ok({ kind: 'saved' }) : written;
    },
  });
}
