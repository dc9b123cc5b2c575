import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#accounts/contract.ts';
import { listRoutes } from '#test/support/list-routes.ts';
import { type AdminTestServer, startAdminTestServer } from '#test/support/start-admin-server.ts';
import { adminPermissions } from './route-permissions.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

/** Write routes outside `/api/admin`, and why they need no role. */
const otherWrites: Record<string, string> = {
  'POST /api/blog/posts/:id/views': 'counts a page view; blog-views.test.ts covers whose',
  'POST /api/accounts/owner-link': 'who calls has the secret of the server',
  'POST /api/local/archive': 'from this machine, and who calls has the secret of the server',
  'POST /api/local/canary': 'from this machine, and who calls has the secret of the server',
  'POST /api/accounts/sign-in': 'own pages only',
  'POST /api/accounts/sign-in/code': 'own pages only; who calls has given the password',
  'POST /api/accounts/sign-out': 'own pages only',
  'POST /api/accounts/session/renew': 'own pages only, signed in',
  'DELETE /api/data/restore': 'stops a restore; who calls has its token',
  'POST /api/data/set-up/jobs': 'who calls has the set-up link; setup-restore.test.ts',
  'PUT /api/data/set-up/jobs/:id/upload': 'who calls has the set-up link; setup-restore.test.ts',
  'POST /api/data/set-up/jobs/:id/check': 'who calls has the set-up link; setup-restore.test.ts',
  'POST /api/data/set-up/jobs/:id/apply': 'who calls has the set-up link; setup-restore.test.ts',
  'DELETE /api/data/set-up/jobs/:id': 'who calls has the set-up link; setup-restore.test.ts',
  'POST /functions/v1/extract-threads-media': 'for anybody; changes nothing',
  'POST /functions/v1/generate-content': 'own pages only, signed in',
  'POST /functions/v1/redeem-proof': 'for anybody; changes nothing but the list of used challenges',
};

const rolePermissions: Record<Role, readonly string[]> = {
  owner: [
    'blog.see',
    'post.write',
    'post.publish',
    'post.delete',
    'taxonomy.manage',
    'assistant.use',
    'settings.manage',
    'data.manage',
  ],
  editor: ['blog.see', 'post.write', 'post.publish', 'taxonomy.manage', 'assistant.use'],
  author: ['blog.see', 'post.write', 'assistant.use'],
};

let server: AdminTestServer;
let apiKey = '';
let routes: { method: string; path: string }[] = [];
beforeAll(async () => {
  server = await startAdminTestServer();
  const created = await server.services.accounts.createApiKey({ name: 'x', perMinute: '10', endsOn: '' });
  if (!created.ok) throw new Error(created.error.code);
  apiKey = created.value;
  routes = listRoutes(server);
  return () => server[Symbol.asyncDispose]();
});

/** Leaves out middleware and fallbacks, which are mounted for all methods. */
function listMountedRoutes(): string[] {
  const calls = routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(calls.map(({ method, path }) => `${method} ${path}`))];
}

