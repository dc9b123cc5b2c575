import { linkLifetimeMs, sessionLifetimeMs, sessionSeconds } from '#accounts/contract.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { ticketLifetimeMs } from '#media/contract.ts';
import type { Result } from '#platform/result.ts';
import { scenes } from '../../fakes/threads/scenes.ts';
import { requestExtraction } from '../../support/request-extraction.ts';
import type { ExpectedLink } from '../expected-state.ts';
import type { Step } from '../plan.ts';
import { BrokenPromise, expectEqual, waitFor } from '../simulation-failure.ts';
import { perform, pick, readResponse, request, type SiteResponse, signIn, type World } from '../world.ts';

const previewLifetimeMs = 7 * 24 * 3_600_000;
const messageLifetimeMs = 90 * 24 * 3_600_000;
const maxUsers = 8;
const maxImages = 6;

const client = () => ({ headers: new Headers(), network: '192.0.2.7' });

/** Of a service whose route renders a page. */
function toResponse(result: Result<unknown, { code: string }>): SiteResponse {
  return result.ok ? { status: 200, body: result.value } : { status: 422, body: result.error };
}

const readToken = (link: string) => new URL(link).searchParams.get('token') ?? '';

export async function invite(world: World, { choices, crash }: Step): Promise<void> {
  const { expected, note, clock } = world;
  if (expected.users.length >= maxUsers) return note('there are enough accounts');
  expected.numbered += 1;
  const email = `user${expected.numbered}@example.org`;
  const role = (choices[0] ?? 0) < 0.5 ? 'editor' : 'author';
  const send = async () => {
    const { accounts } = world.site.services;
    const [owner] = await accounts.listUsers();
    if (!owner) throw new BrokenPromise('the owner is gone');
    return toResponse(await accounts.invite({ email, role }, owner));
  };
  const { link } = await perform(world, { send, status: 200 }, crash);
  const expiresAt = clock.now() + linkLifetimeMs.invitation;
  expected.links.push({ kind: 'invitation', value: readToken(link), expiresAt, email, role });
  note(`a new ${role}`);
}

export async function acceptInvitation(world: World, { choices, crash }: Step): Promise<void> {
  const { expected, note } = world;
  const link = pick(
    expected.links.filter(({ kind }) => kind === 'invitation'),
    choices[0],
  );
  if (!link?.email || !link.role || expected.users.length >= maxUsers) return note('no invitation is open');
  const { value, email, role } = link;
  const password = `a long password for ${email}`;
  const send = async () =>
    toResponse(
      await world.site.services.accounts.acceptInvitation(value, { name: 'Ben', password }, client()),
    );
  const isStored = ({ body }: SiteResponse) => body.code === 'link.invalid';
  await perform(world, { send, status: 200, isStored }, crash);
  expected.links = expected.links.filter((other) => other !== link);
  expected.users.push({ email, name: 'Ben', role, password });
  expectEqual((await send()).body.code, 'link.invalid', 'an invitation that was accepted');
  note(`an account for an ${role}`);
}

/** The link is used, or stays until it expires. */
export async function resetPassword(world: World, { choices, crash }: Step): Promise<void> {
  const { expected, note, clock, site } = world;
  const user = pick(expected.users.slice(1), choices[0]);
  if (!user) return note('there is no other account');
  const stored = (await site.services.accounts.listUsers()).find(({ email }) => email === user.email);
  const created = await site.services.accounts.createPasswordResetLink(stored?.id ?? '');
  if (!created.ok) throw new BrokenPromise(`no password reset link: ${created.error.code}`);
  const { email } = user;
  expected.links = expected.links.filter((link) => link.kind !== 'reset' || link.email !== email);
  const value = readToken(created.value.link);
  if ((choices[1] ?? 0) < 0.5) {
    expected.links.push({ kind: 'reset', value, expiresAt: clock.now() + linkLifetimeMs.reset, email });
    return note('a link that waits');
  }
  expected.texts += 1;
  const password = `a new password ${expected.texts} for ${email}`;
  const send = async () =>
    toResponse(await world.site.services.accounts.resetPassword(value, password, client()));
  const isStored = ({ body }: SiteResponse) => body.code === 'link.invalid';
  await perform(world, { send, status: 200, isStored }, crash);
  const old = user.password;
  user.password = password;
  expectEqual(await signIn(world, email, old), null, 'a sign-in with the old password');
  if ((await signIn(world, email, password)) === null) throw new BrokenPromise('the new password is refused');
  note('a new password');
}

/** Of another user. The owner's session is used, which extends it. */
export async function signInAgain(world: World, { choices }: Step): Promise<void> {
  const { expected, clock, site, note } = world;
  const { origin } = site;
  const user = pick(expected.users, choices[0]);
  const cookie = user && (await signIn(world, user.email, user.password));
  if (!user || !cookie) throw new BrokenPromise('a user cannot sign in');
  const found = await readResponse(await fetch(`${origin}/api/accounts/session`, { headers: { cookie } }));
  expectEqual([found.status, found.body.user?.email], [200, user.email], 'the user of a new session');
  await request(world, 'GET /posts');
  const { session } = expected;
  if (!session) return;
  const headers = { cookie: session.cookie, origin, 'sec-fetch-site': 'same-origin' };
  const renewed = await fetch(`${origin}/api/accounts/session/renew`, { method: 'POST', headers });
  expectEqual(renewed.status, 200, 'the status of a renewed session');
  await renewed.body?.cancel();
  session.expiresAt = Math.min(clock.now() + sessionSeconds * 1000, session.startedAt + sessionLifetimeMs);
  note(`an ${user.role}`);
}

