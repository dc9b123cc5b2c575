import type { ComponentProps } from 'react';
import type { AccountErrorCode } from '#accounts/contract.ts';
import { passwordLength } from '../contract.ts';
import { useTranslator } from '../translator.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { accountErrorMessages } from './account-messages.tsx';

type FieldProps = Partial<ComponentProps<typeof TextField>>;

export function NameField(props: FieldProps) {
  const t = useTranslator();
  return <TextField label={t('admin.field.name')} id="name" name="name" autoComplete="name" {...props} />;
}

export function EmailField(props: FieldProps) {
  const t = useTranslator();
  return (
    <TextField
      label={t('admin.field.email')}
      id="email"
      name="email"
      type="email"
      autoComplete="username"
      {...props}
    />
  );
}

export function PasswordField(props: FieldProps) {
  const t = useTranslator();
  return (
    <TextField
      label={t('admin.field.password')}
      id="password"
      name="password"
      type="password"
      autoComplete="current-password"
      {...props}
    />
  );
}

export function NewPasswordField({ label }: { label: string }) {
  const t = useTranslator();
  return (
    <PasswordField
      label={label}
      hint={t('admin.field.password_hint', { length: passwordLength.min })}
      id="new-password"
      name="new-password"
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      autoComplete="new-password"
    />
  );
}

export function AccountErrorAlert({ code }: { code: AccountErrorCode | null | undefined }) {
  const t = useTranslator();
  return code && <Notice role="alert">{t(accountErrorMessages[code])}</Notice>;
}
