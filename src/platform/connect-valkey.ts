import { Redis } from 'ioredis';

/** Longest wait for an answer: who asks then does without. */
const answerMs = 300;

/**
 * A connection to Valkey, or to a Redis of the same protocol. It comes back by itself. While it is away every command
 * fails at once, so that nothing waits for it. `onTrouble` gets the code of the fault: its words would name the server.
 */
export function connectValkey(url: string, onTrouble: (code: string) => void): Redis {
  const client = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: answerMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(100 * 2 ** Math.min(tries, 5), 2_000),
  });
  let isAway = false;
  client.on('ready', () => {
    isAway = false;
  });
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) onTrouble(error.code ?? error.name);
    isAway = true;
  });
  return client;
}
