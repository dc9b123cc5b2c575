import Download from 'lucide-react/icons/download';
import { useEffect, useId, useRef } from 'react';
import type { DataJob, DataJobFailure, DataJobKind, DataJobProgress } from '#backup/data-job-contract.ts';
import { formatBytes } from '#i18n/format-units.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { ImportReport } from './import-report.tsx';
import type { LossTexts } from './loss-texts.ts';
import { MissingFiles } from './missing-files.tsx';
import { RestorePreview } from './restore-preview.tsx';
import type { SettingLabels } from './setting-labels.ts';
import type { DataJobControls } from './use-data-job.ts';

type HeadingName =
  | 'file upload'
  | 'file check'
  | 'job failed'
  | `${DataJobKind} ${'running' | 'done'}`
  | `${'import' | 'restore'} ${'checked' | 'stopped'}`;

const headings = {
  'file upload': 'admin.data.job_upload',
  'file check': 'admin.data.job_check',
  'job failed': 'admin.data.failed',
  'export running': 'admin.data.job_export',
  'backup running': 'admin.data.job_backup',
  'import running': 'admin.data.job_import',
  'restore running': 'admin.data.job_restore',
  'import checked': 'admin.data.import_preview',
  'restore checked': 'admin.data.restore_preview',
  'export done': 'admin.data.ready_export',
  'backup done': 'admin.data.ready_backup',
  'import stopped': 'admin.data.import_stopped',
  'restore stopped': 'admin.data.restore_stopped',
  'import done': 'admin.data.import_done',
  'restore done': 'admin.data.restored',
} as const satisfies Record<HeadingName, MessageKey>;

/** What an owner has stopped didn't fail. */
const failureMessages = {
  'archive.unreadable': 'admin.data.fail_damaged',
  'archive.names': 'admin.data.fail_names',
  'archive.too_large': 'admin.data.fail_too_large',
  'archive.unfit': 'admin.data.fail_invalid',
  'backup.damaged': 'admin.data.fail_damaged',
  'backup.newer': 'admin.data.fail_newer',
  'backup.ownerless': 'admin.data.fail_ownerless',
  'database.in_use': 'admin.data.fail_other',
  'database.different': 'admin.data.fail_different',
  'restore.forbidden': 'admin.set_up.link_gone',
  'restore.unknown': 'admin.data.fail_unknown',
  'storage.full': 'admin.data.fail_full',
  'job.failed': 'admin.data.fail_other',
} as const satisfies Record<Exclude<DataJobFailure, 'job.stopped'>, MessageKey>;

const isStopped = (job: DataJob) => job.failure?.code === 'job.stopped' || job.import?.isStopped === true;

function getHeadingName(job: DataJob): HeadingName {
  const { kind, phase } = job;
  if (phase === 'uploading') return 'file upload';
  if (phase === 'checking') return 'file check';
  if (phase === 'checked') return kind === 'import' ? 'import checked' : 'restore checked';
  if (isStopped(job)) return kind === 'restore' ? 'restore stopped' : 'import stopped';
  if (phase === 'failed') return 'job failed';
  return `${kind} ${phase}`;
}

