import Plus from 'lucide-react/icons/plus';
import { PageSection } from '../../layout/page-section.tsx';
import { faqQuestions } from '../../seo/faq-questions.ts';
import { useTranslator } from '../../translator.tsx';

export function FaqSection() {
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
