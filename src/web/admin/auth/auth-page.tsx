import type { ReactNode } from 'react';
import type { AccountErrorCode } from '#accounts/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { BrandMark } from '../../ui/logo.tsx';
import { AccountErrorAlert, NewPasswordField } from '../account-fields.tsx';

export function AuthPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children?: ReactNode;
}) {
  const t = useTranslator();
  return (
    <>
      <title>{`${title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      <main id="main" className="mx-auto grid min-h-dvh max-w-md content-center px-4 py-12">
        <a href="/" className="flex items-center gap-2.5 self-start rounded-lg text-lg font-bold">
          <BrandMark className="size-9" />
          {t('brand.name')}
        </a>
        <h1 className="mt-8 text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-pretty text-muted">{intro}</p>}
        {children}
      </main>
    </>
  );
}

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
