import { useId, useState } from 'react';
import type { PreviousBackup } from '#backup/data-job-contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { formatBytes } from '#i18n/format-units.ts';
import { useTranslator } from '../../translator.tsx';
import { Checkbox, SelectField } from '../../ui/field.tsx';
import { PasswordField } from '../account-fields.tsx';
import { Panel } from '../admin-page.tsx';
import { ActionForm, type DataPanelProps, readText } from './action-form.tsx';

/** What was here before a restore: as secret as any backup, so the password is asked for. */
export function PreviousPanel({
  backups: initialBackups,
  controls,
  isBusy,
}: DataPanelProps & { backups: readonly PreviousBackup[] }) {
  const t = useTranslator();
  const id = useId();
  const [backups, setBackups] = useState(initialBackups);
  const [isDeleting, setDeleting] = useState(false);
  if (backups.length === 0) return null;
  const send = async (fields: FormData) => {
    const name = readText(fields, 'name');
    const password = readText(fields, 'password');
    if (!isDeleting) return controls.preparePrevious(name, password);
    const left = await controls.deletePrevious(name, password);
    if (!left) return;
    setBackups(left);
    setDeleting(false);
  };
  return (
    <Panel heading={t('admin.data.previous')}>
      <p className="max-w-prose text-pretty">{t('admin.data.previous_text')}</p>
      <ActionForm
        action={t(isDeleting ? 'admin.data.previous_delete' : 'admin.data.previous_start')}
        isBusy={isBusy}
        onSend={send}
      >
        <SelectField id={`${id}-name`} name="name" label={t('admin.data.previous_file')}>
          {backups.map(({ name, createdAt, bytes }) => (
            <option key={name} value={name}>
              {formatUtcDateTime(t.locale, new Date(createdAt))} ({formatBytes(t, bytes)})
            </option>
          ))}
        </SelectField>
        <Checkbox checked={isDeleting} onChange={(event) => setDeleting(event.currentTarget.checked)}>
          {t('admin.data.previous_confirm')}
        </Checkbox>
        <PasswordField id="previous-password" hint={t('admin.data.password_hint')} />
      </ActionForm>
    </Panel>
  );
}
