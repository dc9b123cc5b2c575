import { data, type HeadersArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import { contactFormLimitBytes } from '../../contract.ts';
import { ContactEmailLink } from '../../layout/contact-email-link.tsx';
import { PageLayout } from '../../layout/page-layout.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { rateLimitedHeader } from '../../request-contract.ts';
import { requireKnownLocale } from '../../requests/not-found.ts';
import { readForm } from '../../requests/read-form.ts';
import { describeContactPage } from '../../seo/contact-description.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { ContactForm } from './contact-form.tsx';
import {
  type ContactChallenge,
  type ContactResult,
  contactChallengeHeader,
  contactHttpStatus,
  contactTrapField,
  formatContactChallenge,
} from './contact-message.ts';
import { readContactMessage, validateContactMessage } from './validate-contact-message.ts';

export const handle: PageHandle = { bundle: 'contact' };

/** Sends the next sum to client scripts. */
export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { contactEmail, accounts, verification } = args.context.get(servicesContext);
  return {
    contactEmail: contactEmail(),
    isMailed: accounts.canSendEmail(),
    challenge: verification.issue(),
  };
}

export async function action(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { sendMessage, verification } = args.context.get(servicesContext);
  const form = await readForm(args.request, contactFormLimitBytes);
  const values = readContactMessage((field) => form.get(field) ?? '');
  if (form.get(contactTrapField)) return respond('spam', { outcome: 'failed', values, code: 'spam' });
  const { message, errors } = validateContactMessage(values);
  const answer = form.get('answer') ?? '';
  if (answer.trim() === '') errors.answer = 'missing';
  else if (!verification.verify(form.get('token') ?? '', answer)) errors.answer = 'invalid';
  if (Object.keys(errors).length > 0)
    return respond('refused', { outcome: 'refused', values, errors }, verification.issue());
  if (args.request.headers.has(rateLimitedHeader))
    return respond('busy', { outcome: 'failed', values, code: 'busy' });
  const { locale } = splitLocale(new URL(args.request.url).pathname);
  const sent = await sendMessage({ ...message, locale });
  return sent.ok
    ? respond('sent', { outcome: 'sent' })
    : respond(sent.error, { outcome: 'failed', values, code: sent.error });
}

function respond(
  status: keyof typeof contactHttpStatus,
  outcome: ContactResult,
  challenge: ContactChallenge | null = null,
) {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (challenge) headers.set(contactChallengeHeader, formatContactChallenge(challenge));
  return data(outcome, { status: contactHttpStatus[status], headers });
}

export default function ContactPage() {
  const t = useTranslator();
  const { contactEmail, isMailed, challenge } = useLoaderData<typeof loader>();
  const { replyHours } = useAppearance();
  const actionData = useActionData<typeof action>();
  return (
    <ToastProvider>
      <PageLayout
        kind="ContactPage"
        page="/contact"
        title={t('contact.title')}
        description={describeContactPage(t, replyHours)}
        name={t('nav.contact')}
        heading={t('contact.heading')}
        intro={t('contact.intro')}
      >
        <div className="turn turn-start turn-last grid gap-12 px-5 py-12 sm:px-12 sm:py-20 lg:grid-cols-[3fr_2fr]">
          <ContactForm challenge={challenge} isMailed={isMailed} result={actionData ?? null} />
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
  const { replyHours } = useAppearance();
  return (
    <aside aria-labelledby="before-writing">
      <h2 id="before-writing" className="text-2xl font-bold">
        {t('contact.panel')}
      </h2>
      <dl className="mt-4 grid gap-4">
        <Entry term={t('contact.address')}>
          <ContactEmailLink email={email} />
        </Entry>
        {replyHours !== null && (
          <Entry term={t('contact.response.label')}>
            {t('contact.response.value', { count: replyHours })}
          </Entry>
        )}
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
