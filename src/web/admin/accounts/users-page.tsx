import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import type { Role } from '#accounts/contract.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { AccountErrorAlert } from '../account-fields.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { formError, linkResult, readAdminForm, redirectTo } from '../form-actions.ts';
import { Invitations } from './invitations.tsx';
import { OneTimeLink } from './one-time-value.tsx';
import { UserCard } from './user-card.tsx';

const pagePath = '/admin/people';

export async function loader({ context }: LoaderFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const [users, invitations] = await Promise.all([accounts.listUsers(), accounts.listInvitations()]);
  return { users, invitations, currentUserId: requireSession(context).user.id };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const { user } = requireSession(context);
  const role = toRole(field('role'));
  const id = field('person');
  switch (field('intent')) {
    case 'role': {
      const result = await accounts.changeRole(id, role);
      return result.ok ? redirectTo(pagePath) : formError(result.error);
    }
    case 'remove': {
      const result = await accounts.deleteUser(id);
      return result.ok ? redirectTo(pagePath) : formError(result.error);
    }
    case 'reset': {
      const result = await accounts.createPasswordResetLink(id);
      return result.ok ? linkResult({ ...result.value, isMailed: false }) : formError(result.error);
    }
    case 'invite': {
      const result = await accounts.invite({ email: field('email'), role }, user);
      return result.ok ? linkResult(result.value) : formError(result.error, { email: field('email') });
    }
    case 'withdraw':
      await accounts.revokeInvitation(field('invitation'));
      return redirectTo(pagePath);
    default:
      return redirectTo(pagePath);
  }
}

/** An unknown role becomes `author`, the least privileged. */
function toRole(text: string): Role {
  return (['owner', 'editor'] as const).find((role) => role === text) ?? 'author';
}

export default function UsersPage() {
  const t = useTranslator();
  const { users, invitations, currentUserId } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AdminPage path={pagePath} title={t('admin.nav.users')} subtitle={t('admin.users.intro')}>
      <div className="mt-6 grid gap-4">
        <AccountErrorAlert code={actionData?.errorCode} />
        {actionData?.link && <OneTimeLink {...actionData.link} />}
        <ul className="grid gap-4">
          {users.map((user) => (
            <UserCard key={user.id} user={user} isSelf={user.id === currentUserId} action={pagePath} />
          ))}
        </ul>
      </div>
      <Invitations invitations={invitations} submittedEmail={actionData?.values.email} action={pagePath} />
    </AdminPage>
  );
}
