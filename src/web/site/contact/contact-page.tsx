import { data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import type { MessageKey } from '#i18n/translator.ts';
import { type ContactResult, contactHttpStatus } from '../../contact-message.ts';
import { contactFormLimitBytes } from '../../contract.ts';
import { ContactEmailLink } from '../../layout/contact-email-link.tsx';
import { PageLayout } from '../../layout/page-layout.tsx';
import { readForm } from '../../read-form.ts';
import { rateLimitedHeader } from '../../request-contract.ts';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { requireKnownLocale } from '../require-known-locale.ts';
import { ContactForm } from './contact-form.tsx';
import { readContactMessage, validateContactMessage } from './validate-contact-message.ts';

export const handle: PageHandle = { bundle: 'contact' };

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { contactEmail, contactDelivery } = args.context.get(servicesContext);
  return { contactEmail, contactDelivery };
}

export async function action(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { contactDelivery, sendMessage } = args.context.get(servicesContext);
  const form = await readForm(args.request, contactFormLimitBytes);
  const values = readContactMessage((field) => form.get(field) ?? '');
  const { message, errors } = validateContactMessage(values);
  if (Object.keys(errors).length > 0) return respond('refused', { outcome: 'refused', values, errors });
  if (args.request.headers.has(rateLimitedHeader))
    return respond('busy', { outcome: 'failed', values, code: 'busy' });
  if (contactDelivery === 'mail') {
    const sent = await sendMessage(message);
    if (!sent.ok) return respond(sent.error, { outcome: 'failed', values, code: sent.error });
  }
  return respond('sent', { outcome: 'sent' });
}

function respond(status: keyof typeof contactHttpStatus, outcome: ContactResult) {
  return data(outcome, { status: contactHttpStatus[status], headers: { 'cache-control': 'no-store' } });
}

export default function ContactPage() {
  const t = useTranslator();
  const { contactEmail, contactDelivery } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <ToastProvider>
      <PageLayout
        kind="ContactPage"
        page="/contact"
        title={t('contact.title')}
        description={t('contact.description')}
        name={t('nav.contact')}
        heading={t('contact.heading')}
        intro={t('contact.intro')}
      >
        <div className="turn turn-start turn-last grid gap-12 px-5 py-12 sm:px-12 sm:py-20 lg:grid-cols-[3fr_2fr]">
          <ContactForm
            delivery={contactDelivery}
            hasEmail={contactEmail !== null}
            result={actionData ?? null}
          />
          <ContactDetails email={contactEmail} />
        </div>
      </PageLayout>
    </ToastProvider>
  );
}

const topics = [
  { title: 'contact.features.title', text: 'contact.features.text' },
  { title: 'contact.bugs.title', text: 'contact.bugs.text' },
  { title: 'contact.support.title', text: 'contact.support.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

function ContactDetails({ email }: { email: string | null }) {
  const t = useTranslator();
  return (
    <aside aria-labelledby="before-writing">
      <h2 id="before-writing" className="text-2xl font-bold">
        {t('contact.panel')}
      </h2>
      <dl className="mt-4 grid gap-4">
        <Entry term={t('contact.address')}>
          <ContactEmailLink email={email} />
        </Entry>
        <Entry term={t('contact.response.label')}>{t('contact.response.value')}</Entry>
        {topics.map(({ title, text }) => (
          <Entry key={title} term={t(title)}>
            {t(text)}
          </Entry>
        ))}
      </dl>
    </aside>
  );
}

function Entry({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-0.5 text-pretty text-muted">{children}</dd>
    </div>
  );
}
