import Clapperboard from 'lucide-react/icons/clapperboard';
import Film from 'lucide-react/icons/film';
import Image from 'lucide-react/icons/image';
import Plus from 'lucide-react/icons/plus';
import { type LegalSlug, legalSlugs } from '#blog/page-contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import type { Claim } from '../../layout/claims.ts';
import { useCustomPages } from '../../layout/custom-pages.ts';
import { formatLegalText, legalHeadings } from '../../layout/legal-texts.ts';
import { PageSection } from '../../layout/page-section.tsx';
import { ServerHtml } from '../../layout/server-html.tsx';
import { SiteFooter } from '../../layout/site-footer.tsx';
import { customPagePath } from '../../paths.ts';
import { faqQuestions } from '../../seo/structured-data.ts';
import { useTranslator } from '../../translator.tsx';

const features = [
  { icon: Film, title: 'features.video.title', text: 'features.video.text' },
  { icon: Image, title: 'features.image.title', text: 'features.image.text' },
  { icon: Clapperboard, title: 'features.gif.title', text: 'features.gif.text' },
] as const satisfies readonly { icon: unknown; title: MessageKey; text: MessageKey }[];

function FeaturesSection() {
  const t = useTranslator();
  return (
    <PageSection id="features" heading={t('features.heading')} lineClass="turn-end">
      <ul className="mt-8 divide-y divide-line">
        {features.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="grid gap-x-8 gap-y-2 py-6 sm:grid-cols-[2rem_14rem_1fr] sm:items-baseline"
          >
            <Icon aria-hidden="true" className="size-7 text-accent sm:translate-y-1" strokeWidth={1.75} />
            <h3 className="text-xl font-semibold">{t(title)}</h3>
            <p className="max-w-prose text-muted">{t(text)}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

const steps = [
  { title: 'howto.copy.title', text: 'howto.copy.text' },
  { title: 'howto.paste.title', text: 'howto.paste.text' },
  { title: 'howto.verify.title', text: 'howto.verify.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

function HowToSection() {
  const t = useTranslator();
  return (
    <PageSection heading={t('howto.heading')} lineClass="turn-start">
      <ol className="mt-10 grid gap-10 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="max-w-sm">
            <p aria-hidden="true" className="text-5xl font-bold text-accent tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-3 text-xl font-semibold">{t(title)}</h3>
            <p className="mt-2 text-muted">{t(text)}</p>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}

const reasons = [
  { title: 'why.quality.title', text: 'why.quality.text' },
  { title: 'why.free.title', text: 'why.free.text' },
  { title: 'why.private.title', text: 'why.private.text' },
  { title: 'why.everywhere.title', text: 'why.everywhere.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

function WhySection({ claims }: { claims: readonly Claim[] }) {
  const t = useTranslator();
  return (
    <PageSection heading={t('why.heading')} lineClass="turn-start">
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {reasons.map(({ title, text }) => (
          <li key={title} className="rounded-2xl bg-sunken p-6">
            <h3 className="text-lg font-semibold">{t(title)}</h3>
            <p className="mt-2 text-muted">{t(text)}</p>
          </li>
        ))}
      </ul>
      {claims.length > 0 && (
        <dl className="mt-12 grid gap-8 sm:grid-cols-3">
          {claims.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="text-muted">{label}</dt>
              <dd className="text-4xl font-bold wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </PageSection>
  );
}

/** Not hydrated, so that the client gets neither the code nor the messages. */
function FaqSection() {
  const t = useTranslator();
  return (
    <PageSection id="faq" heading={t('faq.heading')} lineClass="turn-end">
      <div className="mt-8 max-w-3xl divide-y divide-line border-y border-line">
        {faqQuestions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex cursor-pointer list-none items-start justify-between gap-4 rounded-lg py-5 text-lg font-semibold hover:text-accent">
              {t(question)}
              <Plus
                aria-hidden="true"
                className="mt-1 size-5 shrink-0 text-accent group-open:rotate-45 motion-safe:transition-transform"
              />
            </summary>
            <p className="max-w-prose pb-6 text-muted">{t(answer)}</p>
          </details>
        ))}
      </div>
    </PageSection>
  );
}

export function StaticHomeSections({
  contactEmail,
  claims,
}: {
  contactEmail: string | null;
  claims: readonly Claim[];
}) {
  if (import.meta.env.SSR) {
    return (
      <div className="contents">
        <HowToSection />
        <FeaturesSection />
        <WhySection claims={claims} />
        <FaqSection />
        <LegalSection contactEmail={contactEmail} />
      </div>
    );
  }
  return <ServerHtml />;
}

/** The island doesn't have the pages that the footer links. */
export function StaticHomeFooter() {
  if (import.meta.env.SSR) {
    return (
      <div className="contents">
        <SiteFooter page="/" />
      </div>
    );
  }
  return <ServerHtml />;
}

function LegalSection({ contactEmail }: { contactEmail: string | null }) {
  const t = useTranslator();
  const { replyHours } = useAppearance();
  return (
    <div className="turn turn-start turn-last grid gap-12 px-5 py-16 sm:px-12 sm:py-24 md:grid-cols-3">
      <LegalPart id="contact" heading={t('contact.heading')}>
        <p>{t('contact.text')}</p>
        {contactEmail && replyHours !== null && <p>{t('contact.reply', { count: replyHours })}</p>}
        <p>
          {contactEmail === null ? (
            t('contact.none')
          ) : (
            <a
              href={`mailto:${contactEmail}`}
              className="font-semibold break-all text-accent underline underline-offset-4"
            >
              {contactEmail}
            </a>
          )}
        </p>
      </LegalPart>
      {legalSlugs.map((slug) => (
        <LegalPart key={slug} id={slug} heading={t(legalHeadings[slug])}>
          <LegalText slug={slug} />
        </LegalPart>
      ))}
    </div>
  );
}

function LegalText({ slug }: { slug: LegalSlug }) {
  const t = useTranslator();
  const customPage = useCustomPages().find((page) => page.slug === slug);
  const { messageDays } = useAppearance();
  if (!customPage) return formatLegalText(t, slug, messageDays).map((text) => <p key={text}>{text}</p>);
  return (
    <p>
      <a
        href={localizedPath(t.locale, customPagePath(slug))}
        className="font-semibold text-accent underline underline-offset-4"
      >
        {/* Real link text instead of aria-label, because search engines index it. */}
        <span aria-hidden="true">{t('blog.more')}</span>
        <span className="sr-only">{t('blog.more_about', { title: customPage.title })}</span>
      </a>
    </p>
  );
}

function LegalPart({ id, heading, children }: { id: string; heading: string; children: React.ReactNode }) {
  return (
    <section id={id}>
      <h2 className="text-2xl font-bold">{heading}</h2>
      <div className="mt-3 grid gap-3 text-muted">{children}</div>
    </section>
  );
}
