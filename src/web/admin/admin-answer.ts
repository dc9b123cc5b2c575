import { data, type HeadersArgs, redirect } from 'react-router';
import type { AccountError } from '#accounts/contract.ts';
import { networkHeader } from '#http/contract.ts';
import { formLimitBytes } from '../contract.ts';
import { readForm } from '../read-form.ts';

export function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

export function addCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** A form was done: its page, or another, is read anew, so that a reload sends nothing twice. */
export function goOn(path: string, cookies: readonly string[] = []): Response {
  return addCookies(redirect(path, 303), cookies);
}

/** What a form brought that may be shown again. */
interface Typed {
  name?: string;
  email?: string;
}

/** A form was done, and its page shows a link that is kept nowhere. */
export function showLink(link: { link: string; isMailed: boolean }) {
  const typed: Typed = {};
  return data({ refused: null, typed, link });
}

/** A form was refused: its page comes back with why, and with what was typed. */
export function refuse(error: AccountError, typed: Typed = {}) {
  const { code, retryAfterSeconds } = error;
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return data(
    { refused: code, typed, link: null },
    { status: code === 'attempts.too_many' ? 429 : 422, headers },
  );
}

/** For the pages of such forms: without it, their answer has no Retry-After. */
export function refusalHeaders({ actionHeaders }: HeadersArgs): Headers {
  return actionHeaders;
}

/** The fields of a form of ours. Throws 415 for anything but a plain form. */
export async function readAdminForm(request: Request): Promise<(name: string) => string> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw data(null, { status: 415 });
  const form = await readForm(request, formLimitBytes);
  return (name) => form.get(name) ?? '';
}

/** Who sends a request, as the limits of tries want to know. The edge overwrites the header. */
export function callerOf(request: Request): { headers: Headers; network: string } {
  return { headers: request.headers, network: request.headers.get(networkHeader) ?? '' };
}
