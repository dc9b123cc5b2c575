import type { Invitation } from '#accounts/contract.ts';
import { formatUtcDateTime } from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { EmailField } from '../account-fields.tsx';
import { RoleOptions, roleLabels } from '../account-messages.tsx';
import { Panel } from '../panel.tsx';

export function Invitations({
  invitations,
  submittedEmail,
  action,
}: {
  invitations: Invitation[];
  submittedEmail: string | undefined;
  action: string;
}) {
  const t = useTranslator();
  return (
    <>
      {invitations.length > 0 && (
        <Panel heading={t('admin.users.invitations')}>
          <ul className="divide-y divide-line">
            {invitations.map(({ id, email, role, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div>
                  <p className="font-semibold">{email}</p>
                  <p className="text-sm text-muted">
                    {`${t(roleLabels[role])}, ${t('admin.users.until', { date: formatUtcDateTime(t.locale, expiresAt) })}`}
                  </p>
                </div>
                <form method="post" action={action}>
                  <input type="hidden" name="invitation" value={id} />
                  <Button type="submit" variant="quiet" name="intent" value="withdraw">
                    {t('admin.users.withdraw')}
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel heading={t('admin.users.invite')}>
        <form method="post" action={action} className="grid max-w-md gap-5">
          <EmailField defaultValue={submittedEmail} autoComplete="off" />
          <SelectField label={t('admin.field.role')} id="role" name="role" defaultValue="author">
            <RoleOptions />
          </SelectField>
          <Button type="submit" name="intent" value="invite" className="justify-self-start">
            {t('admin.users.invite_action')}
          </Button>
        </form>
      </Panel>
    </>
  );
}
