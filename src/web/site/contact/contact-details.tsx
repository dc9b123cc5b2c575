import type { ReactNode } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import { ContactEmailLink } from '../../layout/contact-email-link.tsx';
import { useTranslator } from '../../translator.tsx';

const topics = [
  { title: 'contact.features.title', text: 'contact.features.text' },
  { title: 'contact.bugs.title', text: 'contact.bugs.text' },
  { title: 'contact.support.title', text: 'contact.support.text' },
] as const satisfies readonly { title: MessageKey; text: MessageKey }[];

export function ContactDetails({ email }: { email: string | null }) {
  const t = useTranslator();
  const { replyHours } = useAppearance();
  return (
    <aside aria-labelledby="before-writing">
      <h2 id="before-writing" className="text-2xl font-bold">
        {t('contact.panel')}
      </h2>
      <dl className="mt-4 grid gap-4">
        <Entry term={t('contact.address')}>
          <ContactEmailLink email={email} />
        </Entry>
        {replyHours !== null && (
          <Entry term={t('contact.response.label')}>
            {t('contact.response.value', { count: replyHours })}
          </Entry>
        )}
        {topics.map(({ title, text }) => (
          <Entry key={title} term={t(title)}>
            {t(text)}
          </Entry>
        ))}
      </dl>
    </aside>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-0.5 text-pretty text-muted">{children}</dd>
    </div>
  );
}
