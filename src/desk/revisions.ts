import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { revision } from '#database/schema.ts';
import type { PostFields, Revision, RevisionSummary } from './contract.ts';
import { isId } from './read-document.ts';

/** What one person types within this time, counted from the clock's full ten minutes, is one revision. */
const rollingMs = 10 * 60_000;
/** Automatic ones that are kept of a post; of the others all are. */
const automaticKept = 50;

interface NewRevision {
  postId: string;
  version: number;
  kind: RevisionSummary['kind'];
  fields: PostFields;
  by: { id: string | null; name: string };
  at: Date;
}

/** Keeps what a post is after a change. */
export async function noteRevision(queries: Queries, made: NewRevision): Promise<void> {
  const { postId, version, kind, fields, by, at } = made;
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
  const isGoingOn =
    kind === 'autosaved' &&
    last?.kind === 'autosaved' &&
    last.authorId === by.id &&
    isSamePeriod(last.createdAt, at);
  if (isGoingOn) {
    await queries.update(revision).set(columns).where(eq(revision.id, last.id));
    return;
  }
  await queries.insert(revision).values({ ...columns, postId, kind, authorId: by.id, authorName: by.name });
  if (kind === 'autosaved') await dropOldest(queries, postId);
}

/** Whether a post's version is kept. One that came from elsewhere is not. */
export async function hasRevision(queries: Queries, postId: string, version: number): Promise<boolean> {
  const [known] = await queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.version, version)))
    .limit(1);
  return known !== undefined;
}

async function dropOldest(queries: Queries, postId: string): Promise<void> {
  const old = await queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.kind, 'autosaved')))
    .orderBy(desc(revision.version))
    .offset(automaticKept);
  if (old.length === 0) return;
  await queries.delete(revision).where(
    inArray(
      revision.id,
      old.map((each) => each.id),
    ),
  );
}

function isSamePeriod(a: Date, b: Date): boolean {
  return Math.floor(a.getTime() / rollingMs) === Math.floor(b.getTime() / rollingMs);
}

const titleColumn = sql<string>`${revision.fields} ->> 'title'`;
const summaryColumns = {
  id: revision.id,
  version: revision.version,
  kind: revision.kind,
  authorName: revision.authorName,
  createdAt: revision.createdAt,
};

/** Newest first. */
export async function listRevisions(queries: Queries, postId: string): Promise<RevisionSummary[]> {
  if (!isId(postId)) return [];
  const rows = await queries
    .select({ ...summaryColumns, title: titleColumn })
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version));
  return rows.map(summaryFromRow);
}

export async function openRevision(queries: Queries, postId: string, id: string): Promise<Revision | null> {
  if (!isId(postId) || !isId(id)) return null;
  const [row] = await queries
    .select({ ...summaryColumns, title: titleColumn, fields: revision.fields })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.id, id)));
  return row ? { ...summaryFromRow(row), fields: row.fields as PostFields } : null;
}

function summaryFromRow({
  authorName,
  createdAt,
  id,
  version,
  kind,
  title,
}: Pick<typeof revision.$inferSelect, keyof typeof summaryColumns> & { title: string }): RevisionSummary {
  return { id, version, kind, title, author_name: authorName, created_at: createdAt.toISOString() };
}
