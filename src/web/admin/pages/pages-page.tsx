import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { type LegalSlug, legalSlugs } from '#blog/page-contract.ts';
import { locales } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { formatLegalText, legalHeadings } from '../../layout/legal-texts.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { readAdminForm, redirectTo } from '../form-actions.ts';
import { LanguageChips } from '../posts/language-chips.tsx';

const pagePath = '/admin/pages';

const legalLabels = {
  privacy: 'footer.privacy',
  terms: 'footer.terms',
} as const satisfies Record<LegalSlug, MessageKey>;

export const handle: PageHandle = { bundle: 'lists' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = requireSession(context);
  return { locale: user.locale, pages: await context.get(servicesContext).editor.listPages() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const field = await readAdminForm(request);
  const { editor, settings } = context.get(servicesContext);
  const { user } = requireSession(context);
  if (field('intent') === 'delete') {
    await editor.deletePage(field('article'));
    return redirectTo(pagePath);
  }
  const slug = legalSlugs.find((legalSlug) => legalSlug === field('slug'));
  if (slug === undefined) throw data(null, { status: 400 });
  const { messageDays } = settings.site();
  const drafts = [user.locale, ...locales.filter((locale) => locale !== user.locale)].map((locale) => {
    const t = serverTranslator(locale);
    const content = formatLegalText(t, slug, messageDays)
      .map((text) => `<p>${escapeHtml(text)}</p>`)
      .join('');
    return { locale, title: t(legalHeadings[slug]), content };
  });
  const actor = { id: user.id, name: user.name, mayPublish: true, mayManagePages: true };
  const created = await editor.createPage(slug, drafts, actor);
  if (created.ok) return redirectTo(`/admin/blog/${created.value.id}`);
  if (created.error.code !== 'slug.taken')
    throw new Error('cannot create the page', { cause: created.error });
  return data({ takenSlug: slug }, { status: 409 });
}

/** Works without JavaScript. */
export default function PagesPage() {
  const t = useTranslator();
  const { locale, pages } = useLoaderData<typeof loader>();
  const { takenSlug = null } = useActionData<typeof action>() ?? {};
  const ownLegalSlugs = pages.flatMap((page) => findLegalSlug(page) ?? []);
  return (
    <AdminPage
      path={pagePath}
      title={t('admin.nav.pages')}
      subtitle={t('admin.pages.intro')}
      actions={
        <a href={`/admin/blog/new?kind=page&locale=${locale}`} className={buttonClass()}>
          <Plus aria-hidden="true" className="size-5" />
          {t('admin.pages.new')}
        </a>
      }
    >
      {takenSlug && (
        <Notice role="alert" className="mt-6">
          {t('admin.pages.slug_taken', { slug: takenSlug })}
        </Notice>
      )}
      <ul className="mt-6 grid gap-4">
        {legalSlugs
          .filter((slug) => !ownLegalSlugs.includes(slug))
          .map((slug) => (
            <DefaultTextCard key={slug} slug={slug} />
          ))}
        {pages.map((page) => (
          <PageCard key={page.article_id} page={page} />
        ))}
      </ul>
    </AdminPage>
  );
}

function findLegalSlug({ languages }: AdminPostSummary): LegalSlug | undefined {
  return legalSlugs.find((legalSlug) => languages.some(({ slug }) => slug === legalSlug));
}

const cardClass = 'grid gap-3 p-5 sm:p-6';

function DefaultTextCard({ slug }: { slug: LegalSlug }) {
  const t = useTranslator();
  return (
    <Card as="li" className={cardClass}>
      <div>
        <h2 className="text-lg font-bold">{t(legalLabels[slug])}</h2>
        <p className="text-muted">{t('admin.pages.default')}</p>
      </div>
      <form method="post" action={pagePath}>
        <input type="hidden" name="slug" value={slug} />
        <Button type="submit" variant="quiet" name="intent" value="start">
          {t('admin.pages.start')}
          <span className="sr-only"> {t(legalLabels[slug])}</span>
        </Button>
      </form>
      <p className="text-sm text-muted">{t('admin.pages.start_hint')}</p>
    </Card>
  );
}

function PageCard({ page }: { page: AdminPostSummary }) {
  const t = useTranslator();
  const title = page.title || t('admin.blog.untitled');
  const legalSlug = findLegalSlug(page);
  return (
    <Card as="li" className={cardClass}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 lang={page.locale} className="text-lg font-bold wrap-anywhere">
            <a href={`/admin/blog/${page.id}`} className="rounded-sm hover:text-accent">
              {title}
            </a>
          </h2>
          {legalSlug && <p className="text-muted">{t('admin.pages.own')}</p>}
        </div>
        <a
          href={`/admin/blog/${page.id}`}
          aria-label={t('admin.action.edit_named', { name: title })}
          className={buttonClass('quiet')}
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t('admin.action.edit')}
        </a>
      </div>
      <LanguageChips post={page} mayAdd />
      {legalSlug && <p className="text-sm text-muted">{t('admin.pages.legal_hint', { slug: legalSlug })}</p>}
      <details className="group">
        <summary
          aria-label={t('admin.action.delete_named', { name: title })}
          className="flex min-h-11 w-fit cursor-pointer items-center rounded-lg font-semibold text-muted hover:text-accent"
        >
          {t('admin.action.delete')}
        </summary>
        <form method="post" action={pagePath} className="mt-2 grid gap-3">
          <input type="hidden" name="article" value={page.article_id} />
          <p className="max-w-prose text-sm">
            {t('admin.pages.delete_sure')} {legalSlug && t('admin.pages.delete_legal')}
          </p>
          <Button type="submit" variant="quiet" name="intent" value="delete" className="justify-self-start">
            {t('admin.blog.remove.forever_yes')}
          </Button>
        </form>
      </details>
    </Card>
  );
}
