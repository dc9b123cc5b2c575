import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#accounts/contract.ts';
import { type DeskEdge, startDeskEdge } from '#test/support/start-desk-edge.ts';
import { createApp } from './create-app.ts';
import { deskAccess } from './desk-access.ts';
import { createReadingGate } from './reading-gate.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

/** What stands outside `/api/admin` and changes something, and why it may be called without a role of its own. */
const otherWrites: Record<string, string> = {
  'POST /api/blog/posts/:id/views': 'counts a reading; judge-reading.ts says whose',
  'POST /api/accounts/owner-link': 'who calls has the secret of the server',
  'POST /api/local/archive': 'from this machine, and who calls has the secret of the server',
  'POST /api/accounts/sign-in': 'own pages only',
  'POST /api/accounts/sign-out': 'own pages only',
  'POST /api/accounts/session/renew': 'own pages only, signed in',
  'POST /functions/v1/extract-threads-media': 'for anybody; changes nothing',
  'POST /functions/v1/generate-content': 'own pages only, signed in',
};

const mayCall: Record<Role, readonly string[]> = {
  owner: ['blog.see', 'post.write', 'post.publish', 'post.delete', 'taxonomy.manage'],
  editor: ['blog.see', 'post.write', 'post.publish', 'taxonomy.manage'],
  author: ['blog.see', 'post.write'],
};

let edge: DeskEdge;
let routes: { method: string; path: string }[] = [];
beforeAll(async () => {
  edge = await startDeskEdge();
  const options = {
    ...{ services: edge.services, web: async () => new Response(), publicOrigin: edge.origin },
    ...{ trustedProxies: [], publicAnonKey: null, staticFile: () => null, isReady: () => true },
  };
  const pages = { answer: async () => new Response(), kept: () => undefined, reading: createReadingGate(1) };
  routes = createApp(options, pages).routes;
  return () => edge[Symbol.asyncDispose]();
});

/** Of the router itself: middleware and what refuses the rest are mounted for all methods. */
function mounted(): string[] {
  const calls = routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(calls.map(({ method, path }) => `${method} ${path}`))];
}

describe('what the router has', () => {
  test('every call of the administration is in the table, and every call of the table is there', () => {
    const own = mounted().filter((call) => call.includes(' /api/admin'));
    const table = Object.keys(deskAccess).map((call) => call.replace(' ', ' /api/admin'));
    expect(own.toSorted()).toEqual(table.toSorted());
  });

  test('every other call that may change something is known', () => {
    const writes = mounted().filter((call) => !/^(GET|HEAD|OPTIONS) | \/api\/admin\//.test(call));
    expect(writes.toSorted()).toEqual(Object.keys(otherWrites).toSorted());
  });
});

const calls = Object.entries(deskAccess).map(([call, action]) => ({
  call: call.replaceAll(/:\w+/g, missingId),
  action,
}));

describe.each(calls)('$call', ({ call, action }) => {
  test('is refused to who is not signed in', async () => {
    for (const headers of [{}, { cookie: 'better-auth.session_token=x.y' }]) {
      const refused = await edge.ask(null, call, { headers });
      expect([refused.status, refused.body.code]).toEqual([401, 'request.anonymous']);
      expect(refused.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test.each(roles)('is for the roles that the table allows: %s', async (role) => {
    const answer = await edge.ask(role, call);
    const isForbidden = answer.status === 403 && answer.body.code === 'role.forbids';
    expect(isForbidden).toBe(!mayCall[role].includes(action));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.status).toBeLessThan(500);
  });
});

describe.each(calls.filter(({ call }) => !call.startsWith('GET ')))('$call, which writes,', ({ call }) => {
  test('is refused to other sites, and to who does not say where from', async () => {
    const foreign: Record<string, string>[] = [
      { origin: '', 'sec-fetch-site': '' },
      { origin: '' },
      { origin: 'null', 'sec-fetch-site': '' },
      { origin: 'https://evil.example', 'sec-fetch-site': '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const refused = await edge.ask('owner', call, { headers });
      expect([refused.status, refused.body.code], JSON.stringify(headers)).toEqual([403, 'request.foreign']);
    }
  });
});

test('what is not there is 404, another method of what is there 405 with those it has', async () => {
  const unknown = await edge.ask('owner', 'GET /nothing');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'call.unknown']);
  const method = await edge.ask('owner', `POST /posts/${missingId}`);
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE']);
});

test('what the public is told of the API says nothing of it', async () => {
  const document = await fetch(`${edge.origin}/openapi.json`);
  expect(document.status).toBe(200);
  expect(await document.text()).not.toContain('/api/admin');
});

test('a refusal is in the language of who is signed in, whatever their browser prefers', async () => {
  const headers = { 'accept-language': 'fr' };
  await edge.services.accounts.changeLocale(edge.idOf('author'), 'de');
  const refused = await edge.ask('author', `DELETE /tags/${missingId}`, { headers });
  expect(refused.body.error).toMatch(/^Deine Rolle erlaubt das nicht\./);
  const anonymous = await edge.ask(null, 'GET /posts', { headers });
  expect(anonymous.body.error).toMatch(/^Aucune session/);
  const bulk = await edge.ask(null, `POST /posts/${missingId}/translations`, { body: {} });
  expect(bulk.body.error).toBe('User must be authenticated to publish posts');
});

test('whose role changes while their text still arrives saves nothing by it', async () => {
  await using own = await startDeskEdge();
  const { accounts } = own.services;
  const { signedIn } = accounts;
  const { promise: isAdmitted, resolve: admitted } = Promise.withResolvers<void>();
  accounts.signedIn = (headers) => signedIn(headers).finally(admitted);
  const fields = { title: 'Late', content: '', excerpt: '', slug: '', status: 'published' };
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(Buffer.from('{"mode":"publish",'));
      await isAdmitted;
      await accounts.changeRole(own.idOf('editor'), 'author');
      stream.enqueue(Buffer.from(`"fields":${JSON.stringify(fields)}}`));
      stream.close();
    },
  });
  const answer = await fetch(`${own.origin}/api/admin/posts`, {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: {
      ...{ origin: own.origin, 'sec-fetch-site': 'same-origin', cookie: own.cookieOf('editor') },
      'content-type': 'application/json',
    },
  } as RequestInit);
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'request.anonymous' }]);
  const all = await own.ask('owner', 'GET /posts');
  expect(all.body.totalPosts).toBe(0);
});
