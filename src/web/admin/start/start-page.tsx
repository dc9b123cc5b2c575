import Check from 'lucide-react/icons/check';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { MessageKey } from '#i18n/translator.ts';
import { type StartStep, startSteps } from '#settings/contract.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { RestoreStatusPanel } from '../data-jobs/restore-status-panel.tsx';
import { ThreadsStatusPanel } from '../figures/threads-status-panel.tsx';
import { readAdminForm, redirectTo } from '../form-actions.ts';
import { sectionPath } from '../settings/setting-fields.ts';
import { listStartSteps, type StartStepState } from './start-steps.ts';

export const startPath = '/admin/start';

/** `path`: where the step is done; null: only on the server. */
const stepTexts: Record<StartStep, { title: MessageKey; text: MessageKey; path: string | null }> = {
  name: { title: 'admin.start.name', text: 'admin.start.name_text', path: sectionPath('site') },
  contact: { title: 'admin.start.contact', text: 'admin.start.contact_text', path: sectionPath('contact') },
  mail: { title: 'admin.start.mail', text: 'admin.start.mail_text', path: sectionPath('mail') },
  ai: { title: 'admin.start.ai', text: 'admin.start.ai_text', path: sectionPath('ai') },
  post: { title: 'admin.start.post', text: 'admin.start.post_text', path: '/admin/blog/new' },
  address: { title: 'admin.start.address', text: 'admin.start.address_text', path: null },
};

const statusLabels = {
  done: 'admin.start.done',
  skipped: 'admin.start.skipped',
  open: 'admin.start.open',
} as const satisfies Record<StartStepState['status'], MessageKey>;

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = requireSession(context);
  const services = context.get(servicesContext);
  return {
    steps: await listStartSteps(services, user.id),
    status: await services.figures.readStatus(),
    restoreStatus: await services.rehearsal.readStatus(),
    now: services.now(),
  };
}

/** Skips a step, or takes that back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { settings } = context.get(servicesContext);
  const { user } = requireSession(context);
  const field = await readAdminForm(request);
  const step = startSteps.find((name) => name === field('step'));
  if (!step) throw data(null, { status: 400 });
  const others = settings.site().skippedSteps.filter((name) => name !== step);
  await settings.save({ skippedSteps: field('intent') === 'skip' ? [...others, step] : others }, user);
  return redirectTo(startPath);
}

export default function StartPage() {
  const t = useTranslator();
  const { steps, status, restoreStatus, now } = useLoaderData<typeof loader>();
  return (
    <AdminPage path="/admin/settings" title={t('admin.start.title')} subtitle={t('admin.start.intro')}>
      {steps.every(({ status }) => status !== 'open') && (
        <Notice tone="good" role="status" className="mt-6">
          {t('admin.start.complete')}
        </Notice>
      )}
      {status.state !== 'unknown' && <ThreadsStatusPanel status={status} now={now} />}
      {(restoreStatus?.proven || restoreStatus?.failure) && (
        <RestoreStatusPanel status={restoreStatus} now={now} />
      )}
      <ol className="mt-6 grid gap-4">
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
    </AdminPage>
  );
}

function Step({ step: { name, status } }: { step: StartStepState }) {
  const t = useTranslator();
  const { title, text, path } = stepTexts[name];
  return (
    <Card as="li" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 sm:p-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-1.5 text-sm font-semibold text-muted">
          {status === 'done' && <Check aria-hidden="true" className="size-4 text-good" />}
          {t(statusLabels[status])}
        </p>
        <h2 className="text-lg font-bold">{t(title)}</h2>
        <p className="text-pretty text-muted">{t(text)}</p>
      </div>
      {status !== 'done' && (
        <div className="flex flex-wrap gap-2">
          {path && status === 'open' && (
            <a href={path} className={buttonClass()}>
              {name === 'post' ? t('admin.start.write') : t('admin.start.go')}
              <span className="sr-only">: {t(title)}</span>
            </a>
          )}
          <form method="post" action={startPath}>
            <input type="hidden" name="step" value={name} />
            <Button type="submit" variant="quiet" name="intent" value={status === 'open' ? 'skip' : 'resume'}>
              {t(status === 'open' ? 'admin.start.skip' : 'admin.start.resume')}
              <span className="sr-only">: {t(title)}</span>
            </Button>
          </form>
        </div>
      )}
    </Card>
  );
}
