import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HowToSection } from './how-to-section.tsx';
import { LegalSection } from './legal-section.tsx';
import { WhySection } from './why-section.tsx';

/**
 * Rendered only on the server and not hydrated, so that the client gets neither the code nor the messages.
 * `scripts/message-files.ts` leaves these messages out of the client's file.
 */
export function StaticHomeSections({ contactEmail }: { contactEmail: string | null }) {
  if (import.meta.env.SSR) {
    return (
      <div className="contents">
        <HowToSection />
        <FeaturesSection />
        <WhySection />
        <FaqSection />
        <LegalSection contactEmail={contactEmail} />
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; React keeps what the server sent.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
