import { createHash } from 'node:crypto';

export interface GeneratedFile {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
  /** How long a browser or crawler may keep it. */
  maxAgeSeconds: number;
}

/** A generated file with its ETag; 304 where the asker holds it already. */
export function answerFile(request: Request, { body, contentType, maxAgeSeconds }: GeneratedFile): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'content-type': contentType, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  const known = (request.headers.get('if-none-match') ?? '').split(',');
  if (known.some((part) => part.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

/** A preview picture: made to be shown on other sites. */
export function answerCard(request: Request, png: Uint8Array<ArrayBuffer>): Response {
  const answer = answerFile(request, { body: png, contentType: 'image/png', maxAgeSeconds: 86_400 });
  answer.headers.set('cross-origin-resource-policy', 'cross-origin');
  return answer;
}

/** There is no such file. For programs, which read the status. */
export function answerMissingFile(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
