import type { Role } from '#accounts/contract.ts';
import { savePostSchema } from '#blog/editing-contract.ts';
import { type AdminRequestOptions, sendAdminRequest } from './admin-session.ts';
import { startTestServer, type TestServerOptions } from './start-server.ts';

export interface AdminResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape it expects.
  body: any;
}

export type AdminTestServer = Awaited<ReturnType<typeof startAdminTestServer>>;

const password = 'correct horse battery';

export async function startAdminTestServer(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  const { accounts } = server.services;
  const client = { headers: new Headers(), network: '' };
  const cookies = new Map<Role, string>();
  const storeCookie = (role: Role, signIn: { ok: true; value: string[] } | { ok: false; error: unknown }) => {
    if (!signIn.ok) throw new Error(JSON.stringify(signIn.error));
    cookies.set(role, signIn.value[0]?.split(';')[0] ?? '');
  };
  const token = (await accounts.firstOwnerToken()) ?? '';
  const ada = { name: 'Ada', email: 'owner@example.org', password };
  storeCookie('owner', await accounts.createFirstOwner(token, ada, client));
  const [owner] = await accounts.listUsers();
  if (!owner) throw new Error('the owner was not created');
  for (const role of ['editor', 'author'] as const) {
    const invited = await accounts.invite({ email: `${role}@example.org`, role }, owner);
    const link = invited.ok ? invited.value.link : '';
    const invitation = new URL(link).searchParams.get('token') ?? '';
    storeCookie(role, await accounts.acceptInvitation(invitation, { name: role, password }, client));
  }
  const users = await accounts.listUsers();
  const getCookie = (role: Role) => cookies.get(role) ?? '';
  return {
    ...server,
    getCookie,
    getUserId: (role: Role) => users.find((user) => user.role === role)?.id ?? '',
    /** `call`: `POST /posts`, below `/api/admin`. Without a role, the client isn't signed in. */
    async request(role: Role | null, call: string, options?: AdminRequestOptions): Promise<AdminResponse> {
      const response = await sendAdminRequest(server.origin, role ? getCookie(role) : '', call, options);
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      };
    },
  };
}

export function createSaveRequest(fields: object = {}, more: object = {}) {
  return savePostSchema.parse({ mode: 'save', fields: { title: 'A title', ...fields }, ...more });
}

export async function sendAsOwner(
  server: AdminTestServer,
  method: string,
  path: string,
  body: string | null,
  more: object = {},
) {
  const response = await fetch(server.origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      cookie: server.getCookie('owner'),
      'if-match': '"1"',
      ...more,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
