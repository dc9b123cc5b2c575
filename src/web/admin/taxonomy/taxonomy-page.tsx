import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatList } from '#i18n/formats.ts';
import { locales } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CategoryBadge } from '../../ui/post/category-badge.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage, type TaxonApi } from '../admin-api.ts';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { useDialogTask } from '../form-dialog.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { getTaxonName, sortTaxa, type Taxon, type TaxonInput, type TaxonKind } from './taxon.ts';
import { TaxonForm } from './taxon-form.tsx';

export const handle: PageHandle = { bundle: 'lists' };

/** Of `/admin/categories` and `/admin/tags`. */
export async function loader({ pattern, context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const { taxonomy } = context.get(servicesContext);
  const kind: TaxonKind = pattern === '/admin/tags' ? 'tags' : 'categories';
  const taxa: Taxon[] = await (kind === 'tags' ? taxonomy.listTags() : taxonomy.listCategories());
  return { kind, taxa: sortTaxa(taxa, user.locale), expiresAt: session.expiresAt.getTime() };
}

// The page updates its own list.
export const shouldRevalidate = () => false;

const texts = {
  categories: {
    title: 'admin.nav.categories',
    intro: 'admin.taxonomy.categories_intro',
    add: 'admin.taxonomy.add_category',
    empty: 'admin.taxonomy.no_categories',
    deletion: 'admin.taxonomy.remove_category',
  },
  tags: {
    title: 'admin.nav.tags',
    intro: 'admin.taxonomy.tags_intro',
    add: 'admin.taxonomy.add_tag',
    empty: 'admin.taxonomy.no_tags',
    deletion: 'admin.taxonomy.remove_tag',
  },
} as const satisfies Record<TaxonKind, Record<string, MessageKey>>;

export default function TaxonomyPage() {
  const t = useTranslator();
  const notify = useToast();
  const { kind, taxa: initialTaxa, expiresAt } = useLoaderData<typeof loader>();
  useSessionRenewal(expiresAt);
  const api: TaxonApi<TaxonInput, Taxon> = adminApi[kind];
  const { title, intro, add, empty, deletion } = texts[kind];
  const [taxa, setTaxa] = useState(initialTaxa);
  const [editedTaxon, setEditedTaxon] = useState<Taxon | 'new' | null>(null);
  const [taxonToDelete, setTaxonToDelete] = useState<Taxon | null>(null);
  const sectionRef = useRef<HTMLElement>(null);

  const showToast = (toastTitle: string, taxon: Taxon) =>
    notify({ title: toastTitle, description: getTaxonName(taxon, t.locale), tone: 'good' });

  async function save(input: TaxonInput): Promise<string | null> {
    const isNew = editedTaxon === 'new' || editedTaxon === null;
    const result = await (isNew ? api.create(input) : api.update(editedTaxon.id, input));
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    const saved = result.value;
    setTaxa((all) => sortTaxa([...all.filter(({ id }) => id !== saved.id), saved], t.locale));
    setEditedTaxon(null);
    showToast(t('admin.taxonomy.saved'), saved);
    return null;
  }

  async function deleteTaxon(taxon: Taxon): Promise<string | null> {
    const result = await api.delete(taxon.id);
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    showToast(t('admin.taxonomy.removed'), taxon);
    // Nothing outside the modal dialog can receive the focus until it's closed.
    flushSync(() => {
      setTaxa((all) => all.filter(({ id }) => id !== taxon.id));
      setTaxonToDelete(null);
    });
    sectionRef.current?.focus({ preventScroll: true });
    return null;
  }

  return (
    <AdminPage
      path={`/admin/${kind}`}
      title={t(title)}
      subtitle={t(intro)}
      actions={
        <Button aria-haspopup="dialog" className="noscript:hidden" onClick={() => setEditedTaxon('new')}>
          <Plus aria-hidden="true" className="size-5" />
          {t(add)}
        </Button>
      }
    >
      <section ref={sectionRef} tabIndex={-1} aria-label={t(title)} className="mt-8">
        {taxa.length === 0 ? (
          <Card as="p" className="px-6 py-16 text-center text-lg">
            {t(empty)}
          </Card>
        ) : (
          <ul className={`grid gap-3 ${kind === 'tags' ? 'md:grid-cols-2' : ''}`}>
            {taxa.map((taxon) => (
              <li key={taxon.id}>
                <TaxonCard
                  taxon={taxon}
                  onEdit={() => setEditedTaxon(taxon)}
                  onDelete={() => setTaxonToDelete(taxon)}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {editedTaxon && (
        <TaxonForm
          kind={kind}
          title={
            editedTaxon === 'new'
              ? t(add)
              : t('admin.action.edit_named', { name: getTaxonName(editedTaxon, t.locale) })
          }
          taxon={editedTaxon === 'new' ? null : editedTaxon}
          onSave={save}
          onClose={() => setEditedTaxon(null)}
        />
      )}
      {taxonToDelete && (
        <DeleteTaxonDialog
          name={getTaxonName(taxonToDelete, t.locale)}
          text={t(deletion, { count: taxonToDelete.articles })}
          onDelete={() => deleteTaxon(taxonToDelete)}
          onClose={() => setTaxonToDelete(null)}
        />
      )}
    </AdminPage>
  );
}

const buttonClass = 'text-sm noscript:hidden';

function TaxonCard({ taxon, onEdit, onDelete }: { taxon: Taxon; onEdit: () => void; onDelete: () => void }) {
  const t = useTranslator();
  const name = getTaxonName(taxon, t.locale);
  const missingLocales = locales.filter((locale) => !taxon.names[locale]);
  const description =
    'descriptions' in taxon ? (taxon.descriptions[t.locale] ?? taxon.descriptions.en) : undefined;
  return (
    <Card as="article" className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-32">
        <h2 className="font-bold">
          {'color' in taxon ? <CategoryBadge category={{ name, color: taxon.color }} /> : name}
        </h2>
        {description && <p className="mt-2 text-pretty">{description}</p>}
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
          <span className="break-all">{taxon.slug}</span>
          <span>{t('admin.taxonomy.articles', { count: taxon.articles })}</span>
          {missingLocales.length > 0 && (
            <span>
              {t('admin.taxonomy.unnamed', {
                languages: formatList(
                  t.locale,
                  missingLocales.map((locale) => locale.toUpperCase()),
                ),
              })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          aria-label={t('admin.action.edit_named', { name })}
          aria-haspopup="dialog"
          className={buttonClass}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t('admin.action.edit')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('admin.action.delete_named', { name })}
          aria-haspopup="dialog"
          className={buttonClass}
          onClick={onDelete}
        >
          <Trash aria-hidden="true" className="size-4" />
          {t('admin.action.delete')}
        </Button>
      </div>
    </Card>
  );
}

/** `onDelete` resolves to an error message, or null on success. */
function DeleteTaxonDialog({
  name,
  text,
  onDelete,
  onClose,
}: {
  name: string;
  text: string;
  onDelete: () => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const { isBusy, error, run } = useDialogTask();
  return (
    <Dialog title={t('admin.taxonomy.remove_title', { name })} isBusy={isBusy} onClose={onClose}>
      <Notice role="alert" className="mt-4 empty:hidden">
        {error}
      </Notice>
      <p className="mt-3 text-pretty">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={isBusy} onClick={() => void run(onDelete)}>
          {t('admin.users.remove_yes')}
        </Button>
        <Button variant="quiet" data-autofocus="" onClick={onClose}>
          {t('admin.action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
