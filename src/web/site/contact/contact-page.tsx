import { data, type HeadersArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import { contactFormLimitBytes } from '../../contract.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { rateLimitedHeader } from '../../request-contract.ts';
import { requireKnownLocale } from '../../requests/not-found.ts';
import { readForm } from '../../requests/read-form.ts';
import { describeContactPage } from '../../seo/contact-description.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactFormIsland } from './contact-form.tsx';
import {
  type ContactChallenge,
  type ContactResult,
  contactChallengeHeader,
  contactHttpStatus,
  contactTrapField,
  formatContactChallenge,
} from './contact-message.ts';
import { readContactMessage, validateContactMessage } from './validate-contact-message.ts';

export const handle: PageHandle = { bundle: 'contact', entry: 'contact' };

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
  const result = useActionData<typeof action>() ?? null;
  return (
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
        {/* One cell of the grid, also when the island gets a toast. */}
        <div>
          <ContactFormIsland challenge={challenge} isMailed={isMailed} result={result} />
        </div>
        <ContactDetails email={contactEmail} />
      </div>
    </PageLayout>
  );
}
