import type { Action } from '#accounts/contract.ts';

/** Who may open a page of the administration: anyone, whoever is signed in, or whose role allows the action. */
export type Access = 'anyone' | 'signed-in' | Action;

/** Every address below `/admin`, as routes.ts has it. One that is missing here is refused to everybody. */
export const adminAccess: Record<string, Access> = {
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
