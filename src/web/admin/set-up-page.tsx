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
import { callerOf, goOn, readAdminForm, refuse } from './admin-answer.ts';
import { Field, Refusal } from './field.tsx';
import { LinkGone } from './link-gone.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PlainPage } from './plain-page.tsx';

/** Only for the first owner: with one, and without the link, there is no such page. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  const isOpen = await context.get(servicesContext).accounts.isFirstOwnerLink(token);
  return data({ token: isOpen ? token : null }, { status: isOpen ? 200 : 404 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const typed = { name: field('name'), email: field('email'), password: field('new-password') };
  const { accounts } = context.get(servicesContext);
  const made = await accounts.createFirstOwner(field('token'), typed, callerOf(request));
  return made.ok
    ? goOn('/admin/blog', made.value)
    : refuse(made.error, { name: typed.name, email: typed.email });
}

export default function SetUpPage() {
  const t = useTranslator();
  const { token } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (token === null) return <LinkGone />;
  return (
    <PlainPage title={t('admin.set_up.title')} intro={t('admin.set_up.intro')}>
      <form method="post" className="mt-8 grid gap-5">
        <Refusal code={answer?.refused} />
        <input type="hidden" name="token" value={token} />
        <Field
          label={t('admin.field.name')}
          id="name"
          name="name"
          defaultValue={answer?.typed.name}
          autoComplete="name"
        />
        <Field
          label={t('admin.field.email')}
          id="email"
          name="email"
          type="email"
          defaultValue={answer?.typed.email}
          autoComplete="username"
        />
        <NewPasswordField label={t('admin.field.password')} />
        <Button type="submit">{t('admin.set_up.action')}</Button>
      </form>
    </PlainPage>
  );
}
