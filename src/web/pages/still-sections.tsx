import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HowToSection } from './how-to-section.tsx';
import { LegalSection } from './legal-section.tsx';
import { WhySection } from './why-section.tsx';

/**
 * The part of the start page that never changes. The server renders it and the browser leaves it as it stands, so
 * neither its code nor its words are sent; `scripts/message-files.ts` leaves those words out of the browser's file.
 */
export function StillSections({ contactEmail }: { contactEmail: string | null }) {
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
