import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface NotificationListener {
  onNotification(listener: (text: string | null) => void): void;
  close(): Promise<void>;
}

interface ListenerOptions {
  connection: pg.ClientConfig;
  channel: string;
  onError(error: unknown): void;
}

const firstPauseMs = 250;
const maxPauseMs = 10_000;

/** Reconnects with back-off. Resolves once it is listening. */
export async function listenForNotifications({
  connection,
  channel,
  onError,
}: ListenerOptions): Promise<NotificationListener> {
  const listeners: ((text: string | null) => void)[] = [];
  const emit = (text: string | null) => {
    for (const listener of listeners) listener(text);
  };
  const closing = new AbortController();
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const newClient = new pg.Client({ ...connection, keepAlive: true });
    newClient.on('notification', ({ payload }) => emit(payload ?? ''));
    let isListening = false;
    newClient.on('error', (error) => {
      // Until then the call below rejects. A broken connection may emit two errors.
      if (!isListening || closing.signal.aborted) return;
      isListening = false;
      onError(error);
      void reconnect();
    });
    await newClient.connect();
    try {
      await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await newClient.end();
      throw error;
    }
    isListening = true;
    return newClient;
  }

  async function reconnect(): Promise<void> {
    for (let pause = firstPauseMs; !closing.signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        client = await listen();
        emit(null);
        return;
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    onNotification: (listener) => void listeners.push(listener),
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
