import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import type { Invitation, Role, User } from '#accounts/contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { EmailField, RoleOptions, roleLabels } from '../account-fields.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import {
  formError,
  forwardActionHeaders,
  linkResult,
  readAdminFields,
  redirectOrError,
  redirectTo,
} from '../form-actions.ts';
import { rejectUnconfirmed } from './confirm-form.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { OneTimeLink } from './one-time-value.tsx';

const pagePath = '/admin/people';

export async function loader({ context }: LoaderFunctionArgs) {
  const { accounts, authors } = context.get(servicesContext);
  const [users, invitations, allAuthors, protectedIds] = await Promise.all([
    accounts.listUsers(),
    accounts.listInvitations(),
    authors.listAuthors(),
    accounts.listUsersWithSecondFactor(),
  ]);
  const others = allAuthors.filter((author) => !author.has_account);
  const withSecondFactor = users.map((user) => ({
    ...user,
    hasSecondFactor: protectedIds.includes(user.id),
  }));
  return { users: withSecondFactor, invitations, others, currentUserId: requireSession(context).user.id };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readAdminFields(request);
  const field = (name: string) => form.get(name) ?? '';
  const { accounts } = context.get(servicesContext);
  if (field('intent') === 'withdraw') {
    await accounts.revokeInvitation(field('invitation'));
    return redirectTo(pagePath);
  }
  const noResult = { errorCode: null, values: { email: field('email') }, link: null };
  const rejected = await rejectUnconfirmed({ request, context }, form, noResult);
  if (rejected) return rejected;
  const { user } = requireSession(context);
  const role = toRole(field('role'));
  const id = field('person');
  switch (field('intent')) {
    case 'role':
      return redirectOrError(await accounts.changeRole(id, role), pagePath);
    case 'remove':
      return redirectOrError(await accounts.deleteUser(id), pagePath);
    case 'reset-second-factor':
      // One's own needs the password each time, see the page of one's account.
      if (id !== user.id) await accounts.resetSecondFactor(id);
      break;
    case 'reset': {
      const result = await accounts.createPasswordResetLink(id);
      return result.ok ? linkResult({ ...result.value, isMailed: false }) : formError(result.error);
    }
    case 'invite': {
      const result = await accounts.invite({ email: field('email'), role }, user);
      return result.ok ? linkResult(result.value) : formError(result.error, { email: field('email') });
    }
  }
  return redirectTo(pagePath);
}

export const headers = forwardActionHeaders;

/** An unknown role becomes `author`, the least privileged. */
function toRole(text: string): Role {
  return (['owner', 'editor'] as const).find((role) => role === text) ?? 'author';
}

export default function UsersPage() {
  const t = useTranslator();
  const { users, invitations, others, currentUserId } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AdminPage path={pagePath} title={t('admin.nav.users')} subtitle={t('admin.users.intro')}>
      <div className="mt-6 grid gap-4">
        <AccountErrorAlert code={actionData?.errorCode} />
        <ConfirmPassword path={pagePath} actionData={actionData} />
        {actionData?.link && <OneTimeLink {...actionData.link} />}
        <ul className="grid gap-4">
          {users.map((user) => (
            <UserCard key={user.id} user={user} isSelf={user.id === currentUserId} />
          ))}
        </ul>
      </div>
      {others.length > 0 && (
        <Panel heading={t('admin.users.other_authors')}>
          <ul className="grid gap-1">
            {others.map(({ id, name }) => (
              <li key={id}>
                <ProfileLink id={id} name={name} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Invitations invitations={invitations} submittedEmail={actionData?.values.email} />
    </AdminPage>
  );
}

function ProfileLink({ id, name }: { id: string; name: string }) {
  const t = useTranslator();
  return (
    <a
      href={`/admin/profile/${encodeURIComponent(id)}`}
      className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
    >
      {t('admin.users.profile_of', { name })}
    </a>
  );
}

function UserCard({ user, isSelf }: { user: User & { hasSecondFactor: boolean }; isSelf: boolean }) {
  const t = useTranslator();
  const { id, name, email, role, hasSecondFactor } = user;
  return (
    <Card as="li" className="p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-bold">{isSelf ? t('admin.users.you', { name }) : name}</h2>
        <p className="text-sm font-semibold text-muted">{t(roleLabels[role])}</p>
      </div>
      <p className="text-muted">{email}</p>
      {hasSecondFactor && <p className="text-muted">{t('admin.second_factor.on')}</p>}
      <ProfileLink id={id} name={name} />
      {!isSelf && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <form method="post" action={pagePath} className="flex flex-wrap items-end gap-3">
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
          <form method="post" action={pagePath}>
            <input type="hidden" name="person" value={id} />
            <Button type="submit" variant="quiet" name="intent" value="reset">
              {t('admin.users.reset')}
            </Button>
          </form>
          {hasSecondFactor && (
            <form method="post" action={pagePath}>
              <input type="hidden" name="person" value={id} />
              <Button type="submit" variant="quiet" name="intent" value="reset-second-factor">
                {t('admin.users.reset_second_factor')}
              </Button>
            </form>
          )}
          <details>
            <summary className="flex min-h-12 cursor-pointer items-center rounded-lg px-2 font-semibold text-accent">
              {t('admin.users.remove')}
            </summary>
            <form method="post" action={pagePath} className="mt-2 grid gap-3">
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

function Invitations({
  invitations,
  submittedEmail,
}: {
  invitations: Invitation[];
  submittedEmail: string | undefined;
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
                    {`${t(roleLabels[role])} · ${t('admin.users.until', { date: formatUtcDateTime(t.locale, expiresAt) })}`}
                  </p>
                </div>
                <form method="post" action={pagePath}>
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
        <form method="post" action={pagePath} className="grid max-w-md gap-5">
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
