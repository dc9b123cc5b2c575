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
import { callerOf, goOn, readAdminForm, refusalHeaders, refuse } from './admin-answer.ts';
import { Done, Field, Refusal } from './field.tsx';
import { LinkGone } from './link-gone.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PlainPage } from './plain-page.tsx';

/** With a link, the new password; without one, the wish for a link. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token');
  const { accounts } = context.get(servicesContext);
  const isGone = token !== null && !(await accounts.isResetLink(token));
  const facts = { token, isGone, sendsMail: accounts.sendsMail, isSent: url.searchParams.has('sent') };
  return data(facts, { status: isGone ? 404 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const caller = callerOf(request);
  if (field('token') === '') {
    const asked = await accounts.requestReset(field('email'), caller.network);
    return asked.ok ? goOn('/admin/reset?sent') : refuse(asked.error);
  }
  const reset = await accounts.resetPassword(field('token'), field('new-password'), caller);
  return reset.ok ? goOn('/admin/blog', reset.value) : refuse(reset.error);
}

export const headers = refusalHeaders;

export default function ResetPage() {
  const { token, isGone } = useLoaderData<typeof loader>();
  if (token === null) return <ForgotPage />;
  return isGone ? <LinkGone /> : <NewPasswordPage token={token} />;
}

function NewPasswordPage({ token }: { token: string }) {
  const t = useTranslator();
  const answer = useActionData<typeof action>();
  return (
    <PlainPage title={t('admin.reset.title')} intro={t('admin.reset.intro')}>
      <form method="post" className="mt-8 grid gap-5">
        <Refusal code={answer?.refused} />
        <input type="hidden" name="token" value={token} />
        <NewPasswordField label={t('admin.field.new_password')} />
        <Button type="submit">{t('admin.reset.action')}</Button>
      </form>
    </PlainPage>
  );
}

function ForgotPage() {
  const t = useTranslator();
  const { sendsMail, isSent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!sendsMail) return <PlainPage title={t('admin.forgot.title')} intro={t('admin.forgot.no_mail')} />;
  return (
    <PlainPage title={t('admin.forgot.title')} intro={t('admin.forgot.intro')}>
      <form method="post" action="/admin/reset" className="mt-8 grid gap-5">
        {isSent && <Done>{t('admin.forgot.sent')}</Done>}
        <Refusal code={answer?.refused} />
        <Field label={t('admin.field.email')} id="email" name="email" type="email" autoComplete="username" />
        <Button type="submit">{t('admin.forgot.action')}</Button>
      </form>
    </PlainPage>
  );
}
