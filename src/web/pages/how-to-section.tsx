import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../translation.tsx';
import { PageSection } from './page-section.tsx';

const steps = [
  { title: 'howto.copy.title', text: 'howto.copy.text' },
  { title: 'howto.paste.title', text: 'howto.paste.text' },
  { title: 'howto.verify.title', text: 'howto.verify.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

export function HowToSection() {
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
