import type { Action, Role } from './contract.ts';

/** The one table of who may do what. */
const allowed: Record<Action, readonly Role[]> = {
  'blog.see': ['owner', 'editor', 'author'],
  'post.write': ['owner', 'editor', 'author'],
  'post.publish': ['owner', 'editor'],
  'post.delete': ['owner'],
  'taxonomy.manage': ['owner', 'editor'],
  'assistant.use': ['owner', 'editor', 'author'],
  'people.manage': ['owner'],
  'keys.manage': ['owner'],
};

export function allows(user: { role: Role }, action: Action): boolean {
  return allowed[action].includes(user.role);
}
