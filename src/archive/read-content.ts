import type { z } from 'zod';
import { parseJson } from '#platform/parse-json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  articleSchema,
  type ContentArticle,
  categoriesSchema,
  headSchema,
  tagsSchema,
} from './content-schema.ts';
import { articleBytesMax, contentBytesMax, type ImportError } from './contract.ts';
import type { OpenZip } from './open-zip.ts';

export interface Content {
  categories: z.infer<typeof categoriesSchema>;
  tags: z.infer<typeof tagsSchema>;
  /** Each is read when it is asked for. */
  articles(): AsyncGenerator<ContentArticle>;
  /** The bytes of a picture; null where the archive has none of this name, or too large a one. */
  picture(id: string, maxBytes: number): Promise<Uint8Array | null>;
}

const articleName = /^articles\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;

/** Reads all of it once, against its schemas, so that an archive with a fault anywhere is refused before any is taken in. */
export async function readContent(zip: OpenZip): Promise<Result<Content, ImportError>> {
  const { entries } = zip;
  const total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  if (total > contentBytesMax) return fail({ code: 'archive.too_large' });

  async function read<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<Result<z.output<Schema>, ImportError>> {
    const entry = entries.get(name);
    const bytes = entry && (await zip.read(entry, articleBytesMax));
    if (!bytes) return fail({ code: 'archive.unreadable', entry: name });
    const parsed = schema.safeParse(parseJson(bytes.toString('utf8')));
    if (parsed.success) return ok(parsed.data);
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    return fail({ code: 'archive.unfit', entry: place === '' ? name : `${name}: ${place}` });
  }

  const head = await read('unspool.json', headSchema);
  if (!head.ok) return head;
  const categories = await read('categories.json', categoriesSchema);
  if (!categories.ok) return categories;
  const tags = await read('tags.json', tagsSchema);
  if (!tags.ok) return tags;
  const names = [...entries.keys()].filter((name) => articleName.test(name)).sort();
  if (names.length !== head.value.articles)
    return fail({ code: 'archive.unfit', entry: 'unspool.json: articles' });
  for (const name of names) {
    const article = await read(name, articleSchema);
    if (!article.ok) return article;
  }
  return ok({
    categories: categories.value,
    tags: tags.value,
    async *articles() {
      for (const name of names) {
        const article = await read(name, articleSchema);
        if (!article.ok) throw new Error(`${name} has changed while it was read`);
        yield article.value;
      }
    },
    async picture(id, maxBytes) {
      const entry = entries.get(`files/${id}.webp`);
      return entry ? zip.read(entry, maxBytes) : null;
    },
  });
}
