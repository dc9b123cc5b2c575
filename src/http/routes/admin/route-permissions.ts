import type { Permission } from '#accounts/contract.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** No other routes are mounted under `/api/admin`. */
export const adminPermissions = {
  'GET /posts': 'blog.see',
  'POST /posts': 'post.write',
  'GET /posts/:id': 'blog.see',
  'PUT /posts/:id': 'post.write',
  'DELETE /posts/:id': 'post.delete',
  'POST /posts/:id/status': 'post.write',
  'DELETE /posts/:id/working-copy': 'post.write',
  'GET /posts/:id/revisions': 'blog.see',
  'GET /posts/:id/revisions/:revision': 'blog.see',
  'POST /posts/:id/revisions/:revision/restore': 'post.write',
  'POST /posts/:id/preview-link': 'post.write',
  'GET /posts/:id/run': 'post.publish',
  'POST /posts/:id/translations': 'post.publish',
  'POST /posts/:id/translations/estimate': 'post.publish',
  'GET /runs/:id': 'post.publish',
  'GET /runs/:id/events': 'post.publish',
  'POST /runs/:id/cancel': 'post.publish',
  'POST /runs/:id/retry': 'post.publish',
  'GET /posts/:id/translation': 'blog.see',
  'POST /posts/:id/offers/:hash/take': 'post.write',
  'POST /posts/:id/offers/:hash/keep': 'post.write',
  'POST /posts/:id/translation/approve': 'post.write',
  'GET /translation/styles': 'post.publish',
  'PUT /translation/styles/:locale': 'post.publish',
  'GET /translation/spending': 'post.publish',
  'GET /pictures': 'blog.see',
  'POST /pictures': 'post.write',
  'POST /pictures/fetch': 'post.write',
  'GET /categories': 'blog.see',
  'POST /categories': 'taxonomy.manage',
  'PUT /categories/:id': 'taxonomy.manage',
  'DELETE /categories/:id': 'taxonomy.manage',
  'GET /tags': 'blog.see',
  'POST /tags': 'taxonomy.manage',
  'PUT /tags/:id': 'taxonomy.manage',
  'DELETE /tags/:id': 'taxonomy.manage',
} as const satisfies Record<`${Method} /${string}`, Permission>;

export type AdminRoute = keyof typeof adminPermissions;