export async function previewLink(world: World, { choices }: Step): Promise<void> {
  const { expected, clock, note } = world;
  const post = pick(expected.posts, choices[0]);
  if (!post) return note('nothing to show');
  const { status, body } = await request(world, `POST /posts/${post.id}/preview-link`);
  const expiresAt = clock.now() + previewLifetimeMs;
  expectEqual([status, Date.parse(body.expiresAt)], [200, expiresAt], 'a preview link');
  const value = new URL(body.url).pathname.slice('/preview/'.length);
  expected.links.push({ kind: 'preview', value, expiresAt, post: post.number, shown: post.edited.marker });
  note(`post ${post.number}`);
}

export async function ticket({ expected, clock, site }: World): Promise<void> {
  // On a busy machine, the limits for pages of Threads may be too short.
  const body = await waitFor(async () => {
    const response = await readResponse(await requestExtraction(site.origin, scenes.video.link));
    expectEqual(response.status, 200, 'the status of an extraction');
    return response.body.code === 'upstream.timeout' ? null : response.body;
  }, 'a post of Threads is read in time');
  expectEqual(body.success, true, `an extraction with ${body.code}`);
  const value = new URL(body.qualities[0].url, site.origin).pathname;
  expected.links.push({ kind: 'ticket', value, expiresAt: clock.now() + ticketLifetimeMs });
}

export async function message(world: World, { crash }: Step): Promise<void> {
  const { expected, clock, note } = world;
  expected.numbered += 1;
  const subject = `A question no. ${expected.numbered}`;
  const content = {
    name: 'Cleo',
    email: 'cleo@example.org',
    subject,
    message: 'How?',
    locale: 'en' as const,
  };
  const send = async () => {
    const stored = await world.site.services.sendMessage(content);
    return { status: stored.ok ? 200 : 422, body: stored };
  };
  await perform(world, { send, status: 200 }, crash);
  const isRepeated = crash !== null && crash.at !== null;
  const deleteAt = clock.now() + messageLifetimeMs;
  expected.messages.push({ subject, deleteAt, maxCopies: isRepeated ? 2 : 1 });
  note(subject);
}

export async function upload(world: World, { crash }: Step): Promise<void> {
  const { expected, note } = world;
  if (expected.images.length >= maxImages) return note('there are enough images');
  expected.numbered += 1;
  const body = new Uint8Array(await drawPng(20 + expected.numbered, 20));
  const send = () => request(world, 'POST /pictures', { body, type: 'image/png' });
  expected.images.push((await perform(world, { send, status: 201 }, crash)).src);
  note('an image');
}

type LinkState = 'valid' | 'refused';

async function openLink(world: World, { kind, value }: ExpectedLink): Promise<string> {
  const { services, origin } = world.site;
  const say = (isValid: boolean): LinkState => (isValid ? 'valid' : 'refused');
  if (kind === 'invitation') return say((await services.accounts.findInvitation(value)) !== null);
  if (kind === 'reset') return say(await services.accounts.isResetLink(value));
  if (kind === 'preview') {
    const opened = await services.previews.open(value);
    return opened.ok ? 'valid' : opened.error;
  }
  const response = await fetch(origin + value);
  const { byteLength } = await response.arrayBuffer();
  if (response.status === 200) return byteLength > 0 ? 'valid' : 'empty';
  return response.status === 410 ? 'refused' : `status ${response.status}`;
}

function expectLink(
  { expected, clock }: World,
  { kind, expiresAt, post: number, shown }: ExpectedLink,
): string {
  const isExpired = clock.now() >= expiresAt;
  if (kind !== 'preview') return isExpired ? 'refused' : 'valid';
  if (isExpired) return 'preview.expired';
  const post = expected.posts.find((other) => other.number === number);
  if (!post) return 'preview.missing';
  return post.edited.marker === shown ? 'valid' : 'preview.changed';
}

/** Of each kind, so many of the newest. */
const maxLinks = 4;

/** Whether each link works exactly until it expires. What has expired isn't expected to after a clock is put back. */
export async function checkLinks(world: World): Promise<void> {
  const { expected, clock } = world;
  const isRecent = (link: ExpectedLink) =>
    expected.links
      .filter(({ kind }) => kind === link.kind)
      .slice(-maxLinks)
      .includes(link);
  expected.links = expected.links.filter(isRecent);
  for (const link of expected.links)
    expectEqual(await openLink(world, link), expectLink(world, link), `the state of a link (${link.kind})`);
  expected.links = expected.links.filter(({ expiresAt }) => clock.now() < expiresAt);
  expected.messages = expected.messages.filter(({ deleteAt }) => clock.now() < deleteAt);
}
