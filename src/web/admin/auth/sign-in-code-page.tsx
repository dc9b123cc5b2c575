import type { AccountErrorCode } from '#accounts/contract.ts';
import { AuthPage } from '../../layout/auth-page.tsx';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { CodeField } from './code-field.tsx';
import { signInPath } from './return-path.ts';

/** Asks for the second factor. The sign-in page handles the form. */
export function SignInCodePage({
  pendingSignIn,
  errorCode,
  to,
}: {
  pendingSignIn: string;
  errorCode: AccountErrorCode | null;
  to: string;
}) {
  const t = useTranslator();
  return (
    <AuthPage title={t('admin.sign_in.code_title')} intro={t('admin.sign_in.code_text')}>
      <form method="post" action={signInPath(to)} className="mt-8 grid gap-5">
        {errorCode !== 'code.missing' && <AccountErrorAlert code={errorCode} />}
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="pending" value={pendingSignIn} />
        <CodeField autoFocus />
        <Button type="submit">{t('admin.sign_in.action')}</Button>
        <a href={signInPath(to)} className="justify-self-start py-2 text-accent underline underline-offset-4">
          {t('admin.sign_in.restart')}
        </a>
      </form>
      <p className="mt-4 text-sm text-pretty text-muted">{t('admin.sign_in.code_lost')}</p>
    </AuthPage>
  );
}
