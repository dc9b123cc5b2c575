import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Notices {
  /** `null`: the connection was lost for a while, and anything may have been missed. */
  onNotice(listener: (text: string | null) => void): void;
  close(): Promise<void>;
}

interface NoticeOptions {
  connection: pg.ClientConfig;
  channel: string;
  onTrouble(error: unknown): void;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** LISTEN on a connection of its own, opened again whenever it breaks. Resolves when it listens. */
export async function listenForNotices({ connection, channel, onTrouble }: NoticeOptions): Promise<Notices> {
  const listeners: ((text: string | null) => void)[] = [];
  const tell = (text: string | null) => {
    for (const listener of listeners) listener(text);
  };
  const ending = new AbortController();
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...connection, keepAlive: true });
    fresh.on('notification', ({ payload }) => tell(payload ?? ''));
    let isListening = false;
    fresh.on('error', (error) => {
      // Before it listens, the call below rejects; afterwards a broken connection may say so twice.
      if (!isListening || ending.signal.aborted) return;
      isListening = false;
      onTrouble(error);
      void reconnect();
    });
    await fresh.connect();
    try {
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end();
      throw error;
    }
    isListening = true;
    return fresh;
  }

  async function reconnect(): Promise<void> {
    for (let pause = firstPauseMs; !ending.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      await wait(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined); // ended: the loop ends too
      if (ending.signal.aborted) return;
      try {
        client = await listen();
        tell(null);
        return;
      } catch (error) {
        onTrouble(error);
      }
    }
  }

  return {
    onNotice: (listener) => void listeners.push(listener),
    async close() {
      ending.abort();
      await client.end();
    },
  };
}
