import { defaultSiteName } from '#i18n/translator.ts';
import { type StartStep, startSteps } from '#settings/contract.ts';
import type { WebServices } from '../../services.ts';
import { parseAdminPostFilters } from '../posts/admin-post-filters.ts';

export interface StartStepState {
  name: StartStep;
  status: 'done' | 'skipped' | 'open';
}

/** The steps of a new installation, from its actual state. */
export async function listStartSteps(
  services: Pick<
    WebServices,
    'settings' | 'contactEmail' | 'accounts' | 'suggestions' | 'editor' | 'publicOrigin'
  >,
  userId: string,
): Promise<StartStepState[]> {
  const { siteName, skippedSteps } = services.settings.site();
  const own = await services.editor.listPosts({
    ...parseAdminPostFilters(new URLSearchParams()),
    author: userId,
  });
  const isDone: Record<StartStep, boolean> = {
    name: siteName !== defaultSiteName,
    contact: services.contactEmail() !== null,
    mail: services.accounts.canSendEmail(),
    ai: services.suggestions.models.text,
    post: own.totalPosts > 0,
    address: services.publicOrigin.startsWith('https:'),
  };
  const isSkipped = (name: StartStep) => skippedSteps.includes(name);
  return startSteps.map((name) => ({
    name,
    status: isDone[name] ? 'done' : isSkipped(name) ? 'skipped' : 'open',
  }));
}
