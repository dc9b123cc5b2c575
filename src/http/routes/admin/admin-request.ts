import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AuthSession } from '#accounts/contract.ts';
import type { Actor, EditError, EditorPost } from '#blog/editing-contract.ts';
import type { Result } from '#platform/result.ts';
import type { Services } from '../../context.ts';
import type { HttpErrorCode } from '../../responses/error-response.ts';
import type { AdminRoute } from './permissions.ts';

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

/** An authorized request. */
export interface AdminRequest {
  context: Context;
  user: AuthSession['user'];
  actor: Actor;
  /** Checks the session again: a role change ends it, and a body may take minutes to arrive. */
  isStillSignedIn(): Promise<boolean>;
  /** The message is in the language of the user. */
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

/** Includes what the editor needs to recover, such as the current post after a conflict. */
export function editErrorResponse(
  { respondError }: AdminRequest,
  { code, current, picture }: EditError,
): Response {
  return respondError(code, { ...(current && { current }), ...(picture !== undefined && { picture }) });
}

/** Sends the post with its version as ETag, which the next change must send as If-Match. */
export function editorPostResponse(
  call: AdminRequest,
  result: Result<EditorPost, EditError>,
  status: 200 | 201 = 200,
): Response {
  if (!result.ok) return editErrorResponse(call, result.error);
  call.context.header('etag', `"${result.value.version}"`);
  return call.context.json(result.value, status);
}

/** Parses `If-Match: "7"`. Null if it is missing or malformed. */
export function parseIfMatch({ context }: AdminRequest): number | null {
  const [, digits] = /^"(\d{1,9})"$/.exec(context.req.header('if-match') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null if the path parameter is not a UUID. */
export function uuidParam({ context }: AdminRequest, name = 'id'): string | null {
  const id = context.req.param(name) ?? '';
  return uuid.test(id) ? id.toLowerCase() : null;
}
