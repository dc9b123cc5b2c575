import type { Translator } from '#i18n/translate.ts';
import type { AdminApiError } from './desk-client.ts';

export function adminApiErrorMessage(t: Translator, error: AdminApiError): string {
  if (error.code === 'offline') return t('admin.error.offline');
  return error.error || t('admin.error.no_answer');
}
