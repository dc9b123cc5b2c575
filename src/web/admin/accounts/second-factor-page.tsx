import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { AccountError, SecondFactor, SecondFactorSetup } from '#accounts/contract.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountErrorAlert } from '../account-error-alert.tsx';
import { PasswordField } from '../account-fields.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { CodeField } from '../auth/code-field.tsx';
import { requireSession } from '../authorize.ts';
import {
  formErrorInit,
  forwardActionHeaders,
  readAdminForm,
  redirectTo,
  requestClient,
} from '../form-actions.ts';
import { OneTimeValue } from './one-time-value.tsx';
import { createQrCode, type QrCode } from './qr-code.ts';

const pagePath = '/admin/two-factor';

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = requireSession(context);
  return {
    email: user.email,
    secondFactor: await context.get(servicesContext).accounts.findSecondFactor(user.id),
  };
}

const noResult = { errorCode: null, setup: null, recoveryCodes: null };

const withQrCode = (setup: SecondFactorSetup) => ({ ...setup, qrCode: createQrCode(setup.uri) });

const errorResult = (error: AccountError, setup: SecondFactorSetup | null = null) =>
  data({ ...noResult, errorCode: error.code, setup: setup && withQrCode(setup) }, formErrorInit(error));

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { accounts } = context.get(servicesContext);
  const authSession = requireSession(context);
  const { user } = authSession;
  const client = requestClient(request);
  const password = field('password');
  switch (field('intent')) {
    case 'set-up': {
      const result = await accounts.setUpSecondFactor(authSession, password, client);
      return result.ok ? data({ ...noResult, setup: withQrCode(result.value) }) : errorResult(result.error);
    }
    case 'turn-on': {
      const result = await accounts.enableSecondFactor(field('setup'), field('code'), authSession);
      if (result.ok) return data({ ...noResult, recoveryCodes: result.value });
      return errorResult(result.error, accounts.readSecondFactorSetup(field('setup'), authSession));
    }
    case 'new-codes': {
      const result = await accounts.replaceRecoveryCodes(user, password, client);
      return result.ok ? data({ ...noResult, recoveryCodes: result.value }) : errorResult(result.error);
    }
    case 'turn-off': {
      const result = await accounts.disableSecondFactor(user, password, client);
      if (!result.ok) return errorResult(result.error);
    }
  }
  return redirectTo(pagePath);
}

export const headers = forwardActionHeaders;

export default function SecondFactorPage() {
  const t = useTranslator();
  const { email, secondFactor } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const setup = actionData?.setup;
  return (
    <AdminPage
      path="/admin/account"
      title={t('admin.second_factor.title')}
      subtitle={t('admin.second_factor.intro')}
    >
      {actionData?.recoveryCodes && <RecoveryCodes codes={actionData.recoveryCodes} />}
      {setup && !secondFactor ? (
        <SetupPanel setup={setup} errorCode={actionData.errorCode} />
      ) : (
        <StatePanel email={email} secondFactor={secondFactor} errorCode={actionData?.errorCode} />
      )}
    </AdminPage>
  );
}

type ErrorCode = AccountError['code'] | null | undefined;

function StatePanel({
  email,
  secondFactor,
  errorCode,
}: {
  email: string;
  secondFactor: SecondFactor | null;
  errorCode: ErrorCode;
}) {
  const t = useTranslator();
  return (
    <Panel heading={t(secondFactor ? 'admin.second_factor.on' : 'admin.second_factor.off')}>
      <form method="post" action={pagePath} className="grid max-w-md gap-5">
        <AccountErrorAlert code={errorCode} />
        {secondFactor && (
          <p>
            {t('admin.second_factor.codes_left', { count: secondFactor.recoveryCodesLeft })}{' '}
            {t('admin.second_factor.new_codes_hint')}
          </p>
        )}
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <PasswordField />
        {secondFactor ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="new-codes">
              {t('admin.second_factor.new_codes')}
            </Button>
            <Button type="submit" variant="quiet" name="intent" value="turn-off">
              {t('admin.second_factor.turn_off')}
            </Button>
          </div>
        ) : (
          <Button type="submit" name="intent" value="set-up" className="justify-self-start">
            {t('admin.second_factor.start')}
          </Button>
        )}
      </form>
    </Panel>
  );
}

function SetupPanel({
  setup,
  errorCode,
}: {
  setup: SecondFactorSetup & { qrCode: QrCode };
  errorCode: ErrorCode;
}) {
  const t = useTranslator();
  const { token, uri, key, qrCode } = setup;
  return (
    <Panel heading={t('admin.second_factor.connect')}>
      <form method="post" action={pagePath} className="grid max-w-md gap-5">
        <AccountErrorAlert code={errorCode} />
        <p className="text-pretty">{t('admin.second_factor.scan')}</p>
        <svg
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t('admin.second_factor.qr')}
          className="w-full max-w-64 rounded-xl bg-white text-black"
        >
          <path d={qrCode.path} fill="currentColor" />
        </svg>
        <a
          href={uri}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent underline underline-offset-4"
        >
          {t('admin.second_factor.open_app')}
        </a>
        <div>
          <label htmlFor="key" className="font-semibold">
            {t('admin.second_factor.key')}
          </label>
          <OneTimeValue id="key" className="mt-1.5" value={key} />
        </div>
        <input type="hidden" name="setup" value={token} />
        <CodeField label={t('admin.second_factor.code')} hint={t('admin.second_factor.ends_sessions')} />
        <Button type="submit" name="intent" value="turn-on" className="justify-self-start">
          {t('admin.second_factor.turn_on')}
        </Button>
      </form>
    </Panel>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.second_factor.codes')}>
      <p className="max-w-prose text-pretty">{t('admin.second_factor.codes_text')}</p>
      <ul className="mt-4 grid max-w-md gap-x-6 gap-y-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Panel>
  );
}
