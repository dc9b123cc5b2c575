import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { PageLayout } from '../../layout/page-layout.tsx';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { requireKnownLocale } from '../require-known-locale.ts';
import { handleContactForm } from './contact-action.ts';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';

export const handle: PageHandle = { bundle: 'contact' };

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { contactEmail, contactDelivery } = args.context.get(servicesContext);
  return { contactEmail, contactDelivery };
}

export async function action(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  return handleContactForm(args.request, args.context.get(servicesContext));
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
