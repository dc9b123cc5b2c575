import type { Post } from '#blog/contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readDocument } from './read-document.ts';

/** The whole post as readers would see it with its working copy. */
export async function previewPost(tools: DeskTools, id: string): Promise<Post | null> {
  const { query } = tools.database;
  const document = await readDocument(tools, query, id);
  const [post] = document ? await tools.readFullPosts(query, [id]) : [];
  return document && post ? tools.previewPost(query, post, document.fields) : null;
}
