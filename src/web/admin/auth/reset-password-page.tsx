import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { AuthPage } from '../../layout/auth-page.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { EmailField } from '../account-fields.tsx';
import { forwardActionHeaders, readAdminForm, redirectOrError, requestClient } from '../form-actions.ts';
import { ExpiredLinkPage, PasswordPage } from './password-page.tsx';
import { SignInCodePage } from './sign-in-code-page.tsx';

/** With a token, the form for the new password; without one, the form that requests a reset link. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token');
  const { accounts } = context.get(servicesContext);
  const isLinkInvalid = token !== null && !(await accounts.isResetLink(token));
  const loaderData = {
    token,
    isLinkInvalid,
    canSendEmail: accounts.canSendEmail(),
    isSent: url.searchParams.has('sent'),
  };
  return data(loaderData, { status: isLinkInvalid ? 404 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const client = requestClient(request);
  if (field('token') === '') {
    const result = await accounts.requestPasswordReset(field('email'), client);
    return redirectOrError(result, '/admin/reset?sent');
  }
  const result = await accounts.resetPassword(field('token'), field('new-password'), client);
  return redirectOrError(result, '/admin/blog');
}

export const headers = forwardActionHeaders;

export default function ResetPasswordPage() {
  const { token, isLinkInvalid } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // The new password has used up the link, so this comes before the check of the link.
  if (actionData?.pendingSignIn) {
    const { pendingSignIn, errorCode } = actionData;
    return <SignInCodePage pendingSignIn={pendingSignIn} errorCode={errorCode} to="/admin/blog" />;
  }
  if (token === null) return <ForgotPasswordPage />;
  return isLinkInvalid ? <ExpiredLinkPage /> : <NewPasswordPage token={token} />;
}

function NewPasswordPage({ token }: { token: string }) {
  const t = useTranslator();
  const actionData = useActionData<typeof action>();
  return (
    <PasswordPage
      title={t('admin.reset.title')}
      intro={t('admin.reset.intro')}
      token={token}
      errorCode={actionData?.errorCode}
      passwordLabel={t('admin.field.new_password')}
      action={t('admin.reset.action')}
    />
  );
}

function ForgotPasswordPage() {
  const t = useTranslator();
  const { canSendEmail, isSent } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!canSendEmail) return <AuthPage title={t('admin.forgot.title')} intro={t('admin.forgot.no_mail')} />;
  return (
    <AuthPage title={t('admin.forgot.title')} intro={t('admin.forgot.intro')}>
      <form method="post" action="/admin/reset" className="mt-8 grid gap-5">
        {isSent && (
          <Notice tone="good" role="status">
            {t('admin.forgot.sent')}
          </Notice>
        )}
        <AccountErrorAlert code={actionData?.errorCode} />
        <EmailField />
        <Button type="submit">{t('admin.forgot.action')}</Button>
      </form>
    </AuthPage>
  );
}
