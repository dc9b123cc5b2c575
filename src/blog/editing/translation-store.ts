import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type {
  EditError,
  EditorPost,
  PreparedPost,
  RevisionKind,
  TranslatablePost,
  WriteTransaction,
} from '../editing-contract.ts';
import {
  listArticlePosts,
  type PostForUpdate,
  readPostForUpdate,
  readStoredPost,
  type StoredPost,
} from '../read-posts.ts';
import { numberedSlug } from '../slug.ts';
import { textDigest } from '../text-tasks.ts';
import type {
  OutdatedTranslation,
  TranslationActor,
  TranslationInput,
  TranslationStore,
} from '../translation-store-contract.ts';
import { toEditorPost } from './editor-posts.ts';
import { keepRevision, markUpToDate, readOutdatedTranslations } from './outdated-translations.ts';
import { savePost } from './save-post.ts';
import { type EditingDeps, ensureBaselineRevision, recordChange, updatePost } from './update-post.ts';
import {
  addSourceRevision,
  applyPreparedContent,
  deleteTranslatedFields,
  incrementVersion,
  isUnscheduledDraft,
  listPendingFields,
  saveWorkingCopy,
} from './working-copy.ts';

export function createTranslationStore(deps: EditingDeps): TranslationStore {
  const { query } = deps.database;
  return {
    openPost: (id) => readTranslatablePost(query, id),
    async findPost(articleId, locale) {
      const id = await findTranslationId(query, articleId, locale);
      return id === null ? null : readTranslatablePost(query, id);
    },
    async publishOriginal(id, version, actor) {
      const before = await readStoredPost(query, id);
      if (!before) return fail({ code: 'post.missing' });
      const fields = { ...before.editedFields, status: 'published' as const };
      const saved = await savePost(deps, { id, version, request: { mode: 'publish', fields }, actor });
      if (!saved.ok) return saved;
      const opened = await readTranslatablePost(query, id);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
    markTranslated: (id, version, actor) =>
      updatePost(deps, { id, version, actor }, async ({ write }, current) => {
        const written = await write({ locale: current.locale, origin: 'mixed' }, current);
        return written.ok ? ok('saved') : written;
      }),
    listOutdated: (original) => readOutdatedTranslations(query, original),
    markUpToDate: (original, translations, beforeCommit) =>
      deps.writer.transaction(async ({ queries, addChange }): Promise<MarkResult> => {
        const current = await readPostForUpdate(queries, original.id);
        if (current?.version !== original.version) return fail({ code: 'post.conflict' });
        await ensureBaselineRevision(queries, current);
        await keepRevision(queries, original);
        const marked: OutdatedTranslation[] = [];
        for (const translation of translations)
          if (await markUpToDate(queries, translation, original)) marked.push(translation);
        if (!(await beforeCommit(queries, marked))) return fail({ code: 'lease.lost' });
        addChange({ articleId: original.article_id, locales: [] });
        return ok(null);
      }),
    saveTranslation: (input, beforeCommit) => saveTranslation(deps, input, beforeCommit),
    publishTranslations: (posts, actor, beforeCommit) =>
      publishTranslations(deps, posts, actor, beforeCommit),
  };
}

async function readTranslatablePost(queries: Queries, id: string): Promise<TranslatablePost | null> {
  const stored = await readStoredPost(queries, id);
  if (!stored) return null;
  const digest = stored.workingCopy
    ? textDigest(stored.editedFields)
    : (stored.textDigest ?? (await saveTextDigest(queries, stored)));
  return { ...(await toEditorPost(queries, stored)), origin: stored.origin, text_digest: digest };
}

/** For posts that were written before digests existed. */
async function saveTextDigest(queries: Queries, stored: StoredPost): Promise<string> {
  const digest = textDigest(stored);
  const isSame = and(eq(post.id, stored.id), eq(post.version, stored.version));
  await queries.update(post).set({ textDigest: digest }).where(isSame);
  return digest;
}

async function findTranslationId(
  queries: Queries,
  articleId: string,
  locale: string,
): Promise<string | null> {
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(eq(post.articleId, articleId), eq(post.locale, locale)));
  return row?.id ?? null;
}

type MarkResult = Result<null, EditError | { code: 'lease.lost' }>;
type SaveResult = Result<EditorPost, EditError | { code: 'lease.lost' }>;

async function saveTranslation(
  deps: EditingDeps,
  input: TranslationInput,
  beforeCommit: (queries: Queries, savedPost: EditorPost) => Promise<boolean>,
): Promise<SaveResult> {
  const { source, actor, article_id, locale, status, origin } = input;
  const prepared = await deps.writer.preparePost({
    ...input.fields,
    article_id,
    locale,
    status,
    origin,
    ...(source.revision && {
      source_version: source.revision.version,
      source_digest: source.revision.digest,
    }),
    source_locale: source.locale,
  });
  if (!prepared.ok) return prepared;
  return deps.writer.transaction(async (tx): Promise<SaveResult> => {
    const { queries } = tx;
    const id = await findTranslationId(queries, article_id, locale);
    const current = id === null ? null : await readPostForUpdate(queries, id);
    if ((current?.version ?? null) !== input.version) return fail({ code: 'post.conflict' });
    const written = current
      ? await updateTranslation(deps, tx, { current, input, prepared: prepared.value })
      : await insertTranslation(tx, { input, prepared: prepared.value });
    if (!written.ok) return written;
    const editorPost = await recordChange(deps, tx, { ...written.value, actor });
    return (await beforeCommit(queries, editorPost)) ? ok(editorPost) : fail({ code: 'lease.lost' });
  });
}

