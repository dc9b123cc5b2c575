import type { ComponentProps } from 'react';
import type { AccountErrorCode, Role } from '#accounts/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { passwordLength } from '../contract.ts';
import { useTranslator } from '../translator.tsx';
import { Options, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

const accountErrorMessages = {
  'credentials.wrong': 'admin.error.credentials',
  'attempts.too_many': 'admin.error.attempts',
  'password.weak': 'admin.error.password_weak',
  'password.wrong': 'admin.error.password_wrong',
  'email.invalid': 'admin.error.email_invalid',
  'email.taken': 'admin.error.email_taken',
  'name.missing': 'admin.error.name_missing',
  'link.invalid': 'admin.link_gone.title',
  'owner.last': 'admin.error.owner_last',
  'user.missing': 'admin.error.user_missing',
  'key.unnamed': 'admin.error.key_unnamed',
  'key.limit': 'admin.error.key_limit',
  'key.ended': 'admin.error.key_ended',
  'key.too_many': 'admin.error.key_too_many',
} as const satisfies Record<AccountErrorCode, MessageKey>;

export const roleLabels = {
  owner: 'admin.role.owner',
  editor: 'admin.role.editor',
  author: 'admin.role.author',
} as const satisfies Record<Role, MessageKey>;

export function RoleOptions() {
  const t = useTranslator();
  return (
    <Options items={(['author', 'editor', 'owner'] as const).map((role) => [role, t(roleLabels[role])])} />
  );
}

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
