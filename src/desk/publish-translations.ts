import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Queries } from '#database/connect.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { ensureBaselineRevision, recordChange } from './change-post.ts';
import type { EditError, EditorPost } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { readPostForUpdate } from './find-standing.ts';
import { withSourceRevision } from './made-from.ts';
import { readEditorPost } from './read-document.ts';
import { deleteTranslatedFields } from './working-copy.ts';

type PublishResult = Result<EditorPost[], EditError | { code: 'lease.lost' }>;

export async function publishTranslations(
  deps: EditingDeps,
  posts: readonly { id: string; version: number }[],
  actor: { id: string; name: string },
  beforeCommit: (queries: Queries) => Promise<boolean>,
): Promise<PublishResult> {
  const prepared: (PreparedPost & { id: string; version: number })[] = [];
  for (const { id, version } of posts) {
    const document = await readEditorPost(deps.database.query, id);
    if (!document) return fail({ code: 'post.missing' });
    const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } =
      document.fields;
    const ready = await deps.writer.preparePost({
      ...{ id, locale: document.locale, status: 'published', title, excerpt, content },
      ...{ featured_image_alt, seo_title, seo_description, seo_keywords },
    });
    if (!ready.ok) return ready;
    prepared.push({ ...ready.value, id, version });
  }
  return deps.writer.transaction(async (tx): Promise<PublishResult> => {
    const documents: EditorPost[] = [];
    for (const { id, version, ...ready } of prepared) {
      const current = await readPostForUpdate(tx.queries, id);
      if (current?.version !== version) return fail({ code: 'post.conflict' });
      await ensureBaselineRevision(tx, current);
      const written = await tx.write(await withSourceRevision(tx.queries, id, ready));
      if (!written.ok) return written;
      await deleteTranslatedFields(tx.queries, id);
      documents.push(await recordChange(deps, tx, { id, actor, kind: 'published' }));
    }
    return (await beforeCommit(tx.queries)) ? ok(documents) : fail({ code: 'lease.lost' });
  });
}
