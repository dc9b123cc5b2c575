import type { ComponentProps } from 'react';
import type { Role } from '#accounts/contract.ts';
import { passwordLength } from '#accounts/password-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../translator.tsx';
import { Options, TextField } from '../ui/field.tsx';

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
