import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { ContactErrorCode, ContactResult } from './contact-message.ts';
import { contactFormId, useContactForm } from './use-contact-form.ts';

const problems = {
  busy: 'contact.failed.busy',
  undelivered: 'contact.failed.delivery',
} as const satisfies Record<ContactErrorCode, MessageKey>;

export function ContactForm({
  delivery,
  hasEmail,
  result,
}: {
  delivery: 'screen' | 'mail';
  hasEmail: boolean;
  result: ContactResult | null;
}) {
  const t = useTranslator();
  const form = useContactForm(delivery, result);
  return (
    <div id={contactFormId}>
      {form.serverResult?.outcome === 'sent' && (
        <div role="status" className="mb-6 rounded-2xl border-2 border-good bg-surface p-4">
          <p className="font-semibold">{t('contact.sent.title')}</p>
          <p className="mt-0.5 text-pretty text-muted">{t('contact.sent.description')}</p>
        </div>
      )}
      {form.serverResult?.outcome === 'failed' && (
        <SendProblem code={form.serverResult.code} className="mb-6" />
      )}
      <form
        method="post"
        action={form.action}
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        className="rounded-3xl border border-line bg-surface p-4 shadow-sm sm:p-6"
      >
        <ContactFields
          key={form.round}
          initial={form.initial}
          errors={form.errors}
          isReadOnly={form.isSending}
        />
        {form.problem && <SendProblem code={form.problem} className="mt-5" />}
        <Button type="submit" aria-disabled={form.isSending || undefined} className="mt-5 w-full sm:w-auto">
          {form.isSending && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
          {form.isSending ? t('contact.sending') : t('contact.send')}
        </Button>
        <p className="mt-4 text-sm text-muted">
          {delivery === 'mail' ? t('contact.delivery.mail') : t('contact.delivery.screen')}
          {delivery === 'screen' && hasEmail && ` ${t('contact.delivery.write')}`}
        </p>
      </form>
    </div>
  );
}

function SendProblem({ code, className }: { code: ContactErrorCode; className: string }) {
  const t = useTranslator();
  return (
    <div role="alert" className={`${className} rounded-2xl border-2 border-accent bg-tint p-4`}>
      <p className="font-semibold">{t('contact.failed.title')}</p>
      <p className="mt-0.5 text-pretty">{t(problems[code])}</p>
    </div>
  );
}
