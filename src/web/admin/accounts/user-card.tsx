import type { User } from '#accounts/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { RoleOptions, roleLabels } from '../account-messages.tsx';

export function UserCard({ user, isSelf, action }: { user: User; isSelf: boolean; action: string }) {
  const t = useTranslator();
  const { id, name, email, role } = user;
  return (
    <Card as="li" className="p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-bold">
          {name} {isSelf && <span className="text-sm font-semibold text-good">({t('admin.users.you')})</span>}
        </h2>
        <p className="text-sm font-semibold text-muted">{t(roleLabels[role])}</p>
      </div>
      <p className="text-muted">{email}</p>
      {!isSelf && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <form method="post" action={action} className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="person" value={id} />
            <SelectField
              label={t('admin.users.role_of', { name })}
              id={`role-${id}`}
              name="role"
              defaultValue={role}
            >
              <RoleOptions />
            </SelectField>
            <Button type="submit" variant="quiet" name="intent" value="role">
              {t('admin.users.change_role')}
            </Button>
          </form>
          <form method="post" action={action}>
            <input type="hidden" name="person" value={id} />
            <Button type="submit" variant="quiet" name="intent" value="reset">
              {t('admin.users.reset')}
            </Button>
          </form>
          <details>
            <summary className="flex min-h-12 cursor-pointer items-center rounded-lg px-2 font-semibold text-accent">
              {t('admin.users.remove')}
            </summary>
            <form method="post" action={action} className="mt-2 grid gap-3">
              <p>{t('admin.users.remove_sure', { name })}</p>
              <input type="hidden" name="person" value={id} />
              <Button type="submit" name="intent" value="remove" className="justify-self-start">
                {t('admin.users.remove_yes')}
              </Button>
            </form>
          </details>
        </div>
      )}
    </Card>
  );
}
