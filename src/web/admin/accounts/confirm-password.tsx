import type { AccountErrorCode } from '#accounts/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { PasswordField } from '../account-fields.tsx';
import { Panel } from '../admin-page.tsx';

export const confirmField = 'confirm-password';

/** A form that was rejected until the password is entered. */
export interface UnconfirmedForm {
  errorCode: AccountErrorCode;
  fields: [name: string, value: string][];
}

/** Sends a form again, with the password. */
export function ConfirmPassword({
  path,
  actionData,
}: {
  path: string;
  actionData: { errorCode?: unknown; unconfirmed?: UnconfirmedForm | null } | undefined;
}) {
  const t = useTranslator();
  const form = actionData?.unconfirmed;
  if (!form) return null;
  return (
    <Panel heading={t('admin.confirm.title')}>
      <form method="post" action={path} className="grid max-w-md gap-5">
        {form.errorCode === 'password.missing' ? (
          <p role="status" className="text-pretty">
            {t('admin.confirm.text')}
          </p>
        ) : (
          <AccountErrorAlert code={form.errorCode} />
        )}
        {form.fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PasswordField id={confirmField} name={confirmField} autoFocus />
        <Button type="submit" className="justify-self-start">
          {t('admin.confirm.action')}
        </Button>
      </form>
    </Panel>
  );
}
