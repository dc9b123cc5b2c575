import Clapperboard from 'lucide-react/icons/clapperboard';
import Film from 'lucide-react/icons/film';
import Image from 'lucide-react/icons/image';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../translation.tsx';
import { PageSection } from './page-section.tsx';

const features = [
  { icon: Film, title: 'features.video.title', text: 'features.video.text' },
  { icon: Image, title: 'features.image.title', text: 'features.image.text' },
  { icon: Clapperboard, title: 'features.gif.title', text: 'features.gif.text' },
] as const satisfies readonly { icon: unknown; title: MessageKey; text: MessageKey }[];

export function FeaturesSection() {
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
