import { type FormEvent, useId } from 'react';
import type { BackupUser, RestorePreview as Preview } from '#backup/data-job-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { formatUtcDateTime } from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { PasswordField } from '../account-fields.tsx';
import { tableClass } from './import-report.tsx';
import type { DataJobControls } from './use-data-job.ts';

/** By table. */
const rowLabels = {
  post: 'admin.data.column_posts',
  category: 'admin.data.row_categories',
  tag: 'admin.data.row_tags',
  media_file: 'admin.data.row_images',
  account_user: 'admin.data.row_users',
  setting: 'admin.data.row_settings',
  other: 'admin.data.row_other',
} as const satisfies Record<string, MessageKey>;

type RowName = keyof typeof rowLabels;

type TableCount = Pick<Preview['tables'][number], 'current' | 'backup'>;

function listRows({ tables }: Preview): (TableCount & { name: RowName })[] {
  const byRow = Map.groupBy(tables, ({ name }) => (Object.hasOwn(rowLabels, name) ? name : 'other'));
  return (Object.keys(rowLabels) as RowName[]).map((name) => {
    const sum = (column: keyof TableCount) =>
      (byRow.get(name) ?? []).reduce((total, table) => total + table[column], 0);
    return { name, current: sum('current'), backup: sum('backup') };
  });
}

/** `controls`: null for owners who haven't uploaded the backup. */
export function RestorePreview({
  preview,
  controls,
}: {
  preview: Preview;
  controls: DataJobControls | null;
}) {
  const t = useTranslator();
  const { createdAt, migration, isCurrentVersion } = preview;
  const format = new Intl.NumberFormat(t.locale);
  return (
    <>
      <p className="mt-1 text-pretty">
        {t('admin.data.nothing_changed')}{' '}
        {createdAt && t('admin.data.created_at', { date: formatUtcDateTime(t.locale, new Date(createdAt)) })}{' '}
        {t(isCurrentVersion ? 'admin.data.same_version' : 'admin.data.older', { version: migration })}
      </p>
      <table className={tableClass}>
        <thead>
          <tr>
            <th scope="col">{t('admin.data.column_kind')}</th>
            <th scope="col">{t('admin.data.column_current')}</th>
            <th scope="col">{t('admin.data.column_backup')}</th>
          </tr>
        </thead>
        <tbody>
          {listRows(preview).map(({ name, current, backup }) => (
            <tr key={name}>
              <th scope="row" className="font-normal">
                {t(rowLabels[name])}
              </th>
              <td>{format.format(current)}</td>
              <td className={current === backup ? '' : 'font-semibold'}>{format.format(backup)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <UserList
        label={t('admin.data.lost_users', { count: preview.lostUserCount })}
        users={preview.lostUsers}
        count={preview.lostUserCount}
      />
      <UserList
        label={t('admin.data.added_users', { count: preview.addedUserCount })}
        users={preview.addedUsers}
        count={preview.addedUserCount}
      />
      {!preview.hasActor && (
        <p className="mt-3 font-semibold text-pretty text-accent">{t('admin.data.no_actor')}</p>
      )}
      {preview.unreadableSecrets.length > 0 && <p className="mt-3 text-pretty">{t('admin.data.secrets')}</p>}
      <p className="mt-3 max-w-prose text-pretty">{t('admin.data.consequences')}</p>
      {controls && <RestoreForm controls={controls} />}
    </>
  );
}

/** `count`: of all users, of which `users` are the first. */
function UserList({ label, users, count }: { label: string; users: readonly BackupUser[]; count: number }) {
  if (count === 0) return null;
  return (
    <div className="mt-3">
      <p className="text-pretty">{label}</p>
      <ul className="mt-1 list-disc ps-6">
        {users.map(({ name, email }) => (
          <li key={email} className="wrap-anywhere">
            {name} ({email})
          </li>
        ))}
        {count > users.length && <li>…</li>}
      </ul>
    </div>
  );
}

function RestoreForm({ controls }: { controls: DataJobControls }) {
  const t = useTranslator();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (controls.isSending) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    void controls.apply(password);
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid max-w-md gap-5">
      <Checkbox required className="font-semibold">
        {t('admin.data.confirm')}
      </Checkbox>
      <PasswordField id={`${id}-password`} hint={t('admin.data.password_hint')} />
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