describe('the router', () => {
  test('has exactly the admin routes of the permission table', () => {
    const adminCalls = listMountedRoutes().filter((call) => call.includes(' /api/admin'));
    const table = Object.keys(adminPermissions).map((call) => call.replace(' ', ' /api/admin'));
    expect(adminCalls.toSorted()).toEqual(table.toSorted());
  });

  test('has only known write routes outside the administration', () => {
    const writes = listMountedRoutes().filter((call) => !/^(GET|HEAD|OPTIONS) | \/api\/admin\//.test(call));
    expect(writes.toSorted()).toEqual(Object.keys(otherWrites).toSorted());
  });
});

const calls = Object.entries(adminPermissions).map(([call, action]) => ({
  call: call.replaceAll(/:\w+/g, missingId),
  action,
}));

describe.each(calls)('$call', ({ call, action }) => {
  test('rejects anonymous requests, and an API key does not sign in', async () => {
    const anonymous: Record<string, string>[] = [
      {},
      { cookie: 'better-auth.session_token=x.y' },
      { authorization: `Bearer ${apiKey}` },
    ];
    for (const headers of anonymous) {
      const response = await server.request(null, call, { headers });
      expect([response.status, response.body.code]).toEqual([401, 'request.anonymous']);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test.each(roles)('enforces the permissions of the role %s', async (role) => {
    const response = await server.request(role, call);
    const isForbidden = response.status === 403 && response.body.code === 'role.forbids';
    expect(isForbidden).toBe(!rolePermissions[role].includes(action));
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.status).toBeLessThan(500);
  });
});

describe.each(calls.filter(({ call }) => !call.startsWith('GET ')))('$call as a write route', ({ call }) => {
  test('rejects cross-site requests and requests without an Origin', async () => {
    const rejectedHeaders: Record<string, string>[] = [
      { origin: '', 'sec-fetch-site': '' },
      { origin: '' },
      { origin: 'null', 'sec-fetch-site': '' },
      { origin: 'https://evil.example', 'sec-fetch-site': '' },
      { origin: server.origin.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of rejectedHeaders) {
      const response = await server.request('owner', call, { headers });
      expect([response.status, response.body.code], JSON.stringify(headers)).toEqual([
        403,
        'request.foreign',
      ]);
    }
  });
});

test('an API key opens no account, owner link or archive', async () => {
  const headers = { authorization: `Bearer ${apiKey}`, origin: server.origin };
  const send = (method: string, path: string) => fetch(server.origin + path, { method, headers });
  expect((await send('POST', '/api/accounts/session/renew')).status).toBe(401);
  expect((await send('POST', '/api/accounts/owner-link')).status).toBe(401);
  expect((await send('POST', '/api/local/archive')).status).toBe(401);
  expect((await send('POST', '/functions/v1/generate-content')).status).toBe(401);
});

test('an unknown route is 404, and an unsupported method is 405 with an Allow header', async () => {
  const unknown = await server.request('owner', 'GET /nothing');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'call.unknown']);
  const method = await server.request('owner', `POST /posts/${missingId}`);
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE']);
});

test('the public API document does not mention the admin API', async () => {
  const document = await fetch(`${server.origin}/openapi.json`);
  expect(document.status).toBe(200);
  expect(await document.text()).not.toContain('/api/admin');
});

test('errors are in the language of the signed-in user, not of the browser', async () => {
  const headers = { 'accept-language': 'fr' };
  await server.services.accounts.changeLocale(server.getUserId('author'), 'de');
  const forbidden = await server.request('author', `DELETE /tags/${missingId}`, { headers });
  expect(forbidden.body.error).toMatch(/^Deine Rolle erlaubt diese Aktion nicht\./);
  const anonymous = await server.request(null, 'GET /posts', { headers });
  expect(anonymous.body.error).toMatch(/^Vous n’êtes pas connecté\./);
  const bulk = await server.request(null, `POST /posts/${missingId}/translations`, { body: {} });
  expect(bulk.body.error).toBe('User must be authenticated to publish posts');
});

test('a role change during an upload prevents the save', async () => {
  await using freshServer = await startAdminTestServer();
  const { accounts } = freshServer.services;
  const { getSession } = accounts;
  const { promise: sessionChecked, resolve: onSessionChecked } = Promise.withResolvers<void>();
  accounts.getSession = (headers) => getSession(headers).finally(onSessionChecked);
  const fields = { title: 'Late', content: '', excerpt: '', slug: '', status: 'published' };
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(Buffer.from('{"mode":"publish",'));
      await sessionChecked;
      await accounts.changeRole(freshServer.getUserId('editor'), 'author');
      stream.enqueue(Buffer.from(`"fields":${JSON.stringify(fields)}}`));
      stream.close();
    },
  });
  const response = await fetch(`${freshServer.origin}/api/admin/posts`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      origin: freshServer.origin,
      'sec-fetch-site': 'same-origin',
      cookie: freshServer.getCookie('editor'),
      'content-type': 'application/json',
    },
  } as RequestInit);
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'request.anonymous' }]);
  const all = await freshServer.request('owner', 'GET /posts');
  expect(all.body.totalPosts).toBe(0);
});
