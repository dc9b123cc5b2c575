import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { EmailField, NameField } from '../account-fields.tsx';
import { readAdminForm, redirectOrError, requestClient } from '../form-actions.ts';
import { ExpiredLinkPage, PasswordPage } from './password-page.tsx';

/** Creates the first owner. 404 if there is an owner or the link's token is wrong. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  const isValid = await context.get(servicesContext).accounts.isFirstOwnerLink(token);
  return data({ token: isValid ? token : null }, { status: isValid ? 200 : 404 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const values = { name: field('name'), email: field('email'), password: field('new-password') };
  const { accounts } = context.get(servicesContext);
  const result = await accounts.createFirstOwner(field('token'), values, requestClient(request));
  return redirectOrError(result, '/admin/start', { name: values.name, email: values.email });
}

export default function SetupPage() {
  const t = useTranslator();
  const { token } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (token === null) return <ExpiredLinkPage />;
  return (
    <PasswordPage
      title={t('admin.set_up.title')}
      intro={t('admin.set_up.intro')}
      token={token}
      errorCode={actionData?.errorCode}
      passwordLabel={t('admin.field.password')}
      action={t('admin.set_up.action')}
    >
      <NameField defaultValue={actionData?.values.name} />
      <EmailField defaultValue={actionData?.values.email} />
    </PasswordPage>
  );
}
