import type { ComponentProps } from 'react';
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import type { ActiveSession } from '#accounts/contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { isLocale, localeNames, locales } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { NewPasswordField, PasswordField, roleLabels } from '../account-fields.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import {
  forwardActionHeaders,
  readAdminForm,
  redirectOrError,
  redirectTo,
  requestClient,
} from '../form-actions.ts';

const pagePath = '/admin/account';

export async function loader({ url, context }: LoaderFunctionArgs) {
  const { accounts, authors } = context.get(servicesContext);
  const { user, session } = requireSession(context);
  const sessions = await accounts.listSessions(user.id);
  const profile = await authors.readProfile(user.id);
  return {
    user,
    sessions: sessions.map((activeSession) => ({
      ...activeSession,
      isCurrent: activeSession.id === session.id,
    })),
    isPublic: profile?.is_public ?? false,
    hasSecondFactor: (await accounts.findSecondFactor(user.id)) !== null,
    isPasswordChanged: url.searchParams.get('done') === 'password',
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const { user, session } = requireSession(context);
  switch (field('intent')) {
    case 'password': {
      const passwords = { current: field('current-password'), next: field('new-password') };
      const result = await accounts.changePassword(user, passwords, requestClient(request));
      return redirectOrError(result, `${pagePath}?done=password`);
    }
    case 'language': {
      const locale = field('language');
      if (isLocale(locale)) await accounts.changeLocale(user.id, locale);
      break;
    }
    case 'end-session':
      await accounts.endSession(user.id, field('session'));
      break;
    case 'end-others':
      await accounts.endOtherSessions(user.id, session.id);
      break;
  }
  return redirectTo(pagePath);
}

export const headers = forwardActionHeaders;

export default function AccountPage() {
  const t = useTranslator();
  const { user, sessions, isPublic, hasSecondFactor, isPasswordChanged } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AdminPage
      path={pagePath}
      title={t('admin.nav.account')}
      subtitle={t('admin.account.intro', { email: user.email, role: t(roleLabels[user.role]) })}
    >
      <Panel heading={t('admin.account.password')}>
        <form method="post" action={pagePath} className="grid max-w-md gap-5">
          {isPasswordChanged && (
            <Notice tone="good" role="status">
              {t('admin.account.password_done')}
            </Notice>
          )}
          <AccountErrorAlert code={actionData?.errorCode} />
          <input type="hidden" name="username" value={user.email} autoComplete="username" />
          <PasswordField
            label={t('admin.field.current_password')}
            id="current-password"
            name="current-password"
          />
          <NewPasswordField label={t('admin.field.new_password')} />
          <Button type="submit" name="intent" value="password" className="justify-self-start">
            {t('admin.account.password')}
          </Button>
        </form>
      </Panel>
      <Panel heading={t('admin.second_factor.title')}>
        <p>{t(hasSecondFactor ? 'admin.second_factor.on' : 'admin.second_factor.off')}</p>
        <PanelLink href="/admin/two-factor">{t('admin.second_factor.manage')}</PanelLink>
      </Panel>
      <Panel heading={t('admin.account.language')}>
        <form method="post" action={pagePath} className="flex max-w-md flex-wrap items-end gap-4">
          <SelectField
            label={t('admin.field.language')}
            id="language"
            name="language"
            defaultValue={user.locale}
            className="grow"
          >
            <Options items={locales.map((locale) => [locale, localeNames[locale]])} />
          </SelectField>
          <Button type="submit" variant="quiet" name="intent" value="language">
            {t('admin.account.save')}
          </Button>
        </form>
      </Panel>
      <Panel heading={t('admin.profile.title')}>
        <p>{isPublic ? t('admin.profile.is_public') : t('admin.profile.is_hidden')}</p>
        <PanelLink href={`/admin/profile/${encodeURIComponent(user.id)}`}>
          {t('admin.profile.edit')}
        </PanelLink>
      </Panel>
      <SessionList sessions={sessions} />
    </AdminPage>
  );
}

function PanelLink(props: ComponentProps<'a'>) {
  return (
    <a
      className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
      {...props}
    />
  );
}

function SessionList({ sessions }: { sessions: (ActiveSession & { isCurrent: boolean })[] }) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.account.sessions')}>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">{session.device || t('admin.account.device')}</p>
              <p className="text-sm text-muted">
                {t('admin.account.since', { date: formatUtcDateTime(t.locale, session.createdAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <p className="text-sm font-semibold text-good">{t('admin.account.this_session')}</p>
            ) : (
              <form method="post" action={pagePath}>
                <input type="hidden" name="session" value={session.id} />
                <Button type="submit" variant="quiet" name="intent" value="end-session">
                  {t('admin.account.end')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={pagePath} className="mt-4">
          <Button type="submit" variant="quiet" name="intent" value="end-others">
            {t('admin.account.end_others')}
          </Button>
        </form>
      )}
    </Panel>
  );
}
