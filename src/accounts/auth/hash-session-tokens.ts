import { createHash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';

type Row = Record<string, unknown>;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Stores only digests of session tokens, so a copy of the database can't be used to sign in. */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    async create(call) {
      if (call.model !== 'session') return adapter.create(call);
      const { token, ipAddress, ...data } = call.data as Row;
      const row = await adapter.create<Row>({ ...call, data: { ...data, token: hashToken(String(token)) } });
      return { ...row, token } as never;
    },
    async findOne<T>(call: Parameters<DBAdapter['findOne']>[0]) {
      return withToken<T>(await adapter.findOne<T>({ ...call, where: hashTokenFilters(call) ?? [] }), call);
    },
    async findMany<T>(call: Parameters<DBAdapter['findMany']>[0]) {
      const rows = await adapter.findMany<T>({ ...call, where: hashTokenFilters(call) });
      return rows.map((row) => withToken<T>(row, call) as T);
    },
    async update<T>(call: Parameters<DBAdapter['update']>[0]) {
      return withToken<T>(await adapter.update<T>({ ...call, where: hashTokenFilters(call) ?? [] }), call);
    },
    delete: (call) => adapter.delete({ ...call, where: hashTokenFilters(call) ?? [] }),
    deleteMany: (call) => adapter.deleteMany({ ...call, where: hashTokenFilters(call) ?? [] }),
  };
}

interface Call {
  model: string;
  where?: Where[] | undefined;
}

function hashTokenFilters({ model, where }: Call): Where[] | undefined {
  if (model !== 'session') return where;
  return where?.map((part) => (isToken(part) ? { ...part, value: hashToken(part.value) } : part));
}

function withToken<T>(row: T | null, { model, where }: Call): T | null {
  const tokenFilter = model === 'session' ? where?.find(isToken) : undefined;
  return row && tokenFilter ? { ...row, token: tokenFilter.value } : row;
}

function isToken(part: Where): part is Where & { value: string } {
  return part.field === 'token' && typeof part.value === 'string';
}
