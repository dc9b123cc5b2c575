import type { MessageKey } from '#i18n/translator.ts';
import type { SendMailError } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { FixedHint } from './server-fields.tsx';
import { placeholders } from './setting-fields.ts';
import { SettingsForm, type SettingsFormProps, TestPanel } from './settings-form.tsx';
import { mailSecurities } from './smtp-url.ts';

const securityLabels = {
  tls: 'admin.settings.mail_tls',
  starttls: 'admin.settings.mail_starttls',
} as const satisfies Record<(typeof mailSecurities)[number], MessageKey>;

const testLabels = {
  ok: 'admin.settings.test_mail_sent',
  missing: 'admin.settings.test_mail_missing',
  sign_in: 'admin.settings.test_mail_sign_in',
  rejected: 'admin.settings.test_mail_rejected',
  unreachable: 'admin.settings.test_mail_unreachable',
} as const satisfies Record<SendMailError | 'ok', MessageKey>;

export function MailSection({
  test,
  page,
  values,
  errors,
}: SettingsFormProps & { test: SendMailError | 'ok' | null }) {
  const t = useTranslator();
  const isFixed = page.fixed.includes('SMTP_URL');
  const common = {
    disabled: isFixed,
    required: false,
    autoComplete: 'off',
    'aria-invalid': errors.some(({ name }) => name === 'SMTP_URL') || undefined,
  };
  return (
    <>
      <SettingsForm section="mail">
        <p className="text-muted">{t('admin.settings.mail_intro')}</p>
        {isFixed && <FixedHint />}
        <TextField
          {...common}
          label={t('admin.settings.mail_host')}
          hint={t('admin.settings.mail_host_hint')}
          id="mail-host"
          name="mail-host"
          placeholder={placeholders.mailHost}
          defaultValue={values?.['mail-host'] ?? page.mail.host}
        />
        <TextField
          {...common}
          label={t('admin.settings.mail_port')}
          hint={t('admin.settings.mail_port_hint')}
          id="mail-port"
          name="mail-port"
          type="number"
          min={1}
          max={65_535}
          defaultValue={values?.['mail-port'] ?? page.mail.port}
        />
        <SelectField
          label={t('admin.settings.mail_security')}
          id="mail-security"
          name="mail-security"
          disabled={isFixed}
          defaultValue={values?.['mail-security'] ?? page.mail.security}
        >
          <Options items={mailSecurities.map((name) => [name, t(securityLabels[name])])} />
        </SelectField>
        <TextField
          {...common}
          label={t('admin.settings.mail_user')}
          id="mail-user"
          name="mail-user"
          defaultValue={values?.['mail-user'] ?? page.mail.user}
        />
        <TextField
          {...common}
          label={t('admin.settings.mail_password')}
          hint={
            page.mail.hasPassword
              ? t('admin.settings.mail_password_stored')
              : t('admin.settings.mail_password_hint')
          }
          id="mail-password"
          name="mail-password"
          type="password"
          autoComplete="new-password"
        />
        {page.unreadableSecrets.includes('SMTP_URL') && (
          <p className="text-sm font-semibold text-accent">{t('admin.settings.secret_unreadable')}</p>
        )}
      </SettingsForm>
      <TestPanel
        heading={t('admin.settings.test_mail')}
        section="mail"
        intent="test-mail"
        label={t('admin.settings.test_mail_send')}
        hint={t('admin.settings.test_mail_hint')}
        result={test && { isOk: test === 'ok', text: t(testLabels[test]) }}
      />
    </>
  );
}
