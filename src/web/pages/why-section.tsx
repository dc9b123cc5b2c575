import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../translation.tsx';
import { PageSection } from './page-section.tsx';

const reasons = [
  { title: 'why.quality.title', text: 'why.quality.text' },
  { title: 'why.free.title', text: 'why.free.text' },
  { title: 'why.private.title', text: 'why.private.text' },
  { title: 'why.everywhere.title', text: 'why.everywhere.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

const claims = [
  { value: 'claims.rating.value', label: 'claims.rating.label' },
  { value: 'claims.downloads.value', label: 'claims.downloads.label' },
  { value: 'claims.reply.value', label: 'claims.reply.label' },
] as const satisfies readonly { value: MessageKey; label: MessageKey }[];

export function WhySection() {
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
      <dl className="mt-12 grid gap-8 sm:grid-cols-3">
        {claims.map(({ value, label }) => (
          <div key={value} className="flex flex-col-reverse justify-end">
            <dt className="text-muted">{t(label)}</dt>
            <dd className="text-4xl font-bold tabular-nums">{t(value)}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}
