import type { ReactNode } from 'react';
import {
  type RestoreChange,
  type RestoreKind,
  type RestorePreview,
  restoreChanges,
} from '#backup/data-job-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { tableClass, toLanguageName } from './import-report.tsx';
import type { SettingLabels } from './setting-labels.ts';

const kindLabels = {
  posts: 'admin.data.row_posts',
  post_details: 'admin.data.row_post_details',
  categories: 'admin.data.row_categories',
  tags: 'admin.data.row_tags',
  files: 'admin.data.row_files',
  authors: 'admin.data.row_authors',
  users: 'admin.data.row_users',
  sign_in: 'admin.data.row_sign_in',
  settings: 'admin.data.row_settings',
  messages: 'admin.data.row_messages',
  versions: 'admin.data.row_versions',
  figures: 'admin.data.row_figures',
  other: 'admin.data.row_other',
} as const satisfies Record<RestoreKind, MessageKey>;

const changeLabels = {
  added: 'admin.data.change_added',
  changed: 'admin.data.change_changed',
  removed: 'admin.data.change_removed',
} as const satisfies Record<RestoreChange, MessageKey>;

const roleLabels: Readonly<Record<string, MessageKey>> = {
  owner: 'admin.role.owner',
  editor: 'admin.role.editor',
  author: 'admin.role.author',
};

interface RestoreChangesProps {
  preview: RestorePreview;
  settingLabels: SettingLabels;
}

export function RestoreChanges({ preview, settingLabels }: RestoreChangesProps) {
  const t = useTranslator();
  const { kinds, posts, users, settings } = preview;
  const countOf = (kind: RestoreKind) => {
    const found = kinds.find((row) => row.kind === kind);
    return found ? restoreChanges.reduce((sum, change) => sum + found[change], 0) : 0;
  };
  return (
    <>
      <KindTable kinds={kinds} />
      <ChangeList
        kind="posts"
        count={countOf('posts')}
        items={posts.map(({ change, title, locale }) => ({
          change,
          name: (
            <>
              <bdi>{title}</bdi> <span className="text-muted">{toLanguageName(locale)}</span>
            </>
          ),
        }))}
      />
      <ChangeList
        kind="users"
        count={countOf('users')}
        items={users.map((user) => ({
          change: user.change,
          name: (
            <>
              <bdi>{user.name}</bdi> ({user.email}){' '}
              <span className="text-muted">{describeRole(t, user)}</span>
            </>
          ),
        }))}
      />
      <ChangeList
        kind="settings"
        count={countOf('settings')}
        items={settings.map(({ change, name }) => ({ change, name: settingLabels[name] ?? name }))}
      />
      <EndedAccess preview={preview} />
      <ReturningAccess preview={preview} />
    </>
  );
}

function KindTable({ kinds }: Pick<RestorePreview, 'kinds'>) {
  const t = useTranslator();
  const format = new Intl.NumberFormat(t.locale);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll the table.
    <section tabIndex={0} className="overflow-x-auto">
      <table className={tableClass}>
        <thead>
          <tr>
            <th scope="col">{t('admin.data.column_kind')}</th>
            {restoreChanges.map((change) => (
              <th key={change} scope="col">
                {t(changeLabels[change])}
              </th>
            ))}
            <th scope="col">{t('admin.data.unchanged')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, unchanged, ...counts }) => (
            <tr key={kind}>
              <th scope="row" className="font-normal">
                {t(kindLabels[kind])}
              </th>
              {restoreChanges.map((change) => (
                <td key={change} className={counts[change] > 0 ? 'font-semibold' : 'text-muted'}>
                  {format.format(counts[change])}
                </td>
              ))}
              <td className="text-muted">{format.format(unchanged)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `count`: of all that change, of which `items` are the first. */
function ChangeList({
  kind,
  count,
  items,
}: {
  kind: 'posts' | 'users' | 'settings';
  count: number;
  items: readonly { change: RestoreChange; name: ReactNode }[];
}) {
  const t = useTranslator();
  if (items.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 font-bold">{t(kindLabels[kind])}</h3>
      <ul className="mt-1 max-w-2xl divide-y divide-line text-sm">
        {items.map(({ change, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="wrap-anywhere">{name}</span> <span>{t(changeLabels[change])}</span>
          </li>
        ))}
      </ul>
      {items.length < count && (
        <p className="text-sm text-muted">
          {t('admin.data.changes_cut', { shown: items.length, total: count })}
        </p>
      )}
    </>
  );
}

function describeRole(t: Translator, { currentRole, backupRole }: RestorePreview['users'][number]): string {
  const label = (role: string | null) => (role === null ? null : t(roleLabels[role] ?? 'admin.role.author'));
  const current = label(currentRole);
  const backup = label(backupRole);
  if (current === null || backup === null || current === backup) return current ?? backup ?? '';
  return t('admin.data.role_changed', { backup, current });
}

function EndedAccess({ preview: { sessions, links, apiKeys } }: { preview: RestorePreview }) {
  const t = useTranslator();
  if (sessions + links + apiKeys.count === 0) return null;
  return (
    <>
      <h3 className="mt-5 font-bold">{t('admin.data.ended')}</h3>
      <ul className="mt-1 list-disc ps-6">
        {sessions > 0 && <li>{t('admin.data.ended_sessions', { count: sessions })}</li>}
        {links > 0 && <li>{t('admin.data.ended_links', { count: links })}</li>}
        {apiKeys.count > 0 && <ApiKeysItem apiKeys={apiKeys} />}
      </ul>
    </>
  );
}

function ReturningAccess({ preview: { returningApiKeys } }: { preview: RestorePreview }) {
  const t = useTranslator();
  if (returningApiKeys.count === 0) return null;
  return (
    <>
      <h3 className="mt-5 font-bold">{t('admin.data.returning')}</h3>
      <ul className="mt-1 list-disc ps-6">
        <ApiKeysItem apiKeys={returningApiKeys} />
      </ul>
    </>
  );
}

function ApiKeysItem({ apiKeys: { count, names } }: Pick<RestorePreview, 'apiKeys'>) {
  const t = useTranslator();
  return (
    <li className="wrap-anywhere">
      {t('admin.data.ended_keys', { count })} ({names.join(', ')}
      {names.length < count && ', …'})
    </li>
  );
}