interface WriteInput {
  input: TranslationInput;
  prepared: PreparedPost;
}
type WriteResult = Result<{ id: string; kind: RevisionKind }, EditError>;

const slugNumberMax = 200;

/** The slug is the source's with the locale appended, numbered if that is taken. A page keeps the same slug. */
async function insertTranslation(
  tx: WriteTransaction,
  { input, prepared }: WriteInput,
): Promise<WriteResult> {
  const [sibling] = await listArticlePosts(tx.queries, input.article_id);
  const { slug: sourceSlug } = input.source;
  const baseSlug = sibling?.kind === 'page' ? sourceSlug : `${sourceSlug}-${input.locale}`;
  for (let number = 1; number <= slugNumberMax; number += 1) {
    const slug = numberedSlug(baseSlug, number);
    const written = await tx.write({ ...prepared, slug });
    if (written.ok)
      return ok({ id: written.value.id, kind: input.status === 'published' ? 'published' : 'saved' });
    if (written.error.code !== 'slug.taken') return written;
  }
  return fail({ code: 'slug.taken' });
}

/** Keeps the slug. A draft translation of a published or scheduled post goes to the working copy. */
async function updateTranslation(
  deps: EditingDeps,
  tx: WriteTransaction,
  { current, input, prepared }: WriteInput & { current: PostForUpdate },
): Promise<WriteResult> {
  const { queries } = tx;
  const { id } = current;
  const savedKind = input.isAutosave ? 'autosaved' : 'saved';
  await ensureBaselineRevision(tx.queries, current);
  if (input.status === 'draft' && !isUnscheduledDraft(current)) {
    await incrementVersion(queries, current);
    const { revision, locale } = input.source;
    const isTextChanged = await saveWorkingCopy(queries, current, {
      form: applyPreparedContent({ ...current.editedFields, ...input.fields }, prepared),
      pendingFields: listPendingFields(current),
      actor: input.actor,
      now: deps.now(),
      ...(revision && { sourceRevision: { origin: input.origin, ...revision, locale } }),
    });
    // A person has accepted the text that readers see.
    if (input.isAutosave && !isTextChanged)
      await queries.update(post).set({ origin: input.origin }).where(eq(post.id, id));
    // The text is a translation of the changed original too.
    if (!input.isAutosave && !isTextChanged && revision)
      await queries
        .update(post)
        .set({ sourceVersion: revision.version, sourceDigest: revision.digest })
        .where(eq(post.id, id));
    return ok({ id, kind: savedKind });
  }
  const written = await tx.write(prepared, current);
  if (!written.ok) return written;
  await deleteTranslatedFields(queries, current);
  return ok({ id, kind: input.status === 'published' ? 'published' : savedKind });
}

type PublishResult = Result<EditorPost[], EditError | { code: 'lease.lost' }>;

async function publishTranslations(
  deps: EditingDeps,
  posts: Parameters<TranslationStore['publishTranslations']>[0],
  actor: Omit<TranslationActor, 'rule'>,
  beforeCommit: (queries: Queries) => Promise<boolean>,
): Promise<PublishResult> {
  const preparedPosts: ((typeof posts)[number] & { prepared: PreparedPost })[] = [];
  for (const { id, version, rule } of posts) {
    const stored = await readStoredPost(deps.database.query, id);
    if (!stored) return fail({ code: 'post.missing' });
    const { slug, category_id, tag_ids, featured_image_url, ...texts } = stored.editedFields;
    const { locale } = stored;
    const prepared = await deps.writer.preparePost({ ...texts, locale, status: 'published' });
    if (!prepared.ok) return prepared;
    preparedPosts.push({ id, version, rule, prepared: prepared.value });
  }
  return deps.writer.transaction(async (tx): Promise<PublishResult> => {
    const editorPosts: EditorPost[] = [];
    for (const { id, version, rule, prepared } of preparedPosts) {
      const current = await readPostForUpdate(tx.queries, id);
      if (current?.version !== version) return fail({ code: 'post.conflict' });
      await ensureBaselineRevision(tx.queries, current);
      const written = await tx.write(addSourceRevision(current, prepared), current);
      if (!written.ok) return written;
      await deleteTranslatedFields(tx.queries, current);
      editorPosts.push(await recordChange(deps, tx, { id, actor: { ...actor, rule }, kind: 'published' }));
    }
    return (await beforeCommit(tx.queries)) ? ok(editorPosts) : fail({ code: 'lease.lost' });
  });
}
