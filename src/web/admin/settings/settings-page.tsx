import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { ModelErrorCode } from '#ai/contract.ts';
import { imageLimits } from '#blog/contract.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import {
  defaultSiteSettings,
  type SendMailError,
  type SettingChanges,
  type SettingError,
  secretSettingNames,
} from '#settings/contract.ts';
import { settingsFormLimitBytes } from '../../contract.ts';
import { isMultipart, readUploadedFile } from '../../requests/read-form.ts';
import { formatRequestError } from '../../server-error-messages.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { LinkNav } from '../../ui/list/link-nav.tsx';
import { Notice } from '../../ui/notice.tsx';
import { rejectUnconfirmed } from '../accounts/confirm-form.ts';
import { ConfirmPassword, type UnconfirmedForm } from '../accounts/confirm-password.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { forwardActionHeaders, readAdminFields, redirectTo } from '../form-actions.ts';
import { AiSection } from './ai-section.tsx';
import { ConfirmRetention, retentionField, type ShortenedRetention } from './confirm-retention.tsx';
import { describeSettingChange } from './describe-setting-change.ts';
import { HistorySection } from './history-section.tsx';
import { ImagePanels } from './image-panels.tsx';
import { LanguageRules } from './language-rules.tsx';
import { MailSection } from './mail-section.tsx';
import { listRedisplayedFields, parseSettingsForm } from './parse-settings-form.ts';
import { ServerFields } from './server-fields.tsx';
import { type SettingSection, sectionLabels, sectionPath, settingSections } from './setting-fields.ts';
import { SettingsErrors, SettingsForm } from './settings-form.tsx';
import { SiteSection } from './site-section.tsx';
import { parseSmtpUrl } from './smtp-url.ts';
import { TranslationSection } from './translation-section.tsx';

const historySize = 50;
const modelTestTimeoutMs = 20_000;
const siteImages = ['logo', 'icon'] as const;

/** Throws 404 for an unknown section. */
function findSection({ section }: { section?: string | undefined }): SettingSection {
  const found = settingSections.find((name) => name === section);
  if (!found) throw data(null, { status: 404 });
  return found;
}

export type SettingsPageData = ReturnType<typeof useLoaderData<typeof loader>>;

export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { settings, fixedSettings, accounts } = context.get(servicesContext);
  const section = findSection(params);
  const users = section === 'translation' || section === 'history' ? await accounts.listUsers() : [];
  const server = { ...settings.server(), ...fixedSettings };
  const { SMTP_URL: smtpUrl, ...values } = server;
  const offset = Math.max(0, Number.parseInt(url.searchParams.get('from') ?? '0', 10) || 0);
  const changes = section === 'history' ? await settings.listChanges({ offset, limit: historySize + 1 }) : [];
  const t = serverTranslator(requireSession(context).user.locale);
  return {
    section,
    site: settings.site(),
    values: Object.fromEntries(
      Object.entries(values).filter(([name]) => !secretSettingNames.some((secret) => secret === name)),
    ) as Record<string, string>,
    mail: parseSmtpUrl(smtpUrl),
    storedSecrets: secretSettingNames.filter((name) => name in server),
    unreadableSecrets: settings.unreadableSecrets(),
    fixed: Object.keys(fixedSettings),
    history: {
      changes: changes.slice(0, historySize).map((change) => describeSettingChange(t, change, users)),
      next: changes.length > historySize ? offset + historySize : null,
    },
    reviewers: users
      .filter((user) => accounts.can(user, 'post.publish'))
      .map(({ id, name }) => ({ id, name })),
    isSaved: url.searchParams.get('done') === 'saved',
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { settings, fixedSettings, sendTestMail, testModel, now } = context.get(servicesContext);
  const section = findSection(params);
  const { user } = requireSession(context);
  const t = serverTranslator(user.locale);
  if (isMultipart(request)) return saveImage({ request, context });
  const fields = await readAdminFields(request, settingsFormLimitBytes);
  const field = (name: string) => fields.get(name) ?? '';
  const intent = field('intent');
  if (intent === 'test-mail') {
    const email = {
      subject: t('admin.settings.test_mail_subject'),
      text: t('admin.settings.test_mail_text'),
    };
    const sent = await sendTestMail(email);
    return data({ ...noResult, mailTest: sent.ok ? ('ok' as const) : sent.error });
  }
  if (intent === 'test-model') {
    const tested = await testModel(
      AbortSignal.any([request.signal, AbortSignal.timeout(modelTestTimeoutMs)]),
    );
    return data({ ...noResult, modelTest: tested.ok ? ('ok' as const) : tested.error });
  }
  const removedImage = siteImages.find((name) => intent === `remove-${name}`);
  const form = removedImage
    ? { changes: { [removedImage]: null }, errors: [] }
    : parseSettingsForm(section, field, {
        stored: settings.server(),
        fixed: fixedSettings,
        site: settings.site(),
        now: now(),
      });
  const values = Object.fromEntries(listRedisplayedFields(section).map((name) => [name, field(name)]));
  const { SMTP_URL: mailServer } = form.changes;
  // Reset links go through it, so whoever sets it can take over accounts.
  if (mailServer && mailServer !== settings.server().SMTP_URL) {
    const rejected = await rejectUnconfirmed({ request, context }, fields, { ...noResult, values });
    if (rejected) return rejected;
  }
  const shortened = form.errors.length === 0 ? await findShortened(form.changes, fields, context) : null;
  if (shortened) return data({ ...noResult, values, shortened }, { status: 422 });
  const saved =
    form.errors.length > 0
      ? { ok: false as const, error: form.errors }
      : await settings.save(form.changes, user);
  if (saved.ok) return redirectTo(`${sectionPath(section)}?done=saved`);
  return data({ ...noResult, errors: saved.error, values }, { status: 422 });
}

