import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { NameField, roleLabels } from '../account-fields.tsx';
import { readAdminForm, redirectOrError, requestClient } from '../form-actions.ts';
import { ExpiredLinkPage, PasswordPage } from './password-page.tsx';

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
  return redirectOrError(result, '/admin/blog', { name: values.name });
}

export default function InvitationPage() {
  const t = useTranslator();
  const { token, invitation } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!invitation) return <ExpiredLinkPage />;
  const { email, role } = invitation;
  return (
    <PasswordPage
      title={t('admin.invitation.title')}
      intro={t('admin.invitation.intro', { email, role: t(roleLabels[role]) })}
      token={token}
      errorCode={actionData?.errorCode}
      passwordLabel={t('admin.field.password')}
      action={t('admin.invitation.action')}
    >
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <NameField defaultValue={actionData?.values.name} />
    </PasswordPage>
  );
}
