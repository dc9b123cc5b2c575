import ArrowLeft from 'lucide-react/icons/arrow-left';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { localeTags } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type InboxMessage, messageStatuses, type StoredContactMessage } from '#inbox/contract.ts';
import type { SendMailError } from '#settings/contract.ts';
import { replyFormLimitBytes, replyLengthLimit } from '../../contract.ts';
import { servicesContext, type WebServices } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { readAdminForm, redirectTo } from '../form-actions.ts';
import { postLanguageNames } from '../post-labels.ts';
import { composeReply, replyLink } from './compose-reply.ts';
import { DeleteDetails } from './delete-details.tsx';
import { inboxPath, markLabels, messagePath, parseStatus, statusLabels } from './inbox-labels.ts';
import { ReplyPanel } from './reply-panel.tsx';

/** Throws 404. */
async function findMessage(inbox: WebServices['inbox'], id: string | undefined): Promise<InboxMessage> {
  const message = await inbox.find(id ?? '');
  if (!message) throw data(null, { status: 404 });
  return message;
}

/** Opening a new message marks it as read. */
export async function loader({ request, params, url, context }: LoaderFunctionArgs) {
  const { inbox, accounts, settings } = context.get(servicesContext);
  const found = await findMessage(inbox, params.message);
  const isOpened = found.status === 'new' && request.method === 'GET' && found.content !== null;
  if (isOpened) await inbox.setStatus([found.id], 'read');
  const message = isOpened ? { ...found, status: 'read' as const } : found;
  const { content } = message;
  return {
    message,
    replyLink:
      content &&
      replyLink({ ...message, content }, serverTranslator(content.locale, settings.site().siteName)),
    canSendEmail: accounts.canSendEmail(),
    isReplied: url.searchParams.get('done') === 'replied',
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { inbox, sendReply, settings } = context.get(servicesContext);
  const message = await findMessage(inbox, params.message);
  const { id, content } = message;
  const field = await readAdminForm(request, replyFormLimitBytes);
  const intent = field('intent');
  if (intent === 'reply' && content) {
    const text = field('text').replaceAll('\r\n', '\n').trim();
    if (text === '') return replyError('empty', text);
    if (text.length > replyLengthLimit) return replyError('too_long', text);
    const t = serverTranslator(content.locale, settings.site().siteName);
    const sent = await sendReply(composeReply({ ...message, content }, text, t));
    if (!sent.ok) return replyError(sent.error, text);
    await inbox.markReplied(id);
    return redirectTo(`${messagePath(id)}?done=replied`);
  }
  const status = parseStatus(intent);
  if (intent === 'delete') await inbox.delete([id]);
  else if (status) await inbox.setStatus([id], status);
  else throw data(null, { status: 400 });
  return redirectTo(`${inboxPath}?done=saved`);
}

export type ReplyError = SendMailError | 'empty' | 'too_long';

function replyError(error: ReplyError, text: string) {
  const isInput = error === 'empty' || error === 'too_long';
  return data({ error, text }, { status: isInput ? 422 : 502 });
}

/** Works without JavaScript. */
export default function MessagePage() {
  const t = useTranslator();
  const { message, replyLink: link, canSendEmail, isReplied } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const { id, status, content } = message;
  return (
    <AdminPage
      path={inboxPath}
      title={content?.subject ?? t('inbox.unreadable')}
      heading={<MessageHeading message={message} />}
      isWide={false}
    >
      {isReplied && !result && (
        <Notice tone="good" role="status" className="mt-6">
          {t('inbox.reply.sent')}
        </Notice>
      )}
      {content ? (
        <Card as="article" className="mt-6 p-5 sm:p-6">
          <p lang={localeTags[content.locale]} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {content.message}
          </p>
        </Card>
      ) : (
        <Notice className="mt-6">{t('inbox.unreadable_hint')}</Notice>
      )}
      <form method="post" action={messagePath(id)} className="mt-4 flex flex-wrap items-start gap-2">
        {messageStatuses
          .filter((name) => name !== status)
          .toReversed()
          .map((name) => (
            <Button key={name} type="submit" variant="quiet" name="intent" value={name}>
              {t(markLabels[name])}
            </Button>
          ))}
        <DeleteDetails text={t('inbox.delete.message')} />
      </form>
      {content && link && (
        <ReplyPanel id={id} content={content} link={link} canSendEmail={canSendEmail} result={result} />
      )}
    </AdminPage>
  );
}

function MessageHeading({ message }: { message: InboxMessage }) {
  const t = useTranslator();
  const { content, status, receivedAt, deleteAt, repliedAt } = message;
  const formatDate = (date: string) => formatUtcDateTime(t.locale, new Date(date));
  return (
    <div className="pt-4">
      <a
        href={inboxPath}
        className="inline-flex min-h-11 items-center gap-2 rounded-lg font-semibold text-muted hover:text-accent"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t('inbox.back')}
      </a>
      <h1 className="mt-2 text-2xl font-bold wrap-anywhere sm:text-3xl">
        <bdi>{content?.subject ?? t('inbox.unreadable')}</bdi>
      </h1>
      <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {content && <Sender content={content} />}
        <Entry term={t('inbox.received')}>
          <time dateTime={receivedAt}>{formatDate(receivedAt)}</time>
        </Entry>
        <Entry term={t('admin.blog.status')}>{t(statusLabels[status])}</Entry>
        {repliedAt && (
          <Entry term={t('inbox.replied')}>
            <time dateTime={repliedAt}>{formatDate(repliedAt)}</time>
          </Entry>
        )}
        <Entry term={t('inbox.deleted_on')}>
          <time dateTime={deleteAt}>{formatDate(deleteAt)}</time>
        </Entry>
      </dl>
    </div>
  );
}

function Sender({ content: { name, email, locale } }: { content: StoredContactMessage }) {
  const t = useTranslator();
  return (
    <>
      <Entry term={t('inbox.sender')}>
        <bdi>{name}</bdi> <bdi className="text-muted">&lt;{email}&gt;</bdi>
      </Entry>
      <Entry term={t('admin.field.language')}>{postLanguageNames[locale]}</Entry>
    </>
  );
}

function Entry({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="font-semibold max-sm:mt-1">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
