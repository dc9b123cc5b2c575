import { type FormEvent, useEffect, useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import type { Result } from '#platform/result.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, PasswordField } from '../account-fields.tsx';
import type { SessionUser } from '../editor/draft/draft-types.ts';
import { useDialogTask } from '../form-dialog.tsx';

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
    const credentials = { email: String(form.get('email')), password: String(form.get('password')) };
    void run(async () => {
      const result = await requestSignIn(credentials);
      if (!result.ok) return t(signInErrorMessages[result.error]);
      handleSignIn(result.value);
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
      <p className="mt-2 text-pretty text-muted">{t('admin.draft.sign_in.text')}</p>
      <form method="post" className="mt-6 grid gap-5" onSubmit={submit}>
        {error && <Notice role="alert">{error}</Notice>}
        <EmailField id="again-email" defaultValue={user?.email} />
        <PasswordField id="again-password" ref={setInitialFocus} />
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
  blocked: 'admin.error.attempts',
  offline: 'admin.error.offline',
  unclear: 'admin.error.no_answer',
} as const satisfies Record<string, MessageKey>;

type SignInError = keyof typeof signInErrorMessages;

export async function requestSignIn(credentials: {
  email: string;
  password: string;
}): Promise<Result<SessionUser, SignInError>> {
  const response = await catchNetworkError(
    fetch('/api/accounts/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    }),
  );
  if (response === null) return { ok: false, error: 'offline' };
  if (!response.ok) return { ok: false, error: errorsByStatus[response.status] ?? 'unclear' };
  const user = await fetchSessionUser();
  return user ? { ok: true, value: user } : { ok: false, error: 'unclear' };
}

const errorsByStatus: Partial<Record<number, SignInError>> = { 400: 'wrong', 401: 'wrong', 429: 'blocked' };

/** null if nobody is signed in or the request failed. */
export async function fetchSessionUser(): Promise<SessionUser | null> {
  const response = await catchNetworkError(fetch('/api/accounts/session'));
  if (!response?.ok) return null;
  const { user } = (await response.json()) as { user: SessionUser };
  return { id: user.id, email: user.email };
}

/** null if no response arrived; `fetch` then throws a TypeError. */
async function catchNetworkError(pendingResponse: Promise<Response>): Promise<Response | null> {
  try {
    return await pendingResponse;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
