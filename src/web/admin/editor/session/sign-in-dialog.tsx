import { type FormEvent, useEffect, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../field.tsx';
import type { Writer } from '../draft/draft-contract.ts';
import { type SignInRefusal, signInAgain, signInRefusals, whoIsSignedIn } from './sign-in-again.ts';

const ask = (path: string, init?: RequestInit) => fetch(path, init);

/** The dialog puts the focus on it when it opens: the address is known already. */
const focusFirst = (field: HTMLInputElement | null) => void field?.setAttribute('autofocus', '');

/** The session ended while someone wrote: it begins again here, and the page stays as it is. */
export function SignInDialog({
  writer,
  onDone,
  onClose,
}: {
  /** Who began the text, where that is known. */
  writer: Writer | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<SignInRefusal | null>(null);
  const [other, setOther] = useState<Writer | null>(null);

  const enter = (found: Writer) => {
    if (writer && found.id !== writer.id) setOther(found);
    else onDone();
  };

  // In another window, perhaps, they have signed in already.
  useEffect(() => {
    const look = async () => {
      const found = await whoIsSignedIn(ask);
      if (found && (!writer || found.id === writer.id)) onDone();
    };
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [writer, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setRefused(null);
    const entered = await signInAgain(ask, {
      email: String(form.get('email')),
      password: String(form.get('password')),
    });
    setBusy(false);
    if (entered.ok) enter(entered.value);
    else setRefused(entered.error);
  }

  if (other && writer) {
    const [before, now] = [writer.email, other.email];
    return (
      <Dialog key="other" title={t('admin.draft.other.title')} onClose={onClose}>
        <p className="mt-2 text-pretty text-muted">{t('admin.draft.other.text', { before, now })}</p>
        <div className="mt-6 grid gap-3">
          <Button onClick={() => setOther(null)}>{t('admin.draft.other.back', { before })}</Button>
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
      <form method="post" className="mt-6 grid gap-5" onSubmit={(event) => void submit(event)}>
        {refused && (
          <p role="alert" className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
            {t(signInRefusals[refused])}
          </p>
        )}
        <Field
          label={t('admin.field.email')}
          id="again-email"
          name="email"
          type="email"
          defaultValue={writer?.email}
          autoComplete="username"
        />
        <Field
          label={t('admin.field.password')}
          id="again-password"
          name="password"
          type="password"
          autoComplete="current-password"
          ref={focusFirst}
        />
        <div className="grid gap-3">
          <Button type="submit" aria-disabled={isBusy}>
            {t('admin.sign_in.action')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('admin.draft.sign_in.later')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