export function JobCard({
  job,
  controls,
  texts,
}: {
  job: DataJob;
  controls: DataJobControls;
  /** `lossTexts`: for imports. */
  texts: { lossTexts?: LossTexts; settingLabels: SettingLabels };
}) {
  const t = useTranslator();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { phase, kind } = job;
  const { file } = controls;
  const title = t(headings[getHeadingName(job)]);
  const isActive = phase === 'uploading' || phase === 'checking' || phase === 'running';
  // What was started is above the form, and the button that started it is off.
  const lastPhase = useRef(phase);
  useEffect(() => {
    if (lastPhase.current !== phase && !isActive) heading.current?.focus();
    lastPhase.current = phase;
  }, [phase, isActive]);
  const createsFile = kind === 'export' || kind === 'backup';
  const mayApply = job.isOwn && phase === 'checked' && kind === 'import';
  const mayCancel =
    job.isOwn && (phase === 'uploading' || phase === 'checking' || (phase === 'running' && createsFile));
  const isRestored = phase === 'done' && kind === 'restore';
  const mayClose =
    phase === 'failed' || (phase === 'done' && kind === 'import') || (isRestored && controls.hasSession);
  return (
    <section
      aria-labelledby={id}
      data-phase={phase}
      className={noticeClass(
        isStopped(job) ? 'plain' : phase === 'failed' ? 'error' : phase === 'done' ? 'good' : 'plain',
        'mt-8 p-5 sm:p-6',
      )}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h2>
      <p role="status" className="sr-only">
        {title}
      </p>
      {!job.isOwn && (
        <p className="mt-1 text-pretty text-muted">{t('admin.data.started_by', { name: job.userName })}</p>
      )}
      {file && (isActive || phase === 'checked') && (
        <p className="mt-1 text-muted wrap-anywhere">
          <bdi>{file.name}</bdi> ({formatBytes(t, file.size)})
        </p>
      )}
      {isActive && <JobProgress job={job} label={title} />}
      {phase === 'failed' && <FailureText job={job} />}
      {job.import?.isStopped && <p className="mt-1 text-pretty">{t('admin.data.import_stopped_text')}</p>}
      {job.import && texts.lossTexts && phase !== 'running' && phase !== 'failed' && (
        <ImportReport summary={job.import} isDryRun={phase === 'checked'} lossTexts={texts.lossTexts} />
      )}
      {job.restore && phase === 'checked' && (
        <RestorePreview
          preview={job.restore}
          settingLabels={texts.settingLabels}
          controls={job.isOwn ? controls : null}
        />
      )}
      {job.restored?.previousBackup && (
        <p className="mt-1 text-pretty wrap-anywhere">
          {controls.isSetup
            ? t('admin.set_up.restored')
            : t('admin.data.restored_text', { file: job.restored.previousBackup })}
        </p>
      )}
      <MissingFiles count={job.missingFiles} />
      {job.file?.isTemporary && <p className="mt-1 text-pretty text-muted">{t('admin.data.ready_text')}</p>}
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        {job.file?.isDownloadable && (
          <a href={`/api/admin/data/jobs/${job.id}/file`} download className={buttonClass()}>
            <Download aria-hidden="true" className="size-5" />
            {t('admin.data.download', { size: formatBytes(t, job.file.bytes) })}
          </a>
        )}
        {job.file && !job.file.isDownloadable && (
          <p className="self-center text-pretty">{t('admin.data.error_other_session')}</p>
        )}
        {job.file && (
          <Button variant="quiet" onClick={() => void controls.discard()}>
            {t(job.file.isTemporary ? 'admin.data.delete_file' : 'admin.run.close')}
          </Button>
        )}
        {mayApply && (
          <Button aria-disabled={controls.isSending} onClick={() => void controls.apply()}>
            {t('admin.data.import_start')}
          </Button>
        )}
        {job.isOwn && job.stop === 'possible' && (
          <Button variant="quiet" aria-disabled={controls.isSending} onClick={() => void controls.stop()}>
            {t(kind === 'import' ? 'admin.data.stop_import' : 'admin.data.stop_restore')}
          </Button>
        )}
        {(mayCancel || mayApply) && (
          <Button variant="quiet" onClick={() => void controls.discard()}>
            {t('admin.editor.cancel')}
          </Button>
        )}
        {isRestored && !controls.hasSession && (
          <a href="/admin/sign-in" className={buttonClass()}>
            {t('admin.sign_in.action')}
          </a>
        )}
        {mayClose && (
          <Button variant="quiet" onClick={() => void controls.discard()}>
            {t('admin.run.close')}
          </Button>
        )}
      </div>
    </section>
  );
}

function FailureText({ job: { kind, failure, restore } }: { job: DataJob }) {
  const t = useTranslator();
  if (!failure) return null;
  return (
    <>
      {failure.code !== 'job.stopped' && (
        <p role="alert" className="mt-1 font-semibold text-pretty">
          {t(failureMessages[failure.code])}
        </p>
      )}
      {failure.entry && <p className="mt-1 font-mono text-sm wrap-anywhere">{failure.entry}</p>}
      {(failure.code === 'job.stopped' || (kind === 'restore' && failure.code !== 'restore.unknown')) && (
        <p className="mt-1 text-pretty">
          {t('admin.data.nothing_changed')}{' '}
          {kind === 'restore' &&
            (restore !== null || failure.code === 'job.stopped') &&
            t('admin.data.files_stay')}
        </p>
      )}
    </>
  );
}

function describeProgress(t: Translator, { step, done, total }: DataJobProgress): string {
  const known = total ?? done;
  switch (step) {
    case 'upload':
      return t('admin.data.step_upload', { done: formatBytes(t, done), total: formatBytes(t, known) });
    case 'check':
      return t('admin.data.step_check', { done });
    case 'posts':
      return total === null
        ? t('admin.data.step_posts_read', { done })
        : t('admin.data.step_posts', { done, total });
    case 'rows':
      return t('admin.data.step_rows', { done, total: known });
    case 'previous':
      return t('admin.data.step_previous', { done, total: known });
    case 'images':
    case 'files':
      return t('admin.data.step_images', { done, total: known });
  }
}

function JobProgress({ job, label }: { job: DataJob; label: string }) {
  const t = useTranslator();
  const { upload, phase } = job;
  const progress: DataJobProgress | null =
    phase === 'uploading' && upload
      ? { step: 'upload', done: upload.receivedBytes, total: upload.totalBytes }
      : job.progress;
  const total = progress?.total ?? null;
  const percent = progress && total ? Math.min(100, Math.round((100 * progress.done) / total)) : null;
  const text =
    job.stop === 'requested' ? t('admin.data.stopping') : progress ? describeProgress(t, progress) : '';
  return (
    <>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={text || undefined}
        className="mt-4 h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className={`block h-full rounded-full bg-accent motion-safe:transition-[width] ${percent === null ? 'w-1/4 motion-safe:animate-pulse' : ''}`}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
      <p className="mt-2 min-h-5 text-sm text-muted">{text}</p>
    </>
  );
}
