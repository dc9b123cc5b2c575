import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { createAdminPost } from '#web/admin/fixtures/admin-posts.ts';
import { parseAdminPostFilters } from '#web/admin/posts/admin-post-filters.ts';
import BlogAdminPage from '#web/admin/posts/posts-page.tsx';
import { renderAdminPage } from './render-page.tsx';

/** For `stubResponses`. */
export const listCall = 'GET /api/admin/posts';
export const toPostList = (found: AdminPostSummary[], totalPosts = found.length) => ({
  posts: found,
  totalPosts,
});

const currentPath = () => window.location.pathname + window.location.search;

interface Situation {
  query?: string;
  found?: AdminPostSummary[];
  totalPosts?: number;
  mayPublish?: boolean;
  mayDelete?: boolean;
  hasModel?: boolean;
  locale?: 'en' | 'de';
}

export async function renderBlogPage(situation: Situation = {}) {
  const {
    query = '',
    found = [createAdminPost()],
    totalPosts,
    mayPublish = true,
    mayDelete = true,
  } = situation;
  const path = `/admin/blog${query}`;
  const before = currentPath();
  window.history.pushState(null, '', path);
  onTestFinished(() => window.history.replaceState(null, '', before));
  const { screen } = await renderAdminPage(BlogAdminPage, {
    path,
    loaderData: {
      filters: parseAdminPostFilters(new URLSearchParams(query)),
      list: toPostList(found, totalPosts),
      pageSize: 50,
      options: {
        categories: [{ slug: 'wind', name: 'Wind' }],
        tags: [
          { id: 'tag-1', slug: 'kites', name: 'Kites' },
          { id: 'tag-2', slug: 'video', name: 'Video' },
        ],
        authors: [{ id: 'ada', name: 'Ada' }],
      },
      hasModel: situation.hasModel ?? true,
      userId: 'ada',
      mayPublish,
      mayDelete,
      expiresAt: Date.now() + 3_600_000,
    },
    locale: situation.locale ?? 'en',
  });
  const section = screen.getByRole('region', { name: /^(Posts|Beiträge)$/ });
  return {
    screen,
    currentPath,
    goBack: () => window.history.back(),
    section,
    rows: screen.getByRole('row', { name: /^Select “|auswählen/ }),
    status: section.getByRole('status'),
    language: screen.getByLabelText('Language', { exact: true }),
    search: screen.getByLabelText('Search posts'),
    statusFilter: screen.getByLabelText('Status', { exact: true }),
  };
}

export const listFetches = async () =>
  (await commands.listRequests())
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/posts?'))
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

export const plainQuery = {
  locale: 'en',
  page: '1',
  search: '',
  status: '',
  state: '',
  language: '',
  category: '',
  tag: '',
  author: '',
  sort: 'newest',
};
