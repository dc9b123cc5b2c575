import { useTranslator } from '../translator.tsx';

export function ContactEmailLink({ email }: { email: string | null }) {
  const t = useTranslator();
  if (email === null) return t('contact.none');
  return (
    <a href={`mailto:${email}`} className="font-semibold break-all text-accent underline underline-offset-4">
      {email}
    </a>
  );
}
