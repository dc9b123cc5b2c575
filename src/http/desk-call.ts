import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SignedIn } from '#accounts/signed-in.ts';
import type { DeskDocument, DeskError, Writer } from '#desk/contract.ts';
import type { Result } from '#platform/result.ts';
import type { Services } from '#services.ts';
import type { DeskCallName } from './desk-access.ts';
import type { RefusalCode } from './refusal.ts';

export type DeskServices = Pick<
  Services,
  | 'accounts'
  | 'ending'
  | 'desk'
  | 'shelves'
  | 'pictures'
  | 'previews'
  | 'runs'
  | 'translationNotes'
  | 'translationBooks'
  | 'preferredLocale'
  | 'wordError'
>;

/** A call of someone who may make it. */
export interface DeskCall {
  context: Context;
  user: SignedIn['user'];
  writer: Writer;
  /** Whether their session still is: it ends with a role, and a body may take minutes to arrive. */
  isStillSignedIn(): Promise<boolean>;
  /** Refused, in the language of who asks. */
  refuse(code: RefusalCode, more?: object): Response;
}

/** Answers, or the refusal. */
export type DeskHandler = (call: DeskCall) => Promise<Response>;
/** Handlers of some of the calls, by the names of the table. */
export type DeskHandlers<Names extends DeskCallName> = Record<Names, DeskHandler>;

const statuses: Partial<Record<RefusalCode, ContentfulStatusCode>> = {
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

/** 400 for what is not in the list: the caller's own mistake. */
export function statusOf(code: RefusalCode): ContentfulStatusCode {
  return statuses[code] ?? 400;
}

/** What the desk refused, with what the editor needs to go on. */
export function refuseDesk({ refuse }: DeskCall, { code, current, picture }: DeskError): Response {
  return refuse(code, { ...(current && { current }), ...(picture !== undefined && { picture }) });
}

/** A post with the version its next change is to name, or why there is none. */
export function answerDocument(
  call: DeskCall,
  result: Result<DeskDocument, DeskError>,
  status: 200 | 201 = 200,
): Response {
  if (!result.ok) return refuseDesk(call, result.error);
  call.context.header('etag', `"${result.value.version}"`);
  return call.context.json(result.value, status);
}

/** The version a change is based on: `If-Match: "7"`. null where it is missing or says something else. */
export function versionOf({ context }: DeskCall): number | null {
  const [, digits] = /^"(\d{1,9})"$/.exec(context.req.header('if-match') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the path; null for what can be none. */
export function idOf({ context }: DeskCall, name = 'id'): string | null {
  const id = context.req.param(name) ?? '';
  return uuid.test(id) ? id.toLowerCase() : null;
}
