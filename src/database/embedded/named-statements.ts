import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { maxNamedLength, maxStatements } from '../statement-limits.ts';

const { serialize } = protocol;

type Message = Parameters<typeof parse.parseResults>[0][number];

type QueryOptions = NonNullable<Parameters<PGlite['query']>[2]>;

interface Statement {
  name: string;
  parameterTypes: number[];
  rowDescription: Message[];
}

/**
 * As PGlite's `query`, but PostgreSQL parses each text once, plans most of them once, and gets the messages of a
 * statement together. Call it from one caller at a time.
 */
export function createNamedStatements(engine: PGlite): PGlite['query'] {
  const closed: Uint8Array[] = [];
  const statements = new LRUCache<string, Statement>({
    max: maxStatements,
    dispose: ({ name }) => void closed.push(serialize.close({ type: 'S', name })),
  });
  let created = 0;

  const send = (...messages: Uint8Array[]) =>
    engine.execProtocolStream(Buffer.concat([...closed.splice(0), ...messages, serialize.sync()]));

  async function prepare(text: string): Promise<Statement> {
    created += 1;
    const name = `s${created}`;
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(messages),
      rowDescription: messages.filter((message) => message.name === 'rowDescription'),
    };
    statements.set(text, statement);
    return statement;
  }

  async function execute(text: string, values: unknown[]): Promise<Message[]> {
    const { name, parameterTypes, rowDescription } = statements.get(text) ?? (await prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      return engine.serializers[parameterTypes[index] ?? 0]?.(value) ?? String(value);
    });
    const messages = await send(serialize.bind({ statement: name, values: serialized }), serialize.execute());
    return [...rowDescription, ...messages];
  }

  return async <T>(text: string, values: unknown[] = [], options?: QueryOptions) => {
    if (text.length > maxNamedLength) return engine.query<T>(text, values, options);
    try {
      const messages = await engine.runExclusive(() => execute(text, values));
      const { parsers, ...rest } = options ?? {};
      const [result] = parse.parseResults(messages, inheritParsers(engine, parsers), rest);
      return result as Awaited<ReturnType<typeof engine.query<T>>>;
    } catch (error) {
      // For example after a change of a table, which invalidates the statement.
      statements.delete(text);
      throw error;
    }
  };
}

/** `parseResults` would copy the parsers of all types, hundreds with those of arrays, for each query. */
function inheritParsers(engine: PGlite, own: QueryOptions['parsers']): PGlite['parsers'] {
  return own ? Object.assign(Object.create(engine.parsers), own) : engine.parsers;
}
