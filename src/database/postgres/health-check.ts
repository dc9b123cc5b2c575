import pg from 'pg';

/** Outages and recoveries are detected within two intervals. */
const checkIntervalMs = 1500;
const checkTimeoutMs = 1500;

export interface HealthCheck {
  isHealthy(): boolean;
  close(): void;
}

/** Polls the server on its own connection, so a busy pool doesn't count as an outage. */
export function startHealthCheck(connection: pg.ClientConfig): HealthCheck {
  let client: pg.Client | null = null;
  let isReachable = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const closeClient = () => {
    const lost = client;
    client = null;
    // The connection may never have opened.
    lost?.end().catch(() => undefined);
  };

  async function check(): Promise<void> {
    try {
      if (!client) {
        const fresh = new pg.Client({
          ...connection,
          connectionTimeoutMillis: checkTimeoutMs,
          query_timeout: checkTimeoutMs,
        });
        client = fresh;
        // The current or the next query rejects; without a listener the process would exit.
        fresh.on('error', () => {
          if (client === fresh) isReachable = false;
        });
        await fresh.connect();
      }
      await client?.query('select 1');
      isReachable = true;
    } catch {
      isReachable = false;
      closeClient();
    }
    if (isClosed) closeClient();
    else timer = setTimeout(() => void check(), checkIntervalMs).unref();
  }

  void check();
  return {
    isHealthy: () => isReachable,
    close() {
      isClosed = true;
      clearTimeout(timer);
      closeClient();
    },
  };
}
