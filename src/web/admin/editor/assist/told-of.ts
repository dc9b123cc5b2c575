import type { Translator } from '#i18n/translate.ts';
import type { ToastContent } from '../../../ui/toast-state.ts';
import type { Asked } from './ask-assistant.ts';
import { type AssistKind, assistWords } from './kinds.ts';
import { reasons } from './reasons.ts';

/** The notice at the end of a call. Where no model is set, the rule's suggestion is what was asked for, and no failure. */
export function toldOf(t: Translator, kind: AssistKind, answer: Asked): ToastContent {
  const { done, failed, byRule } = assistWords[kind];
  const instead = byRule ? t(byRule) : '';
  if (!answer.ok) {
    const reason = answer.error ?? t('admin.assist.reason.no_answer');
    return { title: t(failed), description: join(t, reason, instead), tone: 'destructive' };
  }
  const { code, patch } = answer.value;
  if (kind === 'image' && patch.featured_image_url === undefined) {
    // An answer came, and no picture was in it.
    if (code === null || code === 'model.malformed')
      return { title: t('admin.assist.image_prompt'), description: '', tone: 'plain' };
    return { title: t(failed), description: t(reasons[code]), tone: 'destructive' };
  }
  if (code === null) return { title: t(done), description: '', tone: 'good' };
  if (code === 'model.unconfigured') {
    const how = kind === 'image' ? 'admin.assist.no_image_model' : reasons[code];
    return { title: t(done), description: t(how), tone: 'good' };
  }
  return { title: t(failed), description: join(t, t(reasons[code]), instead), tone: 'destructive' };
}

/** Two sentences, as the language writes them after each other. */
function join({ locale }: Translator, one: string, other: string): string {
  return [one, other].filter((part) => part !== '').join(locale === 'zh' ? '' : ' ');
}