const noResult = {
  errors: [] as SettingError[],
  message: null as string | null,
  values: null as Record<string, string> | null,
  mailTest: null as SendMailError | 'ok' | null,
  modelTest: null as ModelErrorCode | 'ok' | null,
  unconfirmed: null as UnconfirmedForm | null,
  shortened: null as ShortenedRetention | null,
};

/** null if no message would be deleted, or if that is confirmed. */
async function findShortened(
  { messageDays }: SettingChanges,
  fields: URLSearchParams,
  context: ActionFunctionArgs['context'],
): Promise<ShortenedRetention | null> {
  const { inbox, settings } = context.get(servicesContext);
  const days = messageDays === null ? defaultSiteSettings.messageDays : Number(messageDays);
  if (!(Number.isInteger(days) && days > 0 && days < settings.site().messageDays)) return null;
  if (fields.get(retentionField) === String(days)) return null;
  const count = await inbox.countOlder(days);
  return count === 0 ? null : { days, count, fields: [...fields] };
}

async function saveImage({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const { accounts, imageStore, settings } = context.get(servicesContext);
  const { user } = requireSession(context);
  const name = siteImages.find((image) => image === new URL(request.url).searchParams.get('image'));
  if (!name) throw data(null, { status: 400 });
  const file = await readUploadedFile(request, 'image', imageLimits.bytes);
  // The session may have ended while the file arrived.
  const session = await accounts.getSession(request.headers);
  if (!session || !accounts.can(session.user, 'settings.manage')) throw data(null, { status: 401 });
  const stored = file
    ? await imageStore.store(file)
    : { ok: false as const, error: { code: 'picture.too_large' as const } };
  if (!stored.ok) {
    const message = formatRequestError(serverTranslator(user.locale), stored.error);
    return data({ ...noResult, message }, { status: 422 });
  }
  await settings.save({ [name]: stored.value.src }, user);
  return redirectTo(`${sectionPath('site')}?done=saved`);
}

export const headers = forwardActionHeaders;

export default function SettingsPage() {
  const t = useTranslator();
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { section, isSaved } = page;
  const form = { page, values: result?.values ?? null, errors: result?.errors ?? [] };
  return (
    <AdminPage path="/admin/settings" title={t('admin.nav.settings')} subtitle={t('admin.settings.intro')}>
      <LinkNav
        label={t('admin.settings.sections')}
        links={settingSections.map((name) => ({
          href: sectionPath(name),
          label: t(sectionLabels[name]),
          isCurrent: name === section,
        }))}
      />
      <div className="mt-6 grid gap-4 empty:hidden">
        {isSaved && !result && (
          <Notice tone="good" role="status">
            {t('admin.settings.saved')}
          </Notice>
        )}
        {result?.message && <Notice role="alert">{result.message}</Notice>}
        <ConfirmRetention shortened={result?.shortened} />
        <ConfirmPassword path={sectionPath(section)} actionData={result} />
        <SettingsErrors errors={form.errors} values={form.values} />
      </div>
      {section === 'site' && (
        <>
          <SettingsForm section={section}>
            <SiteSection {...form} />
          </SettingsForm>
          <ImagePanels site={page.site} />
        </>
      )}
      {(section === 'contact' || section === 'protection') && (
        <SettingsForm section={section}>
          <ServerFields {...form} />
        </SettingsForm>
      )}
      {section === 'mail' && <MailSection {...form} test={result?.mailTest ?? null} />}
      {section === 'ai' && <AiSection {...form} test={result?.modelTest ?? null} />}
      {section === 'translation' && (
        <SettingsForm section={section}>
          <TranslationSection {...form} />
          <LanguageRules {...form} />
        </SettingsForm>
      )}
      {section === 'history' && <HistorySection {...page.history} />}
    </AdminPage>
  );
}
