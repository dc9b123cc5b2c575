import type { ModelErrorCode } from '#ai/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { ServerFields } from './server-fields.tsx';
import { SettingsForm, type SettingsFormProps, TestPanel } from './settings-form.tsx';

const testLabels = {
  ok: 'admin.settings.test_model_ok',
  'model.unconfigured': 'admin.settings.test_model_missing',
  'model.budget': 'admin.settings.test_model_budget',
  'model.refused': 'admin.settings.test_model_refused',
  'model.busy': 'admin.settings.test_model_busy',
  'model.unreachable': 'admin.settings.test_model_unreachable',
  'model.timeout': 'admin.settings.test_model_unreachable',
  'model.malformed': 'admin.settings.test_model_unreachable',
  'model.cancelled': 'admin.settings.test_model_unreachable',
} as const satisfies Record<ModelErrorCode | 'ok', MessageKey>;

export function AiSection({ test, ...form }: SettingsFormProps & { test: ModelErrorCode | 'ok' | null }) {
  const t = useTranslator();
  return (
    <>
      <SettingsForm section="ai">
        <p className="text-muted">{t('admin.settings.ai_intro')}</p>
        <ServerFields {...form} />
      </SettingsForm>
      <TestPanel
        heading={t('admin.settings.test_model')}
        section="ai"
        intent="test-model"
        label={t('admin.settings.test_model_start')}
        hint={t('admin.settings.test_model_hint')}
        result={test && { isOk: test === 'ok', text: t(testLabels[test]) }}
      />
    </>
  );
}
