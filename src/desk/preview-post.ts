import type { Post } from '#blog/contract.ts';
import { applyFieldsToPost } from '#blog/preview-post.ts';
import { readPosts } from '#blog/read-posts.ts';
import type { EditingDeps } from './desk-tools.ts';
import { readEditorPost } from './read-document.ts';

export async function readPostPreview(deps: EditingDeps, id: string): Promise<Post | null> {
  const { query } = deps.database;
  const document = await readEditorPost(query, id);
  const [post] = document ? await readPosts(query, [id]) : [];
  return document && post ? applyFieldsToPost(query, post, document.fields) : null;
}
