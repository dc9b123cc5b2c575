import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { type ApiKey, apiKeyLimits } from '#accounts/contract.ts';
import { formatDate } from '#i18n/format-date.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { forwardActionHeaders, readAdminFields, redirectTo } from '../form-actions.ts';
import { rejectUnconfirmed } from './confirm-form.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { OneTimeValue } from './one-time-value.tsx';

const pagePath = '/admin/keys';

/** `today` is a UTC date. */
function ApiKeyCard({ apiKey, today }: { apiKey: ApiKey; today: string }) {
  const t = useTranslator();
  const { id, name, perMinute, endsOn, lastUsedOn } = apiKey;
  const date = (day: string) => formatDate(t.locale, day);
  const hasEnded = endsOn !== null && endsOn < today;
  return (
    <Card as="li" className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 p-5 sm:p-6">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-lg font-bold">{name}</h2>
        <p className="text-muted">{t('admin.keys.per_minute', { count: perMinute })}</p>
        <p className={hasEnded ? 'font-semibold text-accent' : 'text-muted'}>
          {endsOn === null
            ? t('admin.keys.endless')
            : t(hasEnded ? 'admin.keys.ended' : 'admin.keys.until', { date: date(endsOn) })}
        </p>
        <p className="text-sm text-muted">
          {lastUsedOn === null ? t('admin.keys.unused') : t('admin.keys.used', { date: date(lastUsedOn) })}
        </p>
      </div>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-2 font-semibold text-muted hover:text-accent">
          {t('admin.keys.withdraw')}
          <span className="sr-only"> {name}</span>
        </summary>
        <form method="post" action={pagePath} className="mt-3 grid gap-3">
          <input type="hidden" name="key" value={id} />
          <p className="max-w-sm text-sm">{t('admin.keys.withdraw_sure')}</p>
          <Button type="submit" variant="quiet" name="intent" value="withdraw" className="justify-self-start">
            {t('admin.keys.withdraw_yes')}
          </Button>
        </form>
      </details>
    </Card>
  );
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { accounts, now } = context.get(servicesContext);
  return { keys: await accounts.listApiKeys(), today: new Date(now()).toISOString().slice(0, 10) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readAdminFields(request);
  const field = (name: string) => form.get(name) ?? '';
  const { accounts } = context.get(servicesContext);
  if (field('intent') === 'withdraw') {
    await accounts.revokeApiKey(field('key'));
    return redirectTo(pagePath);
  }
  const values = { name: field('name'), perMinute: field('limit'), endsOn: field('end') };
  const noResult = { errorCode: null, values, createdKey: null };
  const rejected = await rejectUnconfirmed({ request, context }, form, noResult);
  if (rejected) return rejected;
  const result = await accounts.createApiKey(values);
  if (!result.ok) return data({ errorCode: result.error.code, values, createdKey: null }, { status: 422 });
  return data({ errorCode: null, values: null, createdKey: result.value });
}

export const headers = forwardActionHeaders;

export default function ApiKeysPage() {
  const t = useTranslator();
  const { keys, today } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AdminPage path={pagePath} title={t('admin.nav.keys')} subtitle={t('admin.keys.intro')}>
      <div className="mt-6 grid gap-4">
        <AccountErrorAlert code={actionData?.errorCode} />
        <ConfirmPassword path={pagePath} actionData={actionData} />
        {actionData?.createdKey && <CreatedApiKey value={actionData.createdKey} />}
        {keys.length === 0 ? (
          <Card as="p" className="p-5 text-muted sm:p-6">
            {t('admin.keys.none')}
          </Card>
        ) : (
          <ul className="grid gap-4">
            {keys.map((key) => (
              <ApiKeyCard key={key.id} apiKey={key} today={today} />
            ))}
          </ul>
        )}
      </div>
      <Panel heading={t('admin.keys.make')}>
        <form method="post" action={pagePath} className="grid max-w-md gap-5">
          <TextField
            label={t('admin.keys.name')}
            hint={t('admin.keys.name_hint')}
            id="name"
            name="name"
            maxLength={100}
            defaultValue={actionData?.values?.name}
            autoComplete="off"
          />
          <TextField
            label={t('admin.keys.limit')}
            hint={t('admin.keys.limit_hint', { max: apiKeyLimits.max })}
            id="limit"
            name="limit"
            type="number"
            min={apiKeyLimits.min}
            max={apiKeyLimits.max}
            defaultValue={actionData?.values?.perMinute ?? apiKeyLimits.default}
          />
          <TextField
            label={t('admin.keys.end')}
            hint={t('admin.keys.end_hint')}
            id="end"
            name="end"
            type="date"
            min={today}
            required={false}
            defaultValue={actionData?.values?.endsOn}
          />
          <Button type="submit" name="intent" value="make" className="justify-self-start">
            {t('admin.keys.make_action')}
          </Button>
        </form>
      </Panel>
      <p className="mt-6 text-sm text-muted">
        <a href="/api" className="font-semibold text-accent underline">
          {t('admin.keys.reference')}
        </a>
      </p>
    </AdminPage>
  );
}

function CreatedApiKey({ value }: { value: string }) {
  const t = useTranslator();
  return (
    <section role="status" className="rounded-3xl border-2 border-good bg-surface p-5 sm:p-6">
      <label htmlFor="created-key" className="text-lg font-bold">
        {t('admin.keys.created')}
      </label>
      <OneTimeValue id="created-key" value={value} className="mt-3" />
      <p className="mt-3 text-sm text-muted">{t('admin.keys.created_once')}</p>
    </section>
  );
}
