import type { Invitation } from '#accounts/invitations.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { roleNames } from './account-messages.ts';
import { Field, Select } from './field.tsx';
import { longMoment } from './long-moment.ts';
import { Panel } from './panel.tsx';
import { RoleOptions } from './role-options.tsx';

/** Who has been invited, and the form to invite more. */
export function InvitePanel({
  invitations,
  typed,
  action,
}: {
  invitations: Invitation[];
  /** An address that was refused. */
  typed: string | undefined;
  action: string;
}) {
  const t = useTranslator();
  return (
    <>
      {invitations.length > 0 && (
        <Panel heading={t('admin.people.invitations')}>
          <ul className="divide-y divide-line">
            {invitations.map(({ id, email, role, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div>
                  <p className="font-semibold">{email}</p>
                  <p className="text-sm text-muted">
                    {`${t(roleNames[role])}, ${t('admin.people.until', { date: longMoment(t.locale, expiresAt) })}`}
                  </p>
                </div>
                <form method="post" action={action}>
                  <input type="hidden" name="invitation" value={id} />
                  <Button type="submit" variant="quiet" name="intent" value="withdraw">
                    {t('admin.people.withdraw')}
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel heading={t('admin.people.invite')}>
        <form method="post" action={action} className="grid max-w-md gap-5">
          <Field
            label={t('admin.field.email')}
            id="email"
            name="email"
            type="email"
            defaultValue={typed}
            autoComplete="off"
          />
          <Select label={t('admin.field.role')} id="role" name="role" defaultValue="author">
            <RoleOptions />
          </Select>
          <Button type="submit" name="intent" value="invite" className="justify-self-start">
            {t('admin.people.invite_action')}
          </Button>
        </form>
      </Panel>
    </>
  );
}
