import type { MessageKey } from '#i18n/translator.ts';
import type { AutomaticTranslation } from '#settings/contract.ts';

/** Names of the rules, in the settings and in the history of posts. */
export const automaticModeLabels = {
  never: 'admin.settings.automatic_never',
  publish: 'admin.settings.automatic_publish',
  change: 'admin.settings.automatic_change',
  nightly: 'admin.settings.automatic_nightly',
} as const satisfies Record<AutomaticTranslation['mode'], MessageKey>;
