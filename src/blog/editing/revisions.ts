import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { revision } from '#database/schema.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PostFields, Revision, RevisionSummary } from '../editing-contract.ts';

/** A user's autosaves within the same clock-aligned interval share one revision. */
const autosaveWindowMs = 10 * 60_000;
/** Per post. Revisions of other kinds are never deleted. */
const maxAutosaves = 50;

interface NewRevision {
  postId: string;
  version: number;
  kind: RevisionSummary['kind'];
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

export async function hasRevision(queries: Queries, postId: string, version: number): Promise<boolean> {
  const [row] = await queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.version, version)))
    .limit(1);
  return row !== undefined;
}

async function deleteOldestAutosaves(queries: Queries, postId: string): Promise<void> {
  const oldAutosaves = await queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.kind, 'autosaved')))
    .orderBy(desc(revision.version))
    .offset(maxAutosaves);
  if (oldAutosaves.length === 0) return;
  await queries.delete(revision).where(
    inArray(
      revision.id,
      oldAutosaves.map((row) => row.id),
    ),
  );
}

function isSamePeriod(a: Date, b: Date): boolean {
  return Math.floor(a.getTime() / autosaveWindowMs) === Math.floor(b.getTime() / autosaveWindowMs);
}

const titleColumn = sql<string>`${revision.fields} ->> 'title'`;
const summaryColumns = {
  id: revision.id,
  version: revision.version,
  kind: revision.kind,
  authorName: revision.authorName,
  createdAt: revision.createdAt,
};

export async function listRevisions(queries: Queries, postId: string): Promise<RevisionSummary[]> {
  if (!isUuid(postId)) return [];
  const rows = await queries
    .select({ ...summaryColumns, title: titleColumn })
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version));
  return rows.map(toRevisionSummary);
}

export async function readRevision(queries: Queries, postId: string, id: string): Promise<Revision | null> {
  if (!isUuid(postId) || !isUuid(id)) return null;
  const [row] = await queries
    .select({ ...summaryColumns, title: titleColumn, fields: revision.fields })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.id, id)));
  return row ? { ...toRevisionSummary(row), fields: row.fields as PostFields } : null;
}

function toRevisionSummary({
  authorName,
  createdAt,
  id,
  version,
  kind,
  title,
}: Pick<typeof revision.$inferSelect, keyof typeof summaryColumns> & { title: string }): RevisionSummary {
  return { id, version, kind, title, author_name: authorName, created_at: createdAt.toISOString() };
}
