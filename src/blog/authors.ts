import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { accountUser, article, author, authorSlugHistory, mediaFile, post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { AuthorOption, AuthorProfileInput, Authors } from './authors-contract.ts';
import type { BlogChange } from './contract.ts';
import type { EditError } from './editing-contract.ts';
import { type ImageStore, toStoredImage } from './images.ts';
import { findFreeSlug, normalizeSlug, numberedSlug, unicodeSlug } from './slug.ts';

interface AuthorsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  imageStore: Pick<ImageStore, 'store'>;
  now(): number;
  emitChange(change: BlogChange): Promise<void> | void;
}

/** Posts, lists, feeds and sitemaps of every language show authors. */
export const changeOfAllAuthors: BlogChange = { articleId: null, locales: [...locales] };

export function createAuthors({ database, imageStore, now, emitChange }: AuthorsDeps): Authors {
  const { query } = database;

  async function change(
    run: (queries: Queries) => Promise<Result<null, EditError>>,
  ): Promise<Result<null, EditError>> {
    const changed = await database.transaction(async (queries) => {
      await lockUntilCommit(queries, 'authors');
      return run(queries);
    });
    if (changed.ok) await emitChange(changeOfAllAuthors);
    return changed;
  }

  return {
    async listAuthors() {
      const users = await query
        .select({
          id: accountUser.id,
          userName: accountUser.name,
          name: author.name,
          isPublic: author.isPublic,
        })
        .from(accountUser)
        .leftJoin(author, eq(author.id, accountUser.id));
      const others = await query.select().from(author).where(isNull(author.userId));
      const options: AuthorOption[] = [
        ...users.map(({ id, userName, name, isPublic }) => ({
          id,
          name: name ?? userName,
          is_public: isPublic ?? false,
          has_account: true,
        })),
        ...others.map(({ id, name, isPublic }) => ({ id, name, is_public: isPublic, has_account: false })),
      ];
      return options.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    },
    async readProfile(id) {
      const [found] = await query
        .select({ author, image: mediaFile })
        .from(author)
        .leftJoin(mediaFile, eq(mediaFile.id, author.imageFileId))
        .where(eq(author.id, id));
      if (found) {
        const { slug, name, bios, isPublic } = found.author;
        return {
          id,
          slug,
          name,
          bios,
          is_public: isPublic,
          image: found.image && toStoredImage(found.image),
        };
      }
      const name = await findUserName(query, id);
      return name === null ? null : { id, slug: null, name, bios: {}, is_public: false, image: null };
    },
    saveProfile: (id, { name, bios, is_public }) =>
      change(async (queries) => {
        const normalizedName = normalizeLine(name);
        const before = await ensureProfile(queries, id, { name: normalizedName, now: now() });
        if (!before) return fail({ code: 'author.missing' });
        const slug = isSlugOf(before.slug, normalizedName)
          ? before.slug
          : await chooseAuthorSlug(queries, normalizedName, id);
        const columns = { slug, name: normalizedName, bios: normalizeBios(bios), isPublic: is_public };
        await queries.update(author).set(columns).where(eq(author.id, id));
        await queries.delete(authorSlugHistory).where(eq(authorSlugHistory.slug, slug));
        if (slug !== before.slug && before.isPublic)
          await queries.insert(authorSlugHistory).values({ slug: before.slug, authorId: id });
        return ok(null);
      }),
    async saveImage(id, bytes) {
      const stored = bytes && (await imageStore.store(bytes));
      if (stored && !stored.ok) return stored;
      return change(async (queries) => {
        const name = await findUserName(queries, id);
        const profile = await ensureProfile(queries, id, { name: name ?? '', now: now() });
        if (!profile) return fail({ code: 'author.missing' });
        await queries
          .update(author)
          .set({ imageFileId: stored?.value.id ?? null })
          .where(eq(author.id, id));
        return ok(null);
      });
    },
    async changeAuthor(postId, authorId) {
      const changed = await database.transaction(async (queries): Promise<Result<BlogChange, EditError>> => {
        await lockUntilCommit(queries, 'blogWrites');
        const [found] = isUuid(postId)
          ? await queries.select({ articleId: post.articleId }).from(post).where(eq(post.id, postId))
          : [];
        if (!found) return fail({ code: 'post.missing' });
        if (!(await existsAuthor(queries, authorId))) return fail({ code: 'author.missing' });
        const { articleId } = found;
        await queries.update(article).set({ authorId }).where(eq(article.id, articleId));
        const published = await queries
          .select({ locale: post.locale })
          .from(post)
          .where(and(eq(post.articleId, articleId), eq(post.status, 'published')));
        return ok({ articleId, locales: published.map(({ locale }) => locale as Locale) });
      });
      if (!changed.ok) return changed;
      await emitChange(changed.value);
      return ok(null);
    },
  };
}

