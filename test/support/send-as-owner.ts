import type { AdminTestServer } from './start-admin-server.ts';

export async function sendAsOwner(
  edge: AdminTestServer,
  method: string,
  path: string,
  body: string | null,
  more: object = {},
) {
  const response = await fetch(edge.origin + path, {
    method,
    headers: {
      ...{ 'content-type': 'application/json', origin: edge.origin, 'sec-fetch-site': 'same-origin' },
      ...{ cookie: edge.cookieOf('owner'), 'if-match': '"1"', ...more },
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
