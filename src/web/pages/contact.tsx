import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { answerMessage } from '../contact/answer-message.ts';
import { ContactForm } from '../contact/contact-form.tsx';
import { ContactPanel } from '../contact/contact-panel.tsx';
import type { PageHandle } from '../root.tsx';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { ToastProvider } from '../ui/toast-provider.tsx';
import { refuseUnknownLocale } from './refuse-unknown-locale.ts';
import { SubPage } from './sub-page.tsx';

export const handle: PageHandle = { words: 'contact' };

export function loader(args: LoaderFunctionArgs) {
  refuseUnknownLocale(args);
  const { contactEmail, contactDelivery } = args.context.get(servicesContext);
  return { contactEmail, contactDelivery };
}

export async function action(args: LoaderFunctionArgs) {
  refuseUnknownLocale(args);
  return answerMessage(args.request, args.context.get(servicesContext));
}

export default function ContactPage() {
  const t = useTranslator();
  const { contactEmail, contactDelivery } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ToastProvider>
      <SubPage
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
            hasAddress={contactEmail !== null}
            answer={answer ?? null}
          />
          <ContactPanel email={contactEmail} />
        </div>
      </SubPage>
    </ToastProvider>
  );
}