async function findUserName(queries: Queries, id: string): Promise<string | null> {
  const [user] = await queries
    .select({ name: accountUser.name })
    .from(accountUser)
    .where(eq(accountUser.id, id));
  return user?.name ?? null;
}

async function existsAuthor(queries: Queries, id: string): Promise<boolean> {
  return (await findUserName(queries, id)) !== null || (await queries.$count(author, eq(author.id, id))) > 0;
}

/** A new profile is not public. null if there is no such user or author. */
async function ensureProfile(
  queries: Queries,
  id: string,
  { name, now }: { name: string; now: number },
): Promise<typeof author.$inferSelect | null> {
  const [existing] = await queries.select().from(author).where(eq(author.id, id));
  if (existing) return existing;
  if ((await findUserName(queries, id)) === null) return null;
  const slug = await chooseAuthorSlug(queries, name, id);
  const [row] = await queries
    .insert(author)
    .values({ id, userId: id, slug, name, createdAt: new Date(now) })
    .returning();
  return row ?? null;
}

function slugFromName(name: string): string {
  return unicodeSlug('en', name) || 'author';
}

/** True for `ada-2` and Ada: a saved profile keeps its number. */
function isSlugOf(slug: string, name: string): boolean {
  const number = Number(/-(\d+)$/.exec(slug)?.[1] ?? 1);
  const base = slugFromName(name);
  return slug === base || slug === numberedSlug(base, number);
}

/** Not a current or former slug of another author. */
async function chooseAuthorSlug(queries: Queries, name: string, id: string): Promise<string> {
  return findFreeSlug(slugFromName(name), async (candidates) => {
    const used = await queries
      .select({ slug: author.slug })
      .from(author)
      .where(and(inArray(author.slug, candidates), ne(author.id, id)));
    const former = await queries
      .select({ slug: authorSlugHistory.slug })
      .from(authorSlugHistory)
      .where(and(inArray(authorSlugHistory.slug, candidates), ne(authorSlugHistory.authorId, id)));
    return [...used, ...former].map(({ slug }) => slug);
  });
}

function normalizeBios(bios: AuthorProfileInput['bios']): Partial<Record<Locale, string>> {
  const lines = locales.map((locale) => [locale, normalizeLine(bios[locale] ?? '')]);
  return Object.fromEntries(lines.filter(([, line]) => line !== ''));
}

export interface NewAuthor {
  slug: string;
  name: string;
  bios?: Partial<Record<string, string>>;
  /** Of another site: never an author with an account, who may be somebody else with the same slug. */
  isForeign?: boolean;
}

/** The author who has or had the slug, or the columns of a new one. */
export async function findAuthor(
  queries: Queries,
  { slug, name, bios = {}, isForeign = false }: NewAuthor,
): Promise<{ id: string } | { id: null; columns: Omit<typeof author.$inferInsert, 'id' | 'createdAt'> }> {
  const normalizedName = normalizeLine(name);
  const base = normalizeSlug(slug) || slugFromName(normalizedName);
  for (let number = 1; ; number += 1) {
    const candidate = numberedSlug(base, number);
    const columns = { id: author.id, userId: author.userId };
    const [existing] = await queries.select(columns).from(author).where(eq(author.slug, candidate));
    const [former] = await queries
      .select(columns)
      .from(authorSlugHistory)
      .innerJoin(author, eq(author.id, authorSlugHistory.authorId))
      .where(eq(authorSlugHistory.slug, candidate));
    const found = existing ?? former;
    if (!found) return { id: null, columns: { slug: candidate, name: normalizedName, bios, isPublic: true } };
    if (!isForeign || found.userId === null) return { id: found.id };
  }
}

/**
 * For seeds and imports: the author who has or had this slug, otherwise a new public author without an account.
 * Never changes an existing one. Returns the id.
 */
export async function ensureAuthor(
  { database, now, emitChange }: Omit<AuthorsDeps, 'imageStore'>,
  newAuthor: NewAuthor,
): Promise<string> {
  const { id, isNew } = await database.transaction(async (queries) => {
    await lockUntilCommit(queries, 'authors');
    const found = await findAuthor(queries, newAuthor);
    if (found.id !== null) return { id: found.id, isNew: false };
    const newId = randomUUID();
    await queries.insert(author).values({ ...found.columns, id: newId, createdAt: new Date(now()) });
    return { id: newId, isNew: true };
  });
  if (isNew) await emitChange(changeOfAllAuthors);
  return id;
}
