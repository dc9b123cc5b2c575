import { type FormEvent, useEffect, useState } from 'react';
import type { AccountError, AccountErrorCode } from '#accounts/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { Result } from '#platform/result.ts';
import { parseJsonOrNull } from '../../browser/parse-json.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, PasswordField } from '../account-fields.tsx';
import type { SessionUser } from '../editor/draft/draft-types.ts';
import { useDialogTask } from '../form-dialog.tsx';
import { CodeField } from './code-field.tsx';

/** The dialog's initial focus: the email is already filled in. */
const setInitialFocus = (field: HTMLInputElement | null) => void field?.setAttribute('autofocus', '');

/** Lets the user sign in again without leaving the page. */
export default function SignInDialog({
  user,
  onDone,
  onClose,
}: {
  /** The user who started the draft, if known. */
  user: SessionUser | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const { isBusy, error, run } = useDialogTask();
  const [pendingSignIn, setPendingSignIn] = useState<string | null>(null);
  const [otherUser, setOtherUser] = useState<SessionUser | null>(null);

  const handleSignIn = (sessionUser: SessionUser) => {
    if (user && sessionUser.id !== user.id) setOtherUser(sessionUser);
    else onDone();
  };

  // The user may have signed in again in another window.
  useEffect(() => {
    const checkSession = async () => {
      const sessionUser = await fetchSessionUser();
      if (sessionUser && (!user || sessionUser.id === user.id)) onDone();
    };
    const onFocus = () => void checkSession();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [user, onDone]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name));
    void run(async () => {
      const result = pendingSignIn
        ? await sendSignInCode({ pendingSignIn, code: field('code') })
        : await requestSignIn({ email: field('email'), password: field('password') });
      if (!result.ok) {
        if (result.error === 'expired' || result.error === 'unreadable') setPendingSignIn(null);
        return t(signInErrorMessages[result.error]);
      }
      if ('pendingSignIn' in result.value) {
        setPendingSignIn(result.value.pendingSignIn);
      } else {
        setPendingSignIn(null);
        handleSignIn(result.value);
      }
      return null;
    });
  }

  if (otherUser && user) {
    const before = user.email;
    const now = otherUser.email;
    return (
      <Dialog key="other" title={t('admin.draft.other.title')} onClose={onClose}>
        <p className="mt-2 text-pretty text-muted">{t('admin.draft.other.text', { before, now })}</p>
        <div className="mt-6 grid gap-3">
          <Button onClick={() => setOtherUser(null)}>{t('admin.draft.other.back', { before })}</Button>
          <Button variant="quiet" onClick={onDone}>
            {t('admin.draft.other.go_on', { now })}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title={t('admin.draft.sign_in.title')} isBusy={isBusy} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">
        {t(pendingSignIn ? 'admin.sign_in.code_text' : 'admin.draft.sign_in.text')}
      </p>
      <form method="post" className="mt-6 grid gap-5" onSubmit={submit}>
        {error && <Notice role="alert">{error}</Notice>}
        {pendingSignIn ? (
          <CodeField id="again-code" autoFocus />
        ) : (
          <>
            <EmailField id="again-email" defaultValue={user?.email} />
            <PasswordField id="again-password" ref={setInitialFocus} />
          </>
        )}
        <div className="grid gap-3">
          <Button type="submit" aria-disabled={isBusy}>
            {t('admin.sign_in.action')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('admin.draft.sign_in.not_now')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const signInErrorMessages = {
  wrong: 'admin.error.credentials',
  wrongCode: 'admin.error.code_wrong',
  expired: 'admin.error.code_expired',
  unreadable: 'admin.error.code_unreadable',
  blocked: 'admin.error.attempts',
  offline: 'admin.error.offline',
  unclear: 'admin.error.no_answer',
} as const satisfies Record<string, MessageKey>;

type SignInError = keyof typeof signInErrorMessages;

/** The password was right, and the second factor is missing. */
interface PendingSignIn {
  pendingSignIn: string;
}

type SignInResult = Promise<Result<SessionUser | PendingSignIn, SignInError>>;

export function requestSignIn(credentials: { email: string; password: string }): SignInResult {
  return postSignIn('/api/accounts/sign-in', credentials);
}

export function sendSignInCode(input: PendingSignIn & { code: string }): SignInResult {
  return postSignIn('/api/accounts/sign-in/code', input);
}

async function postSignIn(path: string, body: object): SignInResult {
  const response = await catchNetworkError(
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const text = response && (await catchNetworkError(response.text()));
  if (response === null || text === null) return { ok: false, error: 'offline' };
  if (!response.ok) {
    const { code, pendingSignIn } = (parseJsonOrNull(text) ?? {}) as Partial<AccountError>;
    if (code === 'code.missing' && pendingSignIn) return { ok: true, value: { pendingSignIn } };
    const error = (code && errorsByCode[code]) ?? errorsByStatus[response.status] ?? 'unclear';
    return { ok: false, error };
  }
  const user = await fetchSessionUser();
  return user ? { ok: true, value: user } : { ok: false, error: 'unclear' };
}

const errorsByCode: Partial<Record<AccountErrorCode, SignInError>> = {
  'code.wrong': 'wrongCode',
  'code.expired': 'expired',
  'code.unreadable': 'unreadable',
};

const errorsByStatus: Partial<Record<number, SignInError>> = { 400: 'wrong', 401: 'wrong', 429: 'blocked' };

/** null if nobody is signed in or the request failed. */
export async function fetchSessionUser(): Promise<SessionUser | null> {
  const response = await catchNetworkError(fetch('/api/accounts/session'));
  if (!response?.ok) return null;
  const { user } = (await response.json()) as { user: SessionUser };
  return { id: user.id, email: user.email };
}

/** null if no response arrived; `fetch` then throws a TypeError. */
async function catchNetworkError<T>(pending: Promise<T>): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
