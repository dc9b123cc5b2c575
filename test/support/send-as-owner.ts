import type { DeskEdge } from './start-desk-edge.ts';

/** A call to any path by the owner, as a page of ours sends it; `body` is JSON as it is. */
export async function sendAsOwner(
  edge: DeskEdge,
  method: string,
  path: string,
  body: string | null,
  more: object = {},
) {
  const answer = await fetch(edge.origin + path, {
    method,
    headers: {
      ...{ 'content-type': 'application/json', origin: edge.origin, 'sec-fetch-site': 'same-origin' },
      ...{ cookie: edge.cookieOf('owner'), 'if-match': '"1"', ...more },
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}
