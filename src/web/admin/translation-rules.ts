import type { MessageKey } from '#i18n/translator.ts';
import type { AutomaticTranslation, TranslationRule } from '#settings/contract.ts';

/** Names of the rules, in the settings and in the history of posts. */
export const translationRuleLabels = {
  never: 'admin.rule.never',
  publish: 'admin.rule.publish',
  change: 'admin.rule.change',
  nightly: 'admin.rule.nightly',
  held: 'admin.rule.held',
  score: 'admin.rule.score',
} as const satisfies Record<AutomaticTranslation['mode'] | TranslationRule, MessageKey>;
