import pg from 'pg';

const checkIntervalMs = 1500;
const checkTimeoutMs = 1500;

export interface HealthCheck {
  isHealthy(): boolean;
  close(): void;
}

/** Uses its own connection, because a busy pool is not an outage. */
export function startHealthCheck(connection: pg.ClientConfig): HealthCheck {
  let client: pg.Client | null = null;
  let isReachable = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const closeClient = () => {
    const lost = client;
    client = null;
    lost?.end().catch(() => undefined);
  };

  async function check(): Promise<void> {
    try {
      if (!client) {
        const newClient = new pg.Client({
          ...connection,
          connectionTimeoutMillis: checkTimeoutMs,
          query_timeout: checkTimeoutMs,
        });
        client = newClient;
        // Without a listener the process would exit; the next query rejects anyway.
        newClient.on('error', () => {
          if (client === newClient) isReachable = false;
        });
        await newClient.connect();
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
