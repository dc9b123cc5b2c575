import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { maxNamedLength, maxStatements } from '../statement-limits.ts';

/** After a change of a table, and when something else deallocated the statement. Neither of them ran. */
const staleStatementCodes = ['0A000', '26000'];

/** PostgreSQL parses a query with values once per connection. A name is a digest, so it always means the same text. */
export class NamedStatementsClient extends pg.Client {
  readonly #names = new LRUCache<string, string>({
    max: maxStatements,
    dispose: (name) => {
      this.connection.close({ type: 'S', name }, false);
      delete this.connection.parsedStatements[name];
    },
  });

  // biome-ignore lint/suspicious/noExplicitAny: the type of the overloads of `pg.Client`
  override query(config: any, values?: any, callback?: any): any {
    if (!config.text || config.text.length > maxNamedLength || !(values?.length > 0))
      return super.query(config, values, callback);
    const result = this.#queryByName(config, values);
    if (!callback) return result;
    result.then((value) => callback(null, value), callback);
  }

  async #queryByName(config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const { text } = config;
    let name = this.#names.get(text);
    if (name === undefined) {
      name = hash('sha256', text, 'base64url');
      this.#names.set(text, name);
    }
    try {
      return await super.query({ ...config, name }, values);
    } catch (error) {
      if (!staleStatementCodes.includes((error as pg.DatabaseError).code ?? '')) throw error;
      const isInTransaction = this.getTransactionStatus() !== 'I';
      this.#names.delete(text);
      if (isInTransaction) throw error;
      return super.query(config, values);
    }
  }
}

declare module 'pg' {
  interface Connection {
    parsedStatements: Record<string, string>;
  }
}
