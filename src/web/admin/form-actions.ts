import { data, type HeadersArgs, redirect } from 'react-router';
import type { AccountError } from '#accounts/contract.ts';
import type { Result } from '#platform/result.ts';
import { formLimitBytes } from '../contract.ts';
import { clientNetworkHeader } from '../request-contract.ts';
import { readForm } from '../requests/read-form.ts';

export function isReadRequest(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

export function addCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Post/redirect/get: reloading the page doesn't send the form again. */
export function redirectTo(path: string, cookies: readonly string[] = []): Response {
  return addCookies(redirect(path, 303), cookies);
}

interface FormValues {
  name?: string;
  email?: string;
}

/** The page shows the link once; it is not stored. */
export function linkResult(link: { link: string; isMailed: boolean }) {
  const values: FormValues = {};
  return data({ errorCode: null, values, link });
}

/** 422, or 429 with Retry-After. */
export function formErrorInit({ code, retryAfterSeconds }: AccountError): ResponseInit {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return { status: code === 'attempts.too_many' ? 429 : 422, headers };
}

export function formError(error: AccountError, values: FormValues = {}) {
  const { code: errorCode, pendingSignIn } = error;
  return data(
    { errorCode, values, link: null, ...(pendingSignIn && { pendingSignIn }) },
    formErrorInit(error),
  );
}

/** Redirects with the cookies of a successful change, if it has any. */
export function redirectOrError(
  result: Result<readonly string[] | null, AccountError>,
  path: string,
  values?: FormValues,
) {
  return result.ok ? redirectTo(path, result.value ?? []) : formError(result.error, values);
}

/** Without this as the route's `headers`, the response would lose Retry-After. */
export function forwardActionHeaders({ actionHeaders }: HeadersArgs): Headers {
  return actionHeaders;
}

/** Throws 415 for anything but a URL-encoded form. */
export async function readAdminFields(
  request: Request,
  limitBytes = formLimitBytes,
): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw data(null, { status: 415 });
  return readForm(request, limitBytes);
}

/** `readAdminFields`, for a form without repeated fields. */
export async function readAdminForm(
  request: Request,
  limitBytes = formLimitBytes,
): Promise<(name: string) => string> {
  const form = await readAdminFields(request, limitBytes);
  return (name) => form.get(name) ?? '';
}

/** Identifies the client for rate limits. The server overwrites a network header sent by the client. */
export function requestClient(request: Request): { headers: Headers; network: string } {
  return { headers: request.headers, network: request.headers.get(clientNetworkHeader) ?? '' };
}
