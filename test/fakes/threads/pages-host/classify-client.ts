import type { IncomingMessage } from 'node:http';

export type Client = 'browser' | 'crawler' | 'library';

/** Libraries and browsers with inconsistent headers get empty pages. */
export function classifyClient({ headers }: IncomingMessage): Client {
  const agent = headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0 ') || !String(headers.accept ?? '').includes('text/html'))
    return 'library';
  if (agent.includes('Googlebot/')) return 'crawler';
  const hint = headers['sec-ch-ua'];
  const version = /Chrome\/(\d+)/.exec(agent)?.[1];
  if (hint !== undefined && !(version && String(hint).includes(`"${version}"`))) return 'library';
  return 'browser';
}

function cookie(headers: IncomingMessage['headers'], name: string): string | undefined {
  return headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Checks the double-submitted token and the fetch headers of the site's own scripts. */
export function isFormAccepted(request: IncomingMessage, form: URLSearchParams, path: string): boolean {
  const { headers } = request;
  const lsd = form.get('lsd');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm || !lsd || headers['x-fb-lsd'] !== lsd) return false;
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  if (path === '/ajax/route-definition') return true;
  if (headers['x-ig-app-id'] !== '238260118697367') return false;
  if (path !== '/graphql/query') return true;
  const token = headers['x-csrftoken'];
  return token !== undefined && token !== '' && token === cookie(headers, 'csrftoken');
}
