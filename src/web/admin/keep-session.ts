import { sessionRenewalTicks, sessionTickMs } from '../contract.ts';

/**
 * Looks at each tick whether the session ends within a few more, and then renews it. A renewal that fails is tried
 * again at the next tick. Gives the means to stop.
 */
export function keepSession(options: {
  expiresAt: number;
  now: () => number;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}): () => void {
  let { expiresAt } = options;
  const timer = setInterval(async () => {
    if (expiresAt - options.now() > sessionRenewalTicks * sessionTickMs) return;
    const answer = await options.fetch('/api/accounts/session/renew', { method: 'POST' }).catch(offline);
    if (answer?.ok) expiresAt = ((await answer.json()) as { expiresAt: number }).expiresAt;
  }, sessionTickMs);
  return () => clearInterval(timer);
}

/** The one way a request of ours fails without an answer. */
function offline(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
