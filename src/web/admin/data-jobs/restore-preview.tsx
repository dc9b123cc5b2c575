import { type FormEvent, useId } from 'react';
import type { RestorePreview as Preview } from '#backup/data-job-contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { PasswordField } from '../account-fields.tsx';
import { MissingFiles } from './missing-files.tsx';
import { RestoreChanges } from './restore-changes.tsx';
import type { SettingLabels } from './setting-labels.ts';
import type { DataJobControls } from './use-data-job.ts';

/** `controls`: null for owners who haven't uploaded the backup. Only they need the password: at set-up, nobody has one. */
export function RestorePreview({
  preview,
  settingLabels,
  controls,
}: {
  preview: Preview;
  settingLabels: SettingLabels;
  controls: DataJobControls | null;
}) {
  const t = useTranslator();
  const { createdAt, migration, isCurrentVersion } = preview;
  const isSetup = controls?.isSetup === true;
  return (
    <>
      <p className="mt-1 text-pretty">
        {t('admin.data.nothing_changed')}{' '}
        {createdAt && t('admin.data.created_at', { date: formatUtcDateTime(t.locale, new Date(createdAt)) })}{' '}
        {t(isCurrentVersion ? 'admin.data.same_version' : 'admin.data.older', { version: migration })}
      </p>
      <MissingFiles count={preview.missingFiles} />
      <RestoreChanges preview={preview} settingLabels={settingLabels} />
      {!preview.hasActor && !isSetup && (
        <p className="mt-3 font-semibold text-pretty text-accent">{t('admin.data.no_actor')}</p>
      )}
      {preview.unreadableSecrets.length > 0 && <p className="mt-3 text-pretty">{t('admin.data.secrets')}</p>}
      {preview.hasUnreadableFactors && (
        <p className="mt-3 max-w-prose font-semibold text-pretty wrap-anywhere text-accent">
          {t('admin.data.factors')}
        </p>
      )}
      <p className="mt-3 max-w-prose text-pretty">
        {t(isSetup ? 'admin.set_up.consequences' : 'admin.data.consequences')}
      </p>
      {controls && <RestoreForm controls={controls} />}
    </>
  );
}

function RestoreForm({ controls }: { controls: DataJobControls }) {
  const t = useTranslator();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (controls.isSending) return;
    const password = new FormData(event.currentTarget).get('password');
    void controls.apply(password === null ? undefined : String(password));
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid max-w-md gap-5">
      {!controls.isSetup && (
        <>
          <Checkbox required className="font-semibold">
            {t('admin.data.confirm')}
          </Checkbox>
          <PasswordField id={`${id}-password`} hint={t('admin.data.password_hint')} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={controls.isSending}>
          {t('admin.data.restore_start')}
        </Button>
        <Button variant="quiet" onClick={() => void controls.discard()}>
          {t('admin.editor.cancel')}
        </Button>
      </div>
    </form>
  );
}
