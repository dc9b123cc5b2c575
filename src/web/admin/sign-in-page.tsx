import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { callerOf, goOn, readAdminForm, refusalHeaders, refuse } from './admin-answer.ts';
import { whoIsSignedIn } from './admit.ts';
import { Field, Refusal } from './field.tsx';
import { PlainPage } from './plain-page.tsx';
import { returnPath } from './return-path.ts';

export function loader({ url, context }: LoaderFunctionArgs) {
  const to = returnPath(url.searchParams.get('to'));
  if (whoIsSignedIn(context)) throw goOn(to);
  return { to };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const typed = { email: field('email'), password: field('password') };
  const entered = await context.get(servicesContext).accounts.signIn(typed, callerOf(request));
  return entered.ok
    ? goOn(returnPath(field('to')), entered.value)
    : refuse(entered.error, { email: typed.email });
}

export const headers = refusalHeaders;

export default function SignInPage() {
  const t = useTranslator();
  const { to } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <PlainPage title={t('admin.sign_in.title')} intro={t('admin.sign_in.intro')}>
      <form method="post" className="mt-8 grid gap-5">
        <Refusal code={answer?.refused} />
        <input type="hidden" name="to" value={to} />
        <Field
          label={t('admin.field.email')}
          id="email"
          name="email"
          type="email"
          defaultValue={answer?.typed.email}
          autoComplete="username"
        />
        <Field
          label={t('admin.field.password')}
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <Button type="submit">{t('admin.sign_in.action')}</Button>
        <a href="/admin/reset" className="justify-self-start py-2 text-accent underline underline-offset-4">
          {t('admin.sign_in.forgot')}
        </a>
      </form>
    </PlainPage>
  );
}
