import type { AccountErrorCode } from '#accounts/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../translator.tsx';
import { Notice } from '../ui/notice.tsx';

const accountErrorMessages = {
  'credentials.wrong': 'admin.error.credentials',
  'attempts.too_many': 'admin.error.attempts',
  'password.weak': 'admin.error.password_weak',
  'password.wrong': 'admin.error.password_wrong',
  'password.missing': 'admin.confirm.text',
  'code.missing': 'admin.sign_in.code_text',
  'code.wrong': 'admin.error.code_wrong',
  'code.expired': 'admin.error.code_expired',
  'code.unreadable': 'admin.error.code_unreadable',
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

export function AccountErrorAlert({ code }: { code: AccountErrorCode | null | undefined }) {
  const t = useTranslator();
  return code && <Notice role="alert">{t(accountErrorMessages[code])}</Notice>;
}
