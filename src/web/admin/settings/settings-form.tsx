import type { ReactNode } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { checkAccentColor } from '#settings/accent-color.ts';
import type { SettingError } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, noticeClass } from '../../ui/notice.tsx';
import { Panel } from '../admin-page.tsx';
import { type SettingSection, sectionLabels, sectionPath, settingTexts } from './setting-fields.ts';
import type { SettingsPageData } from './settings-page.tsx';

export interface SettingsFormProps {
  page: SettingsPageData;
  /** What was entered, after an error. */
  values: Record<string, string> | null;
  errors: readonly SettingError[];
}

export function SettingsForm({ section, children }: { section: SettingSection; children: ReactNode }) {
  const t = useTranslator();
  return (
    <Panel heading={t(sectionLabels[section])}>
      <form method="post" action={sectionPath(section)} className="grid max-w-2xl gap-5">
        {children}
        <Button type="submit" name="intent" value="save" className="justify-self-start">
          {t('admin.settings.save')}
        </Button>
      </form>
    </Panel>
  );
}

export function SettingsErrors({ errors, values }: Pick<SettingsFormProps, 'errors' | 'values'>) {
  const t = useTranslator();
  if (errors.length === 0) return null;
  return (
    <div role="alert" className={noticeClass('error', 'grid gap-2 p-4')}>
      <p className="font-semibold">{t('admin.settings.not_saved')}</p>
      <ul className="list-disc ps-5">
        {errors.map((error) => (
          <ErrorItem key={error.name} error={error} accentColor={values?.accentColor} />
        ))}
      </ul>
    </div>
  );
}

function ErrorItem({
  error: { name, code },
  accentColor,
}: {
  error: SettingError;
  accentColor: string | undefined;
}) {
  const t = useTranslator();
  const { label, hint }: { label: MessageKey; hint?: MessageKey } = settingTexts[name];
  return (
    <li>
      <strong>{t(label)}: </strong>
      {code === 'fixed' && t('admin.settings.fixed')}
      {code === 'reenter' && t('admin.settings.reenter')}
      {code === 'invalid' && hint && t(hint)}
      {name === 'accentColor' && accentColor && <NearestColor color={accentColor} />}
    </li>
  );
}

function NearestColor({ color }: { color: string }) {
  const t = useTranslator();
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const { nearest } = checkAccentColor(color.toLowerCase());
  return <> {t('admin.settings.accent_nearest', { color: nearest })}</>;
}

/** Tests what is saved, not what is entered. `result`: null before the test. */
export function TestPanel({
  heading,
  section,
  intent,
  label,
  hint,
  result,
}: {
  heading: string;
  section: SettingSection;
  intent: string;
  label: string;
  hint: string;
  result: { isOk: boolean; text: string } | null;
}) {
  return (
    <Panel heading={heading}>
      <form method="post" action={sectionPath(section)} className="grid gap-3">
        {result && (
          <Notice role="alert" tone={result.isOk ? 'good' : 'error'}>
            {result.text}
          </Notice>
        )}
        <p className="text-sm text-muted">{hint}</p>
        <Button type="submit" variant="quiet" name="intent" value={intent} className="justify-self-start">
          {label}
        </Button>
      </form>
    </Panel>
  );
}
