import { createHash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';

type Row = Record<string, unknown>;

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Sessions are looked up and stored by the digest of their token, so that a copy of the database opens none. What comes
 * back has the token that was asked with: better-auth writes it into the cookie.
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    async create(call) {
      if (call.model !== 'session') return adapter.create(call);
      const { token, ipAddress: _, ...data } = call.data as Row;
      const row = await adapter.create<Row>({ ...call, data: { ...data, token: digestOf(String(token)) } });
      return { ...row, token } as never;
    },
    async findOne<T>(call: Parameters<DBAdapter['findOne']>[0]) {
      return withToken<T>(await adapter.findOne<T>({ ...call, where: hashed(call) ?? [] }), call);
    },
    async findMany<T>(call: Parameters<DBAdapter['findMany']>[0]) {
      const rows = await adapter.findMany<T>({ ...call, where: hashed(call) });
      return rows.map((row) => withToken<T>(row, call) as T);
    },
    async update<T>(call: Parameters<DBAdapter['update']>[0]) {
      return withToken<T>(await adapter.update<T>({ ...call, where: hashed(call) ?? [] }), call);
    },
    delete: (call) => adapter.delete({ ...call, where: hashed(call) ?? [] }),
    deleteMany: (call) => adapter.deleteMany({ ...call, where: hashed(call) ?? [] }),
  };
}

interface Call {
  model: string;
  where?: Where[] | undefined;
}

function hashed({ model, where }: Call): Where[] | undefined {
  if (model !== 'session') return where;
  return where?.map((part) => (isToken(part) ? { ...part, value: digestOf(part.value) } : part));
}

function withToken<T>(row: T | null, { model, where }: Call): T | null {
  const asked = model === 'session' ? where?.find(isToken) : undefined;
  return row && asked ? { ...row, token: asked.value } : row;
}

function isToken(part: Where): part is Where & { value: string } {
  return part.field === 'token' && typeof part.value === 'string';
}
