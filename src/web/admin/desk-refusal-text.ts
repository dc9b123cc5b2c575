import type { Translator } from '#i18n/translate.ts';
import type { DeskRefusal } from './desk-client.ts';

/** Why a call was not done, as a sentence. */
export function deskRefusalText(t: Translator, refusal: DeskRefusal): string {
  if (refusal.code === 'offline') return t('admin.error.offline');
  return refusal.error || t('admin.error.no_answer');
}
