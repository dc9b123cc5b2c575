import { useId } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../account-fields.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { ActionForm, type DataPanelProps, readFile, readText } from './action-form.tsx';
import { ImportPanel } from './import-panel.tsx';
import { JobCard } from './job-card.tsx';
import { createLossTexts } from './loss-texts.ts';
import { PreviousPanel } from './previous-panel.tsx';
import { RestoreStatusPanel } from './restore-status-panel.tsx';
import { createSettingLabels } from './setting-labels.ts';
import { useDataJob } from './use-data-job.ts';

export const handle: PageHandle = { bundle: 'data' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const { id, name, email, locale } = user;
  const { dataJobs, rehearsal, now } = context.get(servicesContext);
  const job = dataJobs.read({ id, name, email, sessionId: session.id });
  const previous = await dataJobs.listPrevious();
  const texts = { lossTexts: createLossTexts(locale), settingLabels: createSettingLabels(locale) };
  const restoreStatus = await rehearsal.readStatus();
  return { job, previous, restoreStatus, now: now(), texts, sessionExpiresAt: session.expiresAt.getTime() };
}

/** Needs JavaScript: a file is uploaded in parts, and progress is shown. */
export default function DataPage() {
  const t = useTranslator();
  const { job: initialJob, previous, restoreStatus, ...loaded } = useLoaderData<typeof loader>();
  const { now, texts, sessionExpiresAt } = loaded;
  const controls = useDataJob(initialJob);
  const { job, error } = controls;
  useSessionRenewal(sessionExpiresAt);
  const isBusy =
    job !== null &&
    (['checking', 'running', 'uploading', 'checked'].includes(job.phase) || controls.isSending);
  return (
    <AdminPage path="/admin/data" title={t('admin.nav.data')} subtitle={t('admin.data.intro')}>
      <noscript>
        <Notice className="mt-6">{t('admin.data.noscript')}</Notice>
      </noscript>
      {error && (
        <Notice role="alert" className="mt-6">
          {error}
        </Notice>
      )}
      {job && <JobCard key={job.id} job={job} controls={controls} texts={texts} />}
      {restoreStatus && <RestoreStatusPanel status={restoreStatus} now={now} />}
      <ExportPanel controls={controls} isBusy={isBusy} />
      <BackupPanel controls={controls} isBusy={isBusy} />
      <ImportPanel controls={controls} isBusy={isBusy} />
      <RestorePanel controls={controls} isBusy={isBusy} />
      <PreviousPanel backups={previous} controls={controls} isBusy={isBusy} />
    </AdminPage>
  );
}

function ExportPanel({ controls, isBusy }: DataPanelProps) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.data.export')}>
      <p className="max-w-prose text-pretty">{t('admin.data.export_text')}</p>
      <ActionForm
        action={t('admin.data.export_start')}
        isBusy={isBusy}
        onSend={(fields) => controls.start('export', readText(fields, 'password'))}
      >
        <PasswordField id="export-password" hint={t('admin.data.password_hint')} />
      </ActionForm>
    </Panel>
  );
}

function BackupPanel({ controls, isBusy }: DataPanelProps) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.data.backup')}>
      <p className="max-w-prose text-pretty">{t('admin.data.backup_text')}</p>
      <p className="mt-3 max-w-prose text-pretty text-muted">{t('admin.data.backup_secret')}</p>
      <ActionForm
        action={t('admin.data.backup_start')}
        isBusy={isBusy}
        onSend={(fields) => controls.start('backup', readText(fields, 'password'))}
      >
        <PasswordField id="backup-password" hint={t('admin.data.password_hint')} />
      </ActionForm>
    </Panel>
  );
}

function RestorePanel({ controls, isBusy }: DataPanelProps) {
  const t = useTranslator();
  const id = useId();
  return (
    <Panel heading={t('admin.data.restore')}>
      <p className="max-w-prose text-pretty">{t('admin.data.restore_text')}</p>
      <ActionForm
        action={t('admin.data.check')}
        isBusy={isBusy}
        onSend={(fields) => controls.upload(readFile(fields), { kind: 'restore' })}
      >
        <TextField
          id={`${id}-file`}
          name="file"
          type="file"
          accept=".gz"
          label={t('admin.data.restore_file')}
        />
      </ActionForm>
    </Panel>
  );
}
