import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { fail, ok, type Result } from '#platform/result.ts';
import { isWellFormedJson, type JsonLimits, readSoundJson } from '#platform/sound-json.ts';
import {
  articleSchema,
  type ContentArticle,
  categoriesSchema,
  headSchema,
  tagsSchema,
} from './content-schema.ts';
import { articleBytesMax, contentBytesMax, type ImportError, jsonBytesMax, postsMax } from './contract.ts';
import type { OpenZip } from './open-zip.ts';

export interface Content {
  categories: z.infer<typeof categoriesSchema>;
  tags: z.infer<typeof tagsSchema>;
  /** Each is read when it is asked for. */
  articles(): AsyncGenerator<ContentArticle>;
  /** The bytes of a picture; null where the archive has none of this name, or too large a one. */
  picture(id: string, maxBytes: number): Promise<Uint8Array | null>;
}

/** A file of the archive: how it is to read, and how much of it may be there before any of it is parsed. */
interface Form<Schema extends z.ZodType> {
  schema: Schema;
  bytes: number;
  limits: JsonLimits;
}

const head = { schema: headSchema, bytes: 10_000, limits: { depth: 2, names: 20, values: 20 } };
const shelves = { bytes: articleBytesMax, limits: { depth: 4, names: 250_000, values: 300_000 } };
const categories = { schema: categoriesSchema, ...shelves };
const tags = { schema: tagsSchema, ...shelves };
const article = {
  schema: articleSchema,
  bytes: articleBytesMax,
  limits: { depth: 5, names: 500, values: 20_000 },
};

const articleName = /^articles\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

/** Reads all of it once, against its schemas, so that an archive with a fault anywhere is refused before any is taken in. */
export async function readContent(zip: OpenZip): Promise<Result<Content, ImportError>> {
  const { entries } = zip;
  const names = [...entries.keys()].filter((name) => articleName.test(name)).sort();
  const bytesOf = (name: string) => entries.get(name)?.bytes ?? 0;
  const ofJson = ['unspool.json', 'categories.json', 'tags.json', ...names].map(bytesOf).reduce(add, 0);
  const ofAll = [...entries.keys()].map(bytesOf).reduce(add, 0);
  if (ofJson > jsonBytesMax || ofAll > contentBytesMax) return fail({ code: 'archive.too_large' });

  async function read<Schema extends z.ZodType>(
    name: string,
    { schema, bytes: bytesMax, limits }: Form<Schema>,
  ): Promise<Result<z.output<Schema>, ImportError>> {
    const entry = entries.get(name);
    const bytes = entry && (await zip.read(entry, bytesMax));
    if (!bytes) return fail({ code: 'archive.unreadable', entry: name });
    const parsed = schema.safeParse(jsonOf(bytes, limits));
    return parsed.success ? ok(parsed.data) : unfit(name, parsed.error.issues[0]?.path);
  }

  const found = {
    head: await read('unspool.json', head),
    categories: await read('categories.json', categories),
    tags: await read('tags.json', tags),
  };
  if (!found.head.ok) return found.head;
  if (!found.categories.ok) return found.categories;
  if (!found.tags.ok) return found.tags;
  if (names.length !== found.head.value.articles) return unfit('unspool.json', ['articles']);
  const posts = new Set<string>();
  for (const name of names) {
    const one = await read(name, article);
    if (!one.ok) return one;
    if (articleName.exec(name)?.[1] !== one.value.id) return unfit(name, ['id']);
    for (const [index, { id }] of one.value.posts.entries()) {
      if (posts.has(id)) return unfit(name, ['posts', index, 'id']);
      if (posts.size === postsMax) return fail({ code: 'archive.too_large' });
      posts.add(id);
    }
  }
  return ok({
    categories: found.categories.value,
    tags: found.tags.value,
    async *articles() {
      for (const name of names) {
        const one = await read(name, article);
        if (!one.ok) throw new Error(`${name} has changed while it was read`);
        yield one.value;
      }
    },
    async picture(id, maxBytes) {
      const entry = entries.get(`files/${id}.webp`);
      return entry ? zip.read(entry, maxBytes) : null;
    },
  });
}

function add(sum: number, bytes: number): number {
  return sum + bytes;
}

/** undefined for what is no text, no JSON, or not sound: every schema refuses that. */
function jsonOf(bytes: Buffer, limits: JsonLimits): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  const value = readSoundJson(text, limits);
  return value !== undefined && isWellFormedJson(text) ? value : undefined;
}

/** Names of the schema alone: one of the archive's own could be anything. */
function unfit(name: string, path: readonly PropertyKey[] = []) {
  const place = path.filter((part) => /^(?:[a-z_]{1,30}|\d{1,6})$/.test(String(part))).join('.');
  return fail<ImportError>({ code: 'archive.unfit', entry: place === '' ? name : `${name}: ${place}` });
}
