import type { MessageKey } from '#i18n/translator.ts';
import type { AutomaticTranslation } from '#settings/contract.ts';

/** Names of the rules, in the settings and in the history of posts. */
export const automaticModeLabels = {
  never: 'admin.rule.never',
  publish: 'admin.rule.publish',
  change: 'admin.rule.change',
  nightly: 'admin.rule.nightly',
} as const satisfies Record<AutomaticTranslation['mode'], MessageKey>;
