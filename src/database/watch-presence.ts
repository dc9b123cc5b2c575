import pg from 'pg';

/** Lost is seen within two of these, and so is found again. */
const askEveryMs = 1500;
const answerLimitMs = 1500;

export interface Presence {
  answers(): boolean;
  close(): void;
}

/** Asks the server again and again on a connection of its own, so that work which waits for the pool is no loss. */
export function watchPresence(connection: pg.ClientConfig): Presence {
  let client: pg.Client | null = null;
  let isThere = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const drop = () => {
    const lost = client;
    client = null;
    // It may never have been open; what matters is that nothing of it stays.
    lost?.end().catch(() => undefined);
  };

  async function ask(): Promise<void> {
    try {
      if (!client) {
        const fresh = new pg.Client({
          ...connection,
          connectionTimeoutMillis: answerLimitMs,
          query_timeout: answerLimitMs,
        });
        client = fresh;
        // The question under way, or the next one, rejects; without a listener the process would end as well.
        fresh.on('error', () => {
          if (client === fresh) isThere = false;
        });
        await fresh.connect();
      }
      await client?.query('select 1');
      isThere = true;
    } catch {
      // Whatever the reason: it did not answer, and the pool's own errors say why.
      isThere = false;
      drop();
    }
    if (isClosed) drop();
    else timer = setTimeout(() => void ask(), askEveryMs).unref();
  }

  void ask();
  return {
    answers: () => isThere,
    close() {
      isClosed = true;
      clearTimeout(timer);
      drop();
    },
  };
}
