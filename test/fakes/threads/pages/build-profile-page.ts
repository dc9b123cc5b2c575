import type { Person } from '../people.ts';
import { escapeHtml } from './escape.ts';
import { serverMarkup } from './page-filler.ts';

/** Profile of `person`, or the generic page where there is none. */
export function buildProfilePage(username: string, person: Person | null): string {
  const title = person ? `${person.name} (@${person.username}) • Threads, Say more` : 'Threads';
  const link = person ? `https://www.threads.com/@${username}` : 'https://www.threads.com/';
  return (
    `<!DOCTYPE html><html lang="en"><head><title>${escapeHtml(title)}</title>` +
    `<meta property="og:title" content="${escapeHtml(title)}" />` +
    `<meta property="og:url" content="${escapeHtml(link)}" /></head>` +
    `<body><div id="mount_0_0_dm">${serverMarkup('profile', 20_000)}</div></body></html>`
  );
}
