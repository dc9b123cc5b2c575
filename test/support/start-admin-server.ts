import type { Role } from '#accounts/contract.ts';
import { savePostSchema } from '#blog/editing-contract.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './start-server.ts';

export interface AdminResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape it expects.
  body: any;
}

export interface AdminRequestOptions {
  version?: number;
  body?: unknown;
  /** Override the headers of our pages. An empty value removes a header. */
  headers?: Record<string, string>;
}

export interface AdminTestServer extends TestServer {
  /** `call`: `POST /posts`, below `/api/admin`. Without a role, the client isn't signed in. */
  request(role: Role | null, call: string, options?: AdminRequestOptions): Promise<AdminResponse>;
  getCookie(role: Role): string;
  getUserId(role: Role): string;
}

const password = 'correct horse battery';

export async function startAdminTestServer(options: TestServerOptions = {}): Promise<AdminTestServer> {
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
    getUserId: (role) => users.find((user) => user.role === role)?.id ?? '',
    async request(role, call, { version, body, headers = {} } = {}) {
      const [method = '', path = ''] = call.split(' ');
      const isRaw = body instanceof Uint8Array || typeof body === 'string';
      const sent: Record<string, string> = {
        origin: server.origin,
        'sec-fetch-site': 'same-origin',
        ...(role && { cookie: getCookie(role) }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...headers,
      };
      const response = await fetch(`${server.origin}/api/admin${path}`, {
        method,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
        ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      });
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
