import type { AdminTestServer } from './start-admin-server.ts';

export async function sendAsOwner(
  server: AdminTestServer,
  method: string,
  path: string,
  body: string | null,
  more: object = {},
) {
  const response = await fetch(server.origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      cookie: server.getCookie('owner'),
      'if-match': '"1"',
      ...more,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
