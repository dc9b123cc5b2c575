import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';

export function fileResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string,
  maxAgeSeconds: number,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'content-type': contentType, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  const cachedTags = (request.headers.get('if-none-match') ?? '').split(',');
  if (cachedTags.some((part) => part.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

/** Other sites may embed the image. */
export function imageResponse(request: Request, png: Uint8Array<ArrayBuffer>): Response {
  const response = fileResponse(request, png, 'image/png', 86_400);
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
}

export function fileNotFoundResponse({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Response {
  context.get(servicesContext).onMissingPath(new URL(request.url).pathname);
  return new Response('Not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
