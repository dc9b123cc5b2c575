import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { revision } from '#database/schema.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PostFields, Revision, RevisionKind, RevisionSummary } from '../editing-contract.ts';
import type { StoredPost } from '../read-posts.ts';

/** A user's autosaves within the same clock-aligned interval share one revision. */
const autosaveWindowMs = 10 * 60_000;
/** Per post. Revisions of other kinds are never deleted. */
const maxAutosaves = 50;

interface NewRevision {
  postId: string;
  version: number;
  kind: RevisionKind;
  fields: PostFields;
  actor: { id: string | null; name: string };
  at: Date;
}

export async function recordRevision(queries: Queries, newRevision: NewRevision): Promise<void> {
  const { postId, version, kind, fields, actor, at } = newRevision;
  const columns = { version, fields: { ...fields }, createdAt: at };
  const [last] = await queries
    .select({
      id: revision.id,
      kind: revision.kind,
      authorId: revision.authorId,
      createdAt: revision.createdAt,
    })
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version))
    .limit(1);
  const continuesLast =
    kind === 'autosaved' &&
    last?.kind === 'autosaved' &&
    last.authorId === actor.id &&
    isSamePeriod(last.createdAt, at);
  if (continuesLast) {
    await queries.update(revision).set(columns).where(eq(revision.id, last.id));
    return;
  }
  await queries
    .insert(revision)
    .values({ ...columns, postId, kind, authorId: actor.id, authorName: actor.name });
  if (kind === 'autosaved') await deleteOldestAutosaves(queries, postId);
}

/** Makes the state before the change restorable, if it was not written by the editor. */
export async function ensureBaselineRevision(
  queries: Queries,
  { id, version, editedFields, updatedAt }: StoredPost,
): Promise<void> {
  const sameVersion = and(eq(revision.postId, id), eq(revision.version, version));
  if ((await queries.$count(revision, sameVersion)) > 0) return;
  await recordRevision(queries, {
    postId: id,
    version,
    kind: 'saved',
    fields: editedFields,
    actor: { id: null, name: '' },
    at: updatedAt,
  });
}

async function deleteOldestAutosaves(queries: Queries, postId: string): Promise<void> {
  const oldAutosaves = queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.kind, 'autosaved')))
    .orderBy(desc(revision.version))
    .offset(maxAutosaves);
  await queries.delete(revision).where(inArray(revision.id, oldAutosaves));
}

function isSamePeriod(a: Date, b: Date): boolean {
  return Math.floor(a.getTime() / autosaveWindowMs) === Math.floor(b.getTime() / autosaveWindowMs);
}

const summaryColumns = {
  id: revision.id,
  version: revision.version,
  kind: revision.kind,
  title: sql<string>`${revision.fields} ->> 'title'`,
  author_name: revision.authorName,
  createdAt: revision.createdAt,
};

export async function listRevisions(queries: Queries, postId: string): Promise<RevisionSummary[]> {
  if (!isUuid(postId)) return [];
  const rows = await queries
    .select(summaryColumns)
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version));
  return rows.map(({ createdAt, ...summary }) => ({ ...summary, created_at: createdAt.toISOString() }));
}

export async function readRevision(queries: Queries, postId: string, id: string): Promise<Revision | null> {
  if (!isUuid(postId) || !isUuid(id)) return null;
  const [row] = await queries
    .select({ ...summaryColumns, fields: revision.fields })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.id, id)));
  if (!row) return null;
  const { createdAt, fields, ...summary } = row;
  return { ...summary, created_at: createdAt.toISOString(), fields: fields as PostFields };
}
