import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { AuthPage } from '../../layout/auth-page.tsx';
import { isSecureOrigin } from '../../secure-origin.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { EmailField, PasswordField } from '../account-fields.tsx';
import { getSession } from '../authorize.ts';
import {
  forwardActionHeaders,
  readAdminForm,
  redirectOrError,
  redirectTo,
  requestClient,
} from '../form-actions.ts';
import { returnPath } from './return-path.ts';
import { SignInCodePage } from './sign-in-code-page.tsx';

export function loader({ url, context }: LoaderFunctionArgs) {
  const to = returnPath(url.searchParams.get('to'));
  if (getSession(context)) throw redirectTo(to);
  return { to, isSecure: isSecureOrigin(url.origin) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const client = requestClient(request);
  const pendingSignIn = field('pending');
  const email = field('email');
  const result = pendingSignIn
    ? await accounts.completeSignIn({ pendingSignIn, code: field('code') }, client)
    : await accounts.signIn({ email, password: field('password') }, client);
  return redirectOrError(result, returnPath(field('to')), { email });
}

export const headers = forwardActionHeaders;

export default function SignInPage() {
  const t = useTranslator();
  const { to, isSecure } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (actionData?.pendingSignIn) {
    const { pendingSignIn, errorCode } = actionData;
    return <SignInCodePage pendingSignIn={pendingSignIn} errorCode={errorCode} to={to} />;
  }
  return (
    <AuthPage title={t('admin.sign_in.title')} intro={t('admin.sign_in.intro')}>
      <form method="post" className="mt-8 grid gap-5">
        <AccountErrorAlert code={actionData?.errorCode} />
        <input type="hidden" name="to" value={to} />
        <EmailField defaultValue={actionData?.values.email} />
        <PasswordField />
        <Button type="submit">{t('admin.sign_in.action')}</Button>
        <a href="/admin/reset" className="justify-self-start py-2 text-accent underline underline-offset-4">
          {t('admin.sign_in.forgot')}
        </a>
      </form>
      {!isSecure && <p className="mt-6 text-sm text-pretty text-muted">{t('admin.sign_in.insecure')}</p>}
    </AuthPage>
  );
}
