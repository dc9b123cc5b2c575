import { sessionLifetimeMs, sessionSeconds } from '#accounts/contract.ts';
import { sendAdminRequest } from '../support/admin-session.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Crash } from './plan.ts';
import { BrokenPromise, expectEqual } from './simulation-failure.ts';
import type { SimulatedSite } from './site.ts';
import type { VirtualClock } from './virtual-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: each step checks the shape it expects.
type Body = any;

export interface SiteResponse {
  status: number;
  body: Body;
  /** Number of writes when the server had sent it. Only of requests. */
  writes?: number;
}

export interface World {
  site: SimulatedSite;
  clock: VirtualClock;
  expected: ExpectedState;
  /** Adds what happened to the line of the step. */
  note(text: string): void;
}

interface AdminCall {
  body?: unknown;
  version?: number;
  key?: string;
  type?: string;
}

/** As the owner, who signs in again when the session has expired. */
export async function request(
  world: World,
  call: string,
  { body, version, key, type }: AdminCall = {},
): Promise<SiteResponse> {
  const headers = { ...(key && { 'idempotency-key': key }), ...(type && { 'content-type': type }) };
  const { site } = world;
  const response = await sendAdminRequest(site.origin, await signedInCookie(world), call, {
    headers,
    ...(body !== undefined && { body }),
    ...(version !== undefined && { version }),
  });
  return { ...(await readResponse(response)), writes: site.countAnsweredWrites() };
}

export async function readResponse(response: Response): Promise<SiteResponse> {
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

async function signedInCookie(world: World): Promise<string> {
  const { expected, clock, site } = world;
  const { session } = expected;
  // better-auth still accepts a session in its last millisecond.
  const isValid = (at: number, { expiresAt, startedAt }: NonNullable<typeof session>) =>
    at <= expiresAt && at < startedAt + sessionLifetimeMs;
  if (session && isValid(clock.now(), session)) return session.cookie;
  if (session) {
    const refused = await sendAdminRequest(site.origin, session.cookie, 'GET /posts');
    expectEqual(refused.status, 401, 'the status of a request with an expired session');
    await refused.body?.cancel();
  }
  const [owner] = expected.users;
  if (!owner) throw new Error('there is no owner');
  const cookie = await signIn(world, owner.email, owner.password);
  if (cookie === null) throw new BrokenPromise('the owner cannot sign in');
  const now = clock.now();
  expected.session = { cookie, startedAt: now, expiresAt: now + sessionSeconds * 1000 };
  return cookie;
}

/** The cookie of the session, or null if the credentials are wrong. */
export async function signIn({ site }: World, email: string, password: string): Promise<string | null> {
  const { origin } = site;
  const response = await fetch(`${origin}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { status, body } = await readResponse(response);
  if (status === 401) return null;
  expectEqual([status, body.success], [200, true], 'signing in');
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Operation {
  send(): Promise<SiteResponse>;
  status: number;
  /** What a repeated request may get if the first was stored, although its response was lost; by default, the same. */
  isStored?(response: SiteResponse): boolean;
}

/**
 * Sends a request that must succeed. With `crash`, the process ends at once after the response, and everything must be
 * stored, or the response is lost, and the client repeats the request, after which it must have been stored once.
 */
export async function perform(world: World, operation: Operation, crash: Crash | null): Promise<Body> {
  const { site, note } = world;
  // A sign-in is acknowledged before the request is sent, so the crash comes after it.
  await signedInCookie(world);
  const before = site.countWrites();
  const response = await operation.send();
  expectEqual(
    response.status,
    operation.status,
    `the status with ${JSON.stringify(response.body)?.slice(0, 200)}`,
  );
  if (!crash) return response.body;
  const after = response.writes ?? site.countWrites();
  if (crash.at === null) {
    await site.crash(crash.loss, after);
    note(`answered before a crash that loses ${crash.loss}`);
    return response.body;
  }
  await site.crash(crash.loss, before + Math.round(crash.at * (after - before)));
  note(`repeated after a crash that loses ${crash.loss}`);
  const repeated = await operation.send();
  const isStored = repeated.status === operation.status || operation.isStored?.(repeated);
  if (!isStored)
    throw new BrokenPromise(`a repeated request got ${repeated.status} ${JSON.stringify(repeated.body)}`);
  return repeated.status === operation.status ? repeated.body : (repeated.body.current ?? repeated.body);
}

export function pick<T>(items: readonly T[], choice = 0): T | undefined {
  return items[Math.floor(choice * items.length)];
}
