import type { Role } from '#accounts/contract.ts';
import { deskSaveSchema } from '#desk/contract.ts';
import { type EdgeOptions, type RunningEdge, startEdge } from './start-edge.ts';

export interface DeskAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it.
  body: any;
}

export interface DeskCallOptions {
  /** The version a change is based on. */
  version?: number;
  /** Sent as JSON; bytes and text as they are. */
  body?: unknown;
  /** Over the ones of a page of ours; an empty one is left out. */
  headers?: Record<string, string>;
}

export interface DeskEdge extends RunningEdge {
  /** `POST /posts`, below `/api/admin`, by who has this role; `null`: by nobody. */
  ask(role: Role | null, call: string, options?: DeskCallOptions): Promise<DeskAnswer>;
  cookieOf(role: Role): string;
  idOf(role: Role): string;
}

const password = 'correct horse battery';

/** The edge with an owner, an editor and an author who are signed in. */
export async function startDeskEdge(options: EdgeOptions = {}): Promise<DeskEdge> {
  const edge = await startEdge(options);
  const { accounts } = edge.services;
  const caller = { headers: new Headers(), network: '' };
  const cookies = new Map<Role, string>();
  const enter = (role: Role, entered: { ok: true; value: string[] } | { ok: false; error: unknown }) => {
    if (!entered.ok) throw new Error(JSON.stringify(entered.error));
    cookies.set(role, entered.value[0]?.split(';')[0] ?? '');
  };
  const token = (await accounts.firstOwnerToken()) ?? '';
  const ada = { name: 'Ada', email: 'owner@example.org', password };
  enter('owner', await accounts.createFirstOwner(token, ada, caller));
  const [owner] = await accounts.listPeople();
  if (!owner) throw new Error('there is no owner');
  for (const role of ['editor', 'author'] as const) {
    const invited = await accounts.invite({ email: `${role}@example.org`, role }, owner);
    const link = invited.ok ? invited.value.link : '';
    const invitation = new URL(link).searchParams.get('token') ?? '';
    enter(role, await accounts.acceptInvitation(invitation, { name: role, password }, caller));
  }
  const people = await accounts.listPeople();
  const cookieOf = (role: Role) => cookies.get(role) ?? '';
  return {
    ...edge,
    cookieOf,
    idOf: (role) => people.find((person) => person.role === role)?.id ?? '',
    async ask(role, call, { version, body, headers = {} } = {}) {
      const [method = '', path = ''] = call.split(' ');
      const isRaw = body instanceof Uint8Array || typeof body === 'string';
      const sent: Record<string, string> = {
        origin: edge.origin,
        'sec-fetch-site': 'same-origin',
        ...(role && { cookie: cookieOf(role) }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...headers,
      };
      const answer = await fetch(`${edge.origin}/api/admin${path}`, {
        method,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
        ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      };
    },
  };
}

/** A save as the editor sends it. */
export function deskSave(fields: object = {}, more: object = {}) {
  return deskSaveSchema.parse({ mode: 'save', fields: { title: 'A title', ...fields }, ...more });
}
