import Info from 'lucide-react/icons/info';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { ContactEmailLink } from '../layout/contact-email-link.tsx';
import { PageLayout } from '../layout/page-layout.tsx';
import { requireKnownLocale } from '../requests/not-found.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translator.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const description = ['about.job', 'about.files'] as const satisfies readonly MessageKey[];
const notice = [
  'about.notice.affiliation',
  'about.notice.storage',
  'about.notice.rights',
] as const satisfies readonly MessageKey[];

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  return { contactEmail: args.context.get(servicesContext).contactEmail() };
}

export default function AboutPage() {
  const t = useTranslator();
  const { contactEmail } = useLoaderData<typeof loader>();
  return (
    <PageLayout
      kind="AboutPage"
      page="/about"
      title={t('about.title')}
      description={t('about.description')}
      name={t('nav.about')}
      heading={t('about.heading')}
      intro={t('about.intro')}
    >
      <div className="turn turn-start grid gap-12 px-5 py-12 sm:px-12 sm:py-20 lg:grid-cols-[3fr_2fr]">
        <div className="grid max-w-prose content-start gap-4 text-lg lg:text-xl lg:leading-relaxed">
          {description.map((key) => (
            <p key={key}>{t(key)}</p>
          ))}
        </div>
        <Card as="section" aria-labelledby="notice" className="self-start p-5 shadow-sm sm:p-6">
          <h2 id="notice" className="flex items-center gap-2.5 text-xl font-bold">
            <Info aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
            {t('about.notice.heading')}
          </h2>
          <ul className="mt-4 grid list-disc gap-2.5 ps-5 text-muted marker:text-thread">
            {notice.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </Card>
      </div>
      <section className="turn turn-end turn-last px-5 py-16 sm:px-12 sm:py-24">
        <h2 className="text-3xl leading-tight font-bold sm:text-4xl">{t('about.contact.heading')}</h2>
        <p className="mt-4 text-lg text-pretty text-muted">{t('about.contact.text')}</p>
        <a href={localizedPath(t.locale, '/contact')} className={buttonClass('primary', 'mt-6')}>
          {t('about.contact.action')}
        </a>
        <dl className="mt-6">
          <dt className="text-sm text-muted">{t('contact.address')}</dt>
          <dd>
            <ContactEmailLink email={contactEmail} />
          </dd>
        </dl>
      </section>
    </PageLayout>
  );
}
