import type { MessageKey } from '#i18n/translate.ts';
import type { Writer } from '../draft/draft-contract.ts';

type Ask = (path: string, init?: RequestInit) => Promise<Response>;
export const signInRefusals = {
  wrong: 'admin.error.credentials',
  blocked: 'admin.error.attempts',
  offline: 'admin.error.offline',
  unclear: 'admin.error.no_answer',
} as const satisfies Record<string, MessageKey>;
export type SignInRefusal = keyof typeof signInRefusals;

type SignedInAgain = { ok: true; value: Writer } | { ok: false; error: SignInRefusal };

/** Signs in without leaving the page; who it is then, or why not. */
export async function signInAgain(
  ask: Ask,
  typed: { email: string; password: string },
): Promise<SignedInAgain> {
  const answer = await answerOf(
    ask('/api/accounts/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(typed),
    }),
  );
  if (answer === null) return { ok: false, error: 'offline' };
  if (!answer.ok) return { ok: false, error: reasons[answer.status] ?? 'unclear' };
  const writer = await whoIsSignedIn(ask);
  return writer ? { ok: true, value: writer } : { ok: false, error: 'unclear' };
}

const reasons: Partial<Record<number, SignInRefusal>> = { 400: 'wrong', 401: 'wrong', 429: 'blocked' };

/** null: nobody, or nobody can say. */
export async function whoIsSignedIn(ask: Ask): Promise<Writer | null> {
  const answer = await answerOf(ask('/api/accounts/session'));
  if (!answer?.ok) return null;
  const { user } = (await answer.json()) as { user: Writer };
  return { id: user.id, email: user.email };
}

/** null: no answer came, the one way `fetch` fails by itself. */
async function answerOf(asked: Promise<Response>): Promise<Response | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
