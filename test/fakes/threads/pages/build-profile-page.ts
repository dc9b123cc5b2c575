import type { FakeUser } from '../authors.ts';
import { escapeHtml } from './escape.ts';
import { serverMarkup } from './page-filler.ts';

/** Without a user, the generic page. */
export function buildProfilePage(username: string, user: FakeUser | null): string {
  const title = user ? `${user.name} (@${user.username}) • Threads, Say more` : 'Threads';
  const link = user ? `https://www.threads.com/@${username}` : 'https://www.threads.com/';
  return (
    `<!DOCTYPE html><html lang="en"><head><title>${escapeHtml(title)}</title>` +
    `<meta property="og:title" content="${escapeHtml(title)}" />` +
    `<meta property="og:url" content="${escapeHtml(link)}" /></head>` +
    `<body><div id="mount_0_0_dm">${serverMarkup('profile', 20_000)}</div></body></html>`
  );
}
