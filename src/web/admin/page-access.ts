import type { Permission } from '#accounts/contract.ts';

/** `anyone`, `signed-in` (any role), or the permission that the role must have. */
export type PageAccess = 'anyone' | 'signed-in' | Permission;

/** Every path below `/admin`. A path missing here is 404 for everyone. */
export const adminPageAccess: Record<string, PageAccess> = {
  '/admin': 'signed-in',
  '/admin/sign-in': 'anyone',
  '/admin/set-up': 'anyone',
  '/admin/reset': 'anyone',
  '/admin/invitation': 'anyone',
  '/admin/sign-out': 'signed-in',
  '/admin/account': 'signed-in',
  '/admin/people': 'people.manage',
  '/admin/keys': 'keys.manage',
  '/admin/blog': 'blog.see',
  '/admin/blog/:post': 'post.write',
  '/admin/preview/:post': 'blog.see',
  '/admin/categories': 'taxonomy.manage',
  '/admin/tags': 'taxonomy.manage',
  '/admin/translation': 'post.publish',
};
