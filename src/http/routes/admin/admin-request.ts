import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AuthSession } from '#accounts/contract.ts';
import type { Actor, EditError, EditorPost } from '#blog/editing-contract.ts';
import type { Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { Services } from '../../context.ts';
import type { HttpErrorCode } from '../../responses/error-response.ts';
import type { AdminRoute } from './route-permissions.ts';

export type AdminDeps = Pick<
  Services,
  | 'accounts'
  | 'shutdownSignal'
  | 'editor'
  | 'taxonomy'
  | 'imageStore'
  | 'previews'
  | 'runs'
  | 'translationReview'
  | 'glossaryStore'
  | 'preferredLocale'
  | 'formatError'
>;

export interface AdminRequest {
  context: Context;
  user: AuthSession['user'];
  actor: Actor;
  /** Checks the session again: a role change ends it, and a body may take minutes to arrive. */
  isStillSignedIn(): Promise<boolean>;
  respondError(code: HttpErrorCode, more?: object): Response;
}

export type AdminHandler = (call: AdminRequest) => Promise<Response>;
export type AdminHandlers<Names extends AdminRoute> = Record<Names, AdminHandler>;

const statuses: Partial<Record<HttpErrorCode, ContentfulStatusCode>> = {
  'request.anonymous': 401,
  'request.foreign': 403,
  'role.forbids': 403,
  'call.unknown': 404,
  'post.missing': 404,
  'revision.missing': 404,
  'category.missing': 404,
  'tag.missing': 404,
  'run.missing': 404,
  'offer.missing': 404,
  'post.conflict': 409,
  'run.over': 409,
  'run.live': 409,
  'offer.gone': 409,
  'slug.taken': 409,
  'language.taken': 409,
  'body.heavy': 413,
  'body.type': 415,
  'picture.unreadable': 422,
  'picture.too_large': 422,
  'picture.foreign': 422,
  'schedule.past': 422,
  'run.empty': 422,
  'run.translation': 422,
  'version.missing': 428,
  'server.failed': 500,
  'server.unwritable': 503,
};

export function statusForCode(code: HttpErrorCode): ContentfulStatusCode {
  return statuses[code] ?? 400;
}

export function editErrorResponse(
  { respondError }: AdminRequest,
  { code, current, picture }: EditError,
): Response {
  return respondError(code, { ...(current && { current }), ...(picture !== undefined && { picture }) });
}

/** The next change must send this ETag as If-Match. */
export function editorPostResponse(
  call: AdminRequest,
  result: Result<EditorPost, EditError>,
  status: 200 | 201 = 200,
): Response {
  if (!result.ok) return editErrorResponse(call, result.error);
  call.context.header('etag', `"${result.value.version}"`);
  return call.context.json(result.value, status);
}

/** `If-Match: "7"` gives 7; null if missing or malformed. */
export function parseIfMatch({ context }: AdminRequest): number | null {
  const [, digits] = /^"(\d{1,9})"$/.exec(context.req.header('if-match') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

export function uuidParam({ context }: AdminRequest, name = 'id'): string | null {
  const id = context.req.param(name) ?? '';
  return isUuid(id) ? id.toLowerCase() : null;
}
