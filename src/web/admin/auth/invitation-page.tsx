import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert, TextField } from '../../ui/form/field.tsx';
import { roleLabels } from '../account-messages.tsx';
import { formError, readAdminForm, redirectTo, requestClient } from '../form-actions.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { AuthPage, ExpiredLinkPage } from './auth-page.tsx';

export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  const invitation = await context.get(servicesContext).accounts.findInvitation(token);
  return data({ token, invitation }, { status: invitation ? 200 : 404 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const values = { name: field('name'), password: field('new-password') };
  const result = await accounts.acceptInvitation(field('token'), values, requestClient(request));
  return result.ok ? redirectTo('/admin/blog', result.value) : formError(result.error, { name: values.name });
}

export default function InvitationPage() {
  const t = useTranslator();
  const { token, invitation } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!invitation) return <ExpiredLinkPage />;
  const { email, role } = invitation;
  return (
    <AuthPage
      title={t('admin.invitation.title')}
      intro={t('admin.invitation.intro', { email, role: t(roleLabels[role]) })}
    >
      <form method="post" className="mt-8 grid gap-5">
        <AccountErrorAlert code={actionData?.errorCode} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <TextField
          label={t('admin.field.name')}
          id="name"
          name="name"
          defaultValue={actionData?.values.name}
          autoComplete="name"
        />
        <NewPasswordField label={t('admin.field.password')} />
        <Button type="submit">{t('admin.invitation.action')}</Button>
      </form>
    </AuthPage>
  );
}
