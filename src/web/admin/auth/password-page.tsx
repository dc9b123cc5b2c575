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

interface PasswordFormProps {
  token: string;
  errorCode: AccountErrorCode | null | undefined;
  passwordLabel: string;
  action: string;
  /** Further fields. */
  children?: ReactNode;
}

/** The page of a link that lets its owner choose a password. */
export function PasswordPage({
  title,
  intro,
  ...form
}: PasswordFormProps & { title: string; intro: string }) {
  return (
    <AuthPage title={title} intro={intro}>
      <PasswordForm {...form} />
    </AuthPage>
  );
}

export function PasswordForm({ token, errorCode, passwordLabel, action, children }: PasswordFormProps) {
  return (
    <form method="post" className="mt-8 grid gap-5">
      <AccountErrorAlert code={errorCode} />
      <input type="hidden" name="token" value={token} />
      {children}
      <NewPasswordField label={passwordLabel} />
      <Button type="submit">{action}</Button>
    </form>
  );
}
