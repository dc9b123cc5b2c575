import type { StoredContactMessage } from '#inbox/contract.ts';
import { replyLengthLimit } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../admin-page.tsx';
import { sectionPath } from '../settings/setting-fields.ts';
import { messagePath, replyErrorLabels } from './inbox-labels.ts';
import type { ReplyError } from './message-page.tsx';

export function ReplyPanel({
  id,
  content,
  link,
  canSendEmail,
  result,
}: {
  id: string;
  content: StoredContactMessage;
  /** Opens the mail program. */
  link: string;
  canSendEmail: boolean;
  result: { error: ReplyError; text: string } | null;
}) {
  const t = useTranslator();
  return (
    <Panel heading={t('inbox.reply.heading')}>
      {canSendEmail ? (
        <form method="post" action={messagePath(id)} className="grid gap-3">
          {result && <Notice role="alert">{replyErrorText(t, result.error)}</Notice>}
          <label htmlFor="reply-text" className="font-semibold">
            {t('inbox.reply.text')}
          </label>
          <Textarea
            id="reply-text"
            name="text"
            rows={8}
            required
            maxLength={replyLengthLimit}
            defaultValue={result?.text}
            aria-describedby="reply-hint"
            aria-invalid={result?.error === 'empty' || result?.error === 'too_long' || undefined}
            className="resize-y"
          />
          <p id="reply-hint" className="text-sm wrap-anywhere text-muted">
            {t('inbox.reply.hint', { email: content.email })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value="reply">
              {t('inbox.reply.send')}
            </Button>
            <a href={link} className={buttonClass('quiet')}>
              {t('inbox.reply.mailto')}
            </a>
          </div>
        </form>
      ) : (
        <div className="grid gap-4">
          <a href={link} className={buttonClass('primary', 'justify-self-start')}>
            {t('inbox.reply.mailto')}
          </a>
          <p className="max-w-prose text-sm text-muted">
            {t('inbox.reply.no_server')}{' '}
            <a href={sectionPath('mail')} className="font-semibold text-accent underline underline-offset-4">
              {t('admin.start.mail')}
            </a>
          </p>
        </div>
      )}
    </Panel>
  );
}

function replyErrorText(t: ReturnType<typeof useTranslator>, error: ReplyError): string {
  if (error === 'empty') return t('inbox.reply.empty');
  if (error === 'too_long') return t('contact.too_long', { count: replyLengthLimit });
  return t(replyErrorLabels[error]);
}
