import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import type { Role } from '#accounts/contract.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { goOn, readAdminForm, refuse, showLink } from './admin-answer.ts';
import { AdminPage } from './admin-page.tsx';
import { requireSignedIn } from './admit.ts';
import { Refusal } from './field.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { LinkPanel } from './link-panel.tsx';
import { PersonCard } from './person-card.tsx';

const own = '/admin/people';

export async function loader({ context }: LoaderFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const [people, invitations] = await Promise.all([accounts.listPeople(), accounts.listInvitations()]);
  return { people, invitations, ownId: requireSignedIn(context).user.id };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const { user } = requireSignedIn(context);
  const role = toRole(field('role'));
  const id = field('person');
  switch (field('intent')) {
    case 'role': {
      const changed = await accounts.changeRole(id, role);
      return changed.ok ? goOn(own) : refuse(changed.error);
    }
    case 'remove': {
      const removed = await accounts.removePerson(id);
      return removed.ok ? goOn(own) : refuse(removed.error);
    }
    case 'reset': {
      const made = await accounts.makeResetLink(id);
      return made.ok ? showLink({ ...made.value, isMailed: false }) : refuse(made.error);
    }
    case 'invite': {
      const made = await accounts.invite({ email: field('email'), role }, user);
      return made.ok ? showLink(made.value) : refuse(made.error, { email: field('email') });
    }
    case 'withdraw':
      await accounts.withdrawInvitation(field('invitation'));
      return goOn(own);
    default:
      return goOn(own);
  }
}

/** What is no role gives the least of them. */
function toRole(text: string): Role {
  return (['owner', 'editor'] as const).find((role) => role === text) ?? 'author';
}

export default function PeoplePage() {
  const t = useTranslator();
  const { people, invitations, ownId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AdminPage path={own} title={t('admin.nav.people')} subtitle={t('admin.people.intro')}>
      <div className="mt-6 grid gap-4">
        <Refusal code={answer?.refused} />
        {answer?.link && <LinkPanel {...answer.link} />}
        <ul className="grid gap-4">
          {people.map((person) => (
            <PersonCard key={person.id} person={person} isSelf={person.id === ownId} action={own} />
          ))}
        </ul>
      </div>
      <InvitePanel invitations={invitations} typed={answer?.typed.email} action={own} />
    </AdminPage>
  );
}
