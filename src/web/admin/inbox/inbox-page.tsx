import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { type InboxMessage, inboxPageSize, messageStatuses } from '#inbox/contract.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { LinkNav } from '../../ui/list/link-nav.tsx';
import { parseListParams } from '../../ui/list/list-params.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { readAdminFields, redirectTo } from '../form-actions.ts';
import { DeleteDetails } from './delete-details.tsx';
import {
  inboxListPath,
  inboxPath,
  markLabels,
  messagePath,
  parseStatus,
  statusLabels,
} from './inbox-labels.ts';

/** `/admin/inbox?status=new&page=2` */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { inbox, settings } = context.get(servicesContext);
  const status = parseStatus(url.searchParams.get('status'));
  const { page } = parseListParams(url.searchParams);
  if (page === null) throw data(null, { status: 404 });
  const { messages, counts } = await inbox.list({ status, page });
  const total = messageStatuses.reduce((sum, name) => sum + counts[name], 0);
  const pages = Math.max(1, Math.ceil((status === null ? total : counts[status]) / inboxPageSize));
  // The last page may have been emptied.
  if (page > pages) throw redirectTo(inboxListPath(status, pages));
  return {
    ...{ status, page, pages, messages, counts, total },
    messageDays: settings.site().messageDays,
    isSaved: url.searchParams.has('done'),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { inbox } = context.get(servicesContext);
  const form = await readAdminFields(request);
  const ids = form.getAll(form.has('all') ? 'shown' : 'id');
  if (ids.length === 0) return data({ error: 'none' as const }, { status: 422 });
  const intent = form.get('intent');
  const status = parseStatus(intent);
  if (intent === 'delete') await inbox.delete(ids);
  else if (status) await inbox.setStatus(ids, status);
  else throw data(null, { status: 400 });
  const { page } = parseListParams(form);
  const path = inboxListPath(parseStatus(form.get('status')), page ?? 1);
  return redirectTo(`${path}${path.includes('?') ? '&' : '?'}done=saved`);
}

/** Works without JavaScript. */
export default function InboxPage() {
  const t = useTranslator();
  const { status, page, pages, messages, counts, total, messageDays, isSaved } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminPage path={inboxPath} title={t('inbox.nav')} subtitle={t('inbox.intro', { count: messageDays })}>
      <LinkNav
        label={t('inbox.filter')}
        links={[
          { href: inboxPath, label: t('inbox.status.all'), isCurrent: status === null, count: total },
          ...messageStatuses.map((name) => ({
            href: inboxListPath(name, 1),
            label: t(statusLabels[name]),
            isCurrent: name === status,
            count: counts[name],
          })),
        ]}
      />
      {isSaved && !result && (
        <Notice tone="good" role="status" className="mt-6">
          {t('inbox.saved')}
        </Notice>
      )}
      {result && (
        <Notice role="alert" className="mt-6">
          {t('inbox.none_selected')}
        </Notice>
      )}
      {messages.length === 0 ? (
        <p className="mt-8 text-muted">{t(total === 0 ? 'inbox.empty' : 'inbox.empty_status')}</p>
      ) : (
        <form method="post" action={inboxPath} className="mt-6">
          {status && <input type="hidden" name="status" value={status} />}
          <input type="hidden" name="page" value={page} />
          <BulkActions />
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        </form>
      )}
      <Pagination
        current={page}
        pages={pages}
        messages={{
          label: t('inbox.pages'),
          previous: t('admin.blog.previous'),
          next: t('admin.blog.next'),
          page: (number) => t('admin.blog.page', { page: number }),
        }}
        getHref={(number) => inboxListPath(status, number)}
      />
    </AdminPage>
  );
}

function BulkActions() {
  const t = useTranslator();
  return (
    <fieldset className="flex flex-wrap items-start gap-2">
      <legend className="sr-only">{t('inbox.selected')}</legend>
      <Checkbox name="all" value="yes" className="w-full font-semibold sm:w-auto sm:pe-4">
        {t('inbox.select_page')}
      </Checkbox>
      {messageStatuses.toReversed().map((name) => (
        <Button
          key={name}
          type="submit"
          variant="quiet"
          name="intent"
          value={name}
          className="min-h-11! px-3! py-2! text-sm"
        >
          {t(markLabels[name])}
        </Button>
      ))}
      <DeleteDetails text={t('inbox.delete.selected')} />
    </fieldset>
  );
}

function MessageRow({ message }: { message: InboxMessage }) {
  const t = useTranslator();
  const { id, status, receivedAt, repliedAt, content } = message;
  const name = content?.name ?? t('inbox.unreadable');
  const subject = content?.subject ?? null;
  return (
    <li className="relative flex items-start gap-3 py-3 hover:bg-sunken">
      <input type="hidden" name="shown" value={id} />
      {/* Above the link, which covers the row. */}
      <label className="relative z-10 flex size-11 shrink-0 cursor-pointer items-center justify-center">
        <input type="checkbox" name="id" value={id} className="size-5 accent-accent" />
        <span className="sr-only">{t('inbox.select', { name: subject ?? name })}</span>
      </label>
      <div className="min-w-0 flex-1 pt-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <a
            href={messagePath(id)}
            className={`min-w-0 rounded-sm wrap-anywhere after:absolute after:inset-0 hover:text-accent ${status === 'new' ? 'font-bold' : 'font-semibold'}`}
          >
            <bdi>{name}</bdi>
          </a>
          <time dateTime={receivedAt} className="text-sm text-muted">
            {formatUtcDateTime(t.locale, new Date(receivedAt))}
          </time>
        </div>
        {subject !== null && (
          <p className={`line-clamp-2 wrap-anywhere ${status === 'new' ? 'font-semibold' : ''}`}>
            <bdi>{subject}</bdi>
          </p>
        )}
        <p className="text-sm text-muted">
          {status === 'new' && (
            <span aria-hidden="true" className="me-1.5 inline-block size-2 rounded-full bg-accent" />
          )}
          {t(statusLabels[status])}
          {repliedAt !== null && ` · ${t('inbox.replied')}`}
        </p>
      </div>
    </li>
  );
}
