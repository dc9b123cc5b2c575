import type { Actor, PostStatus, SavePostRequest } from './editing-contract.ts';

type ActingUser = Pick<Actor, 'id' | 'mayPublish'>;

interface PostState {
  author_id: string | null;
  status: PostStatus;
  scheduled_at: string | Date | null;
}

/** Adding a language to the article, and sharing previews of its posts. */
export function canContribute(user: ActingUser, authorId: string | null): boolean {
  return user.mayPublish || authorId === user.id;
}

/** Authors may change only their own posts, until those are published or scheduled. */
export function canChangePost(user: ActingUser, { author_id, status, scheduled_at }: PostState): boolean {
  const isPublic = status === 'published' || scheduled_at !== null;
  return user.mayPublish || (author_id === user.id && !isPublic);
}

export function isPublishing({ mode, fields }: Pick<SavePostRequest, 'mode' | 'fields'>): boolean {
  return mode === 'publish' || mode === 'schedule' || (mode === 'save' && fields.status === 'published');
}
