import type { ReactNode } from 'react';
import type { AccountErrorCode } from '#accounts/contract.ts';
import { AuthPage } from '../../layout/auth-page.tsx';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { NewPasswordField } from '../account-fields.tsx';

/** Used, expired and unknown links look the same. */
export function ExpiredLinkPage() {
  const t = useTranslator();
  return <AuthPage title={t('admin.link_gone.title')} intro={t('admin.link_gone.text')} />;
}

/** The page of a link that lets its owner choose a password. `children` are further fields. */
export function PasswordPage({
  title,
  intro,
  token,
  errorCode,
  passwordLabel,
  action,
  children,
}: {
  title: string;
  intro: string;
  token: string;
  errorCode: AccountErrorCode | null | undefined;
  passwordLabel: string;
  action: string;
  children?: ReactNode;
}) {
  return (
    <AuthPage title={title} intro={intro}>
      <form method="post" className="mt-8 grid gap-5">
        <AccountErrorAlert code={errorCode} />
        <input type="hidden" name="token" value={token} />
        {children}
        <NewPasswordField label={passwordLabel} />
        <Button type="submit">{action}</Button>
      </form>
    </AuthPage>
  );
}
