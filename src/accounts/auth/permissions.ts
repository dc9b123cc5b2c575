import type { Permission, Role } from '../contract.ts';

const allowed: Record<Permission, readonly Role[]> = {
  'blog.see': ['owner', 'editor', 'author'],
  'post.write': ['owner', 'editor', 'author'],
  'post.publish': ['owner', 'editor'],
  'post.delete': ['owner'],
  'taxonomy.manage': ['owner', 'editor'],
  'assistant.use': ['owner', 'editor', 'author'],
  'people.manage': ['owner'],
  'keys.manage': ['owner'],
};

export function can(user: { role: Role }, action: Permission): boolean {
  return allowed[action].includes(user.role);
}
