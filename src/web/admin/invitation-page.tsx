import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { roleNames } from './account-messages.ts';
import { callerOf, goOn, readAdminForm, refuse } from './admin-answer.ts';
import { Field, Refusal } from './field.tsx';
import { LinkGone } from './link-gone.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PlainPage } from './plain-page.tsx';

export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  const invitation = await context.get(servicesContext).accounts.findInvitation(token);
  return data({ token, invitation }, { status: invitation ? 200 : 404 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const typed = { name: field('name'), password: field('new-password') };
  const entered = await accounts.acceptInvitation(field('token'), typed, callerOf(request));
  return entered.ok ? goOn('/admin/blog', entered.value) : refuse(entered.error, { name: typed.name });
}

export default function InvitationPage() {
  const t = useTranslator();
  const { token, invitation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!invitation) return <LinkGone />;
  const { email, role } = invitation;
  return (
    <PlainPage
      title={t('admin.invitation.title')}
      intro={t('admin.invitation.intro', { email, role: t(roleNames[role]) })}
    >
      <form method="post" className="mt-8 grid gap-5">
        <Refusal code={answer?.refused} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <Field
          label={t('admin.field.name')}
          id="name"
          name="name"
          defaultValue={answer?.typed.name}
          autoComplete="name"
        />
        <NewPasswordField label={t('admin.field.password')} />
        <Button type="submit">{t('admin.invitation.action')}</Button>
      </form>
    </PlainPage>
  );
}
