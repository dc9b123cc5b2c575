import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { author, category, mediaFile, tag } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { findAuthor, type NewAuthor } from '../authors.ts';
import { inspectClip } from '../clips.ts';
import type { StoredImage } from '../contract.ts';
import type { PreparedPost } from '../editing-contract.ts';
import { findStoredImage, inspectImage } from '../images.ts';
import { listFreeAddresses } from '../redirects.ts';
import type { NewCategory, NewTag } from '../taxonomy.ts';
import type { BlogWriter, BlogWriterDeps } from '../write.ts';
import { preparePost } from './prepare-post.ts';

type InsertRow = (queries: Queries) => Promise<unknown>;

/**
 * Every transaction is rolled back. A category, tag, author or image that would be created exists only in the
 * transactions that write a post with it.
 */
export function createDryRunWriter(
  deps: BlogWriterDeps,
  transaction: BlogWriter['transaction'],
): ReturnType<BlogWriter['createDryRun']> {
  const { query } = deps.database;
  const newRows = new Map<string, InsertRow>();
  const newIds = new Map<string, string>();
  const newImages = new Map<string, StoredImage>();
  const createdAt = new Date(deps.now());

  /** `key`: unique among all kinds. */
  function addRow(key: string, insert: (id: string) => InsertRow): string {
    const id = newIds.get(key) ?? randomUUID();
    if (!newIds.has(key)) newRows.set(id, insert(id));
    newIds.set(key, id);
    return id;
  }

  async function storeImage(bytes: Uint8Array) {
    const inspected = await inspectImage(deps, bytes);
    if (!inspected.ok) return inspected;
    const { digest, ...image } = inspected.value;
    if (!(await findStoredImage(query, image.id))) {
      const { id, width, height } = image;
      const row = { id, width, height, digest, bytes: bytes.length };
      newImages.set(id, image);
      newRows.set(id, (queries) => queries.insert(mediaFile).values(row));
    }
    return ok(image);
  }

  return {
    storeImage,
    async storeClip(bytes) {
      const inspected = await inspectClip(bytes);
      return inspected.ok ? ok({ src: inspected.value.src }) : inspected;
    },
    preparePost: (input) =>
      preparePost(
        {
          ...deps,
          store: storeImage,
          find: async (id) => newImages.get(id) ?? (await findStoredImage(query, id)),
        },
        input,
      ),
    async transaction<T, E>(run: Parameters<typeof transaction<T, E>>[0]): Promise<Result<T, E>> {
      let result: Result<T, E> | null = null;
      await transaction(async (tx) => {
        const inserted = new Set<string>();
        result = await run({
          ...tx,
          async write(prepared, current) {
            for (const id of listReferences(prepared)) {
              if (!inserted.has(id)) await newRows.get(id)?.(tx.queries);
              inserted.add(id);
            }
            return tx.write(prepared, current);
          },
        });
        return fail('rolled back');
      });
      if (result === null) throw new Error('the transaction did not run');
      return result;
    },
    async ensureCategory({ slug, ...columns }: NewCategory) {
      const [existing] = await query
        .select({ id: category.id })
        .from(category)
        .where(eq(category.slug, slug));
      return (
        existing?.id ??
        addRow(
          `category ${slug}`,
          (id) => (queries) => queries.insert(category).values({ id, slug, ...columns, createdAt }),
        )
      );
    },
    async ensureTag({ slug, names }: NewTag) {
      const [existing] = await query.select({ id: tag.id }).from(tag).where(eq(tag.slug, slug));
      return (
        existing?.id ??
        addRow(`tag ${slug}`, (id) => (queries) => queries.insert(tag).values({ id, slug, names, createdAt }))
      );
    },
    async ensureAuthor(newAuthor: NewAuthor) {
      const found = await findAuthor(query, newAuthor);
      if (found.id !== null) return found.id;
      return addRow(
        `author ${found.columns.slug}`,
        (id) => (queries) => queries.insert(author).values({ ...found.columns, id, createdAt }),
      );
    },
    addFormerSlug: async () => undefined,
    addRedirects: (postId, addresses) => listFreeAddresses(query, postId, addresses),
  };
}

function listReferences({ category_id, tag_ids = [], author_id, cover }: PreparedPost): string[] {
  return [category_id, author_id, cover?.id, ...tag_ids].filter((id) => typeof id === 'string');
}
