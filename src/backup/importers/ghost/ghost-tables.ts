import { type ImportLossCode, importedPostsMax } from '../../contract.ts';
import { ForeignFileError, type Losses } from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';
import { readJsonRows } from './json-rows.ts';

export type Row = Record<string, unknown>;

/** Everything but the posts, which are read one at a time. */
export interface GhostTables {
  tags: Map<string, { slug: string; name: string; isInternal: boolean }>;
  users: Map<string, { slug: string; name: string }>;
  /** Ids by post, in their order. */
  tagsOfPost: Map<string, string[]>;
  authorsOfPost: Map<string, string[]>;
  metaOfPost: Map<string, Row>;
  settings: Map<string, string>;
  /** Without their texts. */
  posts: Row[];
}

/** Tables with something of the owner's that has no place here. */
const lostTables = new Map<string, ImportLossCode>([
  ['members', 'members'],
  ['subscribers', 'members'],
  ['comments', 'comments'],
  ['snippets', 'block.unknown'],
]);

const textColumns = new Set(['html', 'lexical', 'mobiledoc', 'markdown', 'plaintext']);

export async function readGhostTables(open: OpenSource, losses: Losses): Promise<GhostTables | null> {
  const tables: GhostTables = {
    tags: new Map(),
    users: new Map(),
    tagsOfPost: new Map(),
    authorsOfPost: new Map(),
    metaOfPost: new Map(),
    settings: new Map(),
    posts: [],
  };
  const links = { posts_tags: [] as Row[], posts_authors: [] as Row[] };
  let rows = 0;
  for await (const { table, row } of readJsonRows(open)) {
    rows += 1;
    if (rows > 20 * importedPostsMax || tables.posts.length > importedPostsMax)
      throw new ForeignFileError('archive.too_large');
    if (table === 'posts')
      tables.posts.push(Object.fromEntries(Object.entries(row).filter(([name]) => !textColumns.has(name))));
    else if (table === 'tags') addTag(tables, row, losses);
    else if (table === 'users') addUser(tables, row, losses);
    else if (table === 'posts_tags' || table === 'posts_authors') links[table].push(row);
    else if (table === 'posts_meta') tables.metaOfPost.set(text(row.post_id), row);
    else if (table === 'settings') tables.settings.set(text(row.key), text(row.value));
    const lost = lostTables.get(table);
    if (lost) losses.add(lost, lost === 'block.unknown' ? table : '');
  }
  tables.tagsOfPost = groupLinks(links.posts_tags, 'tag_id');
  tables.authorsOfPost = groupLinks(links.posts_authors, 'author_id');
  if (tables.settings.get('codeinjection_head') || tables.settings.get('codeinjection_foot'))
    losses.add('code.injected');
  return tables.posts.length + tables.tags.size === 0 ? null : tables;
}

function addTag({ tags }: GhostTables, row: Row, losses: Losses): void {
  const name = text(row.name);
  const isInternal =
    row.visibility === 'internal' || name.startsWith('#') || row.hidden === 1 || row.hidden === true;
  if (isInternal) losses.add('tag.internal', name);
  if (!isInternal && (row.description || row.feature_image || row.image)) losses.add('tag.details', name);
  tags.set(text(row.id), { slug: text(row.slug), name, isInternal });
}

function addUser({ users }: GhostTables, row: Row, losses: Losses): void {
  const name = text(row.name);
  if (row.bio || row.profile_image || row.image || row.cover_image || row.cover || row.website)
    losses.add('author.details', name);
  users.set(text(row.id), { slug: text(row.slug), name });
}

function groupLinks(rows: readonly Row[], column: string): Map<string, string[]> {
  const byPost = new Map<string, string[]>();
  const inOrder = rows.toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0));
  for (const row of inOrder) {
    const id = text(row.post_id);
    const ids = byPost.get(id);
    if (ids) ids.push(text(row[column]));
    else byPost.set(id, [text(row[column])]);
  }
  return byPost;
}

/** Ids are numbers in early versions. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
