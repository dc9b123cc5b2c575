import type { AccountErrorCode, Role } from '#accounts/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../translator.tsx';

export const accountErrorMessages = {
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
  return (['author', 'editor', 'owner'] as const).map((role) => (
    <option key={role} value={role}>
      {t(roleLabels[role])}
    </option>
  ));
}
