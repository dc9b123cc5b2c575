import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { isLocale, localeNames, locales } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { roleNames } from './account-messages.ts';
import { callerOf, goOn, readAdminForm, refusalHeaders, refuse } from './admin-answer.ts';
import { AdminPage } from './admin-page.tsx';
import { requireSignedIn } from './admit.ts';
import { Done, Field, Refusal, Select } from './field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Panel } from './panel.tsx';
import { SessionList } from './session-list.tsx';

const own = '/admin/account';

export async function loader({ url, context }: LoaderFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const { user, session } = requireSignedIn(context);
  const sessions = await accounts.listSessions(user.id);
  return {
    user,
    sessions: sessions.map((one) => ({ ...one, isThis: one.id === session.id })),
    isPasswordChanged: url.searchParams.get('done') === 'password',
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const { user, session } = requireSignedIn(context);
  switch (field('intent')) {
    case 'password': {
      const typed = { current: field('current-password'), next: field('new-password') };
      const changed = await accounts.changePassword(user, typed, callerOf(request));
      return changed.ok ? goOn(`${own}?done=password`, changed.value) : refuse(changed.error);
    }
    case 'language': {
      const locale = field('language');
      if (isLocale(locale)) await accounts.changeLocale(user.id, locale);
      return goOn(own);
    }
    case 'end-session':
      await accounts.endSession(user.id, field('session'));
      return goOn(own);
    case 'end-others':
      await accounts.endOtherSessions(user.id, session.id);
      return goOn(own);
    default:
      return goOn(own);
  }
}

export const headers = refusalHeaders;

export default function AccountPage() {
  const t = useTranslator();
  const { user, sessions, isPasswordChanged } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AdminPage
      path={own}
      title={t('admin.nav.account')}
      subtitle={t('admin.account.intro', { email: user.email, role: t(roleNames[user.role]) })}
    >
      <Panel heading={t('admin.account.password')}>
        <form method="post" action={own} className="grid max-w-md gap-5">
          {isPasswordChanged && <Done>{t('admin.account.password_done')}</Done>}
          <Refusal code={answer?.refused} />
          <input type="hidden" name="username" value={user.email} autoComplete="username" />
          <Field
            label={t('admin.field.current_password')}
            id="current-password"
            name="current-password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordField label={t('admin.field.new_password')} />
          <Button type="submit" name="intent" value="password" className="justify-self-start">
            {t('admin.account.password')}
          </Button>
        </form>
      </Panel>
      <Panel heading={t('admin.account.language')}>
        <form method="post" action={own} className="flex max-w-md flex-wrap items-end gap-4">
          <Select
            label={t('admin.field.language')}
            id="language"
            name="language"
            defaultValue={user.locale}
            className="grow"
          >
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {localeNames[locale]}
              </option>
            ))}
          </Select>
          <Button type="submit" variant="quiet" name="intent" value="language">
            {t('admin.account.save')}
          </Button>
        </form>
      </Panel>
      <SessionList sessions={sessions} action={own} />
    </AdminPage>
  );
}
