import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';

const privacy = [
  'privacy.stored',
  'privacy.pass',
  'privacy.tracking',
] as const satisfies readonly MessageKey[];
const terms = ['terms.public', 'terms.warranty'] as const satisfies readonly MessageKey[];

export function LegalSection({ contactEmail }: { contactEmail: string | null }) {
  const t = useTranslator();
  return (
    <div className="turn turn-start turn-last grid gap-12 px-5 py-16 sm:px-12 sm:py-24 md:grid-cols-3">
      <LegalPart id="contact" heading={t('contact.heading')}>
        <p>{t('contact.text')}</p>
        {contactEmail ? (
          <>
            <p>{t('contact.reply')}</p>
            <p>
              <a
                href={`mailto:${contactEmail}`}
                className="font-semibold break-all text-accent underline underline-offset-4"
              >
                {contactEmail}
              </a>
            </p>
          </>
        ) : (
          <p>{t('contact.none')}</p>
        )}
      </LegalPart>
      <LegalPart id="privacy" heading={t('privacy.heading')}>
        {privacy.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
      </LegalPart>
      <LegalPart id="terms" heading={t('terms.heading')}>
        {terms.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
      </LegalPart>
    </div>
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
