import { useEffect, useRef } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { createSetupActor, type DataJob } from '#backup/data-job-contract.ts';
import { formatBytes } from '#i18n/format-units.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { AuthPage } from '../../layout/auth-page.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, NameField } from '../account-fields.tsx';
import { JobCard } from '../data-jobs/job-card.tsx';
import { createSettingLabels, type SettingLabels } from '../data-jobs/setting-labels.ts';
import { type DataJobControls, useDataJob } from '../data-jobs/use-data-job.ts';
import { readAdminForm, redirectOrError, requestClient } from '../form-actions.ts';
import { ExpiredLinkPage, PasswordForm } from './password-page.tsx';

export const handle: PageHandle = { bundle: 'data' };

/** Creates the first owner, or restores a backup with its owners. 404 if there is an owner or the token is wrong. */
export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  const { accounts, dataJobs } = context.get(servicesContext);
  const link = await accounts.findFirstOwnerLink(token);
  if (link === null) return data({ token: null, job: null, settingLabels: {} }, { status: 404 });
  const job = dataJobs.read(createSetupActor(link));
  const settingLabels = createSettingLabels(preferredLocale(request.headers.get('accept-language')));
  return data({ token, job: job?.isOwn ? job : null, settingLabels });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const values = { name: field('name'), email: field('email'), password: field('new-password') };
  const { accounts } = context.get(servicesContext);
  const result = await accounts.createFirstOwner(field('token'), values, requestClient(request));
  return redirectOrError(result, '/admin/start', { name: values.name, email: values.email });
}

export default function SetupPage() {
  const { token, job, settingLabels } = useLoaderData<typeof loader>();
  if (token === null) return <ExpiredLinkPage />;
  return <Setup token={token} initialJob={job} settingLabels={settingLabels} />;
}

function Setup({
  token,
  initialJob,
  settingLabels,
}: {
  token: string;
  initialJob: DataJob | null;
  settingLabels: SettingLabels;
}) {
  const t = useTranslator();
  const controls = useDataJob(initialJob, token);
  const { job, error, file } = controls;
  const content = useRef<HTMLDivElement>(null);
  const isForm = job === null;
  const wasForm = useRef(isForm);
  // What had the focus is gone.
  useEffect(() => {
    if (wasForm.current !== isForm)
      content.current?.querySelector<HTMLElement>(isForm ? '#backup' : 'h2')?.focus();
    wasForm.current = isForm;
  }, [isForm]);
  return (
    <AuthPage title={t('admin.set_up.heading')} width="max-w-4xl">
      <p role="status" className="sr-only">
        {file && `${file.name}, ${formatBytes(t, file.size)}`}
      </p>
      {error && (
        <Notice role="alert" className="mt-6">
          {error}
        </Notice>
      )}
      <div ref={content}>
        {job ? (
          <JobCard key={job.id} job={job} controls={controls} texts={{ settingLabels }} />
        ) : (
          <div className="mt-8 grid gap-10 md:grid-cols-2 md:gap-16">
            <FirstOwner token={token} />
            <Restore controls={controls} />
          </div>
        )}
      </div>
    </AuthPage>
  );
}

function FirstOwner({ token }: { token: string }) {
  const t = useTranslator();
  const actionData = useActionData<typeof action>();
  return (
    <section aria-labelledby="first-owner">
      <h2 id="first-owner" className="text-xl font-bold">
        {t('admin.set_up.title')}
      </h2>
      <p className="mt-2 text-pretty text-muted">{t('admin.set_up.intro')}</p>
      <a
        href="#restore"
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 md:hidden"
      >
        {t('admin.data.restore')}
      </a>
      <PasswordForm
        token={token}
        errorCode={actionData?.errorCode}
        passwordLabel={t('admin.field.password')}
        action={t('admin.set_up.action')}
      >
        <NameField defaultValue={actionData?.values.name} />
        <EmailField defaultValue={actionData?.values.email} />
      </PasswordForm>
    </section>
  );
}

/** Needs JavaScript: a file is uploaded in parts, and progress is shown. */
function Restore({ controls }: { controls: DataJobControls }) {
  const t = useTranslator();
  const uploadFrom = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) void controls.upload(file, { kind: 'restore' });
  };
  return (
    <section aria-labelledby="restore">
      <h2 id="restore" className="text-xl font-bold">
        {t('admin.data.restore')}
      </h2>
      <p className="mt-2 text-pretty text-muted">{t('admin.set_up.restore_text')}</p>
      <noscript>
        <Notice className="mt-5">{t('admin.set_up.noscript')}</Notice>
      </noscript>
      <div className="mt-5 noscript:hidden">
        <TextField
          id="backup"
          type="file"
          accept=".gz"
          required={false}
          autoComplete="off"
          // A file may have been chosen before the page was interactive.
          ref={(input) => {
            if (input) uploadFrom(input);
          }}
          label={t('admin.data.restore_file')}
          hint={t('admin.set_up.file_hint')}
          onChange={({ currentTarget }) => uploadFrom(currentTarget)}
        />
      </div>
    </section>
  );
}
