import { commands } from 'vitest/browser';
import type { DeskPost } from '#desk/contract.ts';
import BlogAdminPage from '#web/admin/blog-page.tsx';
import { listedPost } from '#web/admin/fixtures/admin-posts.ts';
import { readDeskFilters } from '#web/admin/list/desk-filters.ts';
import { renderAdminPage } from './render-admin-page.tsx';

/** For `stubResponses`. */
export const listCall = 'GET /api/admin/posts';
export const listOf = (found: DeskPost[], totalPosts = found.length) => ({ posts: found, totalPosts });

interface Situation {
  query?: string;
  found?: DeskPost[];
  totalPosts?: number;
  mayPublish?: boolean;
  mayDelete?: boolean;
  locale?: 'en' | 'de';
}

/** The list of the administration as its server sends it. */
export async function renderBlogPage(situation: Situation = {}) {
  const { query = '', found = [listedPost()], totalPosts, mayPublish = true, mayDelete = true } = situation;
  const rendered = await renderAdminPage(BlogAdminPage, {
    path: `/admin/blog${query}`,
    loaderData: {
      asked: readDeskFilters(new URLSearchParams(query)),
      list: listOf(found, totalPosts),
      ...{ pageSize: 50, userId: 'ada', mayPublish, mayDelete, expiresAt: Date.now() + 3_600_000 },
    },
    locale: situation.locale ?? 'en',
  });
  const { screen } = rendered;
  const section = screen.getByRole('region', { name: /^(Posts|Beiträge)$/ });
  return {
    ...rendered,
    section,
    cards: screen.getByRole('article'),
    status: section.getByRole('status'),
    language: screen.getByLabelText('Language', { exact: true }),
    search: screen.getByLabelText('Search posts'),
    statusFilter: screen.getByLabelText('Status'),
  };
}

/** Queries of the lists that were fetched. */
export const listFetches = async () =>
  (await commands.listRequests())
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/posts?'))
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

/** What such a list asks for where nothing is chosen. */
export const plainQuery = { locale: 'en', page: '1', search: '', status: '' };
