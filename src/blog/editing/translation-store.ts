import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type {
  EditError,
  EditorPost,
  PreparedPost,
  TranslatablePost,
  TranslationStore,
} from '../editing-contract.ts';
import { fieldsDigest, textDigest } from '../writing/text-digest.ts';
import type { EditingDeps } from './deps.ts';
import { readEditorPost } from './editor-posts.ts';
import { readPostForUpdate } from './load-post-for-update.ts';
import { savePost } from './save-post.ts';
import { findTranslationId, saveTranslation } from './save-translation.ts';
import { ensureBaselineRevision, markTranslated, recordChange } from './update-post.ts';
import { addSourceRevision, deleteTranslatedFields } from './working-copy.ts';

type PublishResult = Result<EditorPost[], EditError | { code: 'lease.lost' }>;

async function publishTranslations(
  deps: EditingDeps,
  posts: readonly { id: string; version: number }[],
  actor: { id: string; name: string },
  beforeCommit: (queries: Queries) => Promise<boolean>,
): Promise<PublishResult> {
  const prepared: (PreparedPost & { id: string; version: number })[] = [];
  for (const { id, version } of posts) {
    const editorPost = await readEditorPost(deps.database.query, id);
    if (!editorPost) return fail({ code: 'post.missing' });
    const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } =
      editorPost.fields;
    const ready = await deps.writer.preparePost({
      id,
      locale: editorPost.locale,
      status: 'published',
      title,
      excerpt,
      content,
      featured_image_alt,
      seo_title,
      seo_description,
      seo_keywords,
    });
    if (!ready.ok) return ready;
    prepared.push({ ...ready.value, id, version });
  }
  return deps.writer.transaction(async (tx): Promise<PublishResult> => {
    const editorPosts: EditorPost[] = [];
    for (const { id, version, ...ready } of prepared) {
      const current = await readPostForUpdate(tx.queries, id);
      if (current?.version !== version) return fail({ code: 'post.conflict' });
      await ensureBaselineRevision(tx, current);
      const written = await tx.write(await addSourceRevision(tx.queries, id, ready));
      if (!written.ok) return written;
      await deleteTranslatedFields(tx.queries, id);
      editorPosts.push(await recordChange(deps, tx, { id, actor, kind: 'published' }));
    }
    return (await beforeCommit(tx.queries)) ? ok(editorPosts) : fail({ code: 'lease.lost' });
  });
}

export function createTranslationStore(deps: EditingDeps): TranslationStore {
  const { query } = deps.database;
  return {
    openPost: (id) => readTranslatablePost(query, id),
    async findPost(articleId, locale) {
      const id = await findTranslationId(query, articleId, locale);
      return id === null ? null : readTranslatablePost(query, id);
    },
    async publishOriginal(id, version, actor) {
      const before = await readEditorPost(query, id);
      if (!before) return fail({ code: 'post.missing' });
      const fields = { ...before.fields, status: 'published' as const };
      const saved = await savePost(deps, { id, version, request: { mode: 'publish', fields }, actor });
      if (!saved.ok) return saved;
      const opened = await readTranslatablePost(query, id);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
    markTranslated: (id, version, actor) => markTranslated(deps, { id, version, actor }),
    saveTranslation: (input, beforeCommit) => saveTranslation(deps, input, beforeCommit),
    publishTranslations: (posts, actor, beforeCommit) =>
      publishTranslations(deps, posts, actor, beforeCommit),
  };
}

async function readTranslatablePost(queries: Queries, id: string): Promise<TranslatablePost | null> {
  const editorPost = await readEditorPost(queries, id);
  if (!editorPost || !isUuid(id)) return null;
  const [row] = await queries.select().from(post).where(eq(post.id, id));
  if (!row) return null;
  const digest = editorPost.has_working_copy
    ? fieldsDigest(editorPost.fields)
    : (row.textDigest ?? (await saveTextDigest(queries, row)));
  return { ...editorPost, origin: row.origin, text_digest: digest };
}

/** For posts that were written before digests existed. */
async function saveTextDigest(queries: Queries, row: typeof post.$inferSelect): Promise<string> {
  const digest = textDigest(row);
  const isSame = and(eq(post.id, row.id), eq(post.version, row.version));
  await queries.update(post).set({ textDigest: digest }).where(isSame);
  return digest;
}
