import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApiErrorMessage } from '../admin-api.ts';
import { AdminPage } from '../admin-page.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { DeleteTaxonDialog } from './delete-taxon-dialog.tsx';
import { sortTaxa, type Taxon, type TaxonInput, type TaxonKind, taxonName } from './taxon.ts';
import { TaxonCard } from './taxon-card.tsx';
import { TaxonForm } from './taxon-form.tsx';

interface TaxonomyPageProps {
  kind: TaxonKind;
  /** Sorted by name. */
  taxa: readonly Taxon[];
  expiresAt: number;
  messages: {
    title: string;
    intro: string;
    add: string;
    empty: string;
    /** The effect of a deletion on the articles. */
    removeText: (count: number) => string;
  };
  calls: {
    create: (input: TaxonInput) => AdminApiResult<Taxon>;
    change: (id: string, input: TaxonInput) => AdminApiResult<Taxon>;
    remove: (id: string) => AdminApiResult<{ success: true }>;
  };
}

export function TaxonomyPage({ kind, taxa: initialTaxa, expiresAt, messages, calls }: TaxonomyPageProps) {
  useSessionRenewal(expiresAt);
  const t = useTranslator();
  const notify = useToast();
  const [taxa, setTaxa] = useState(initialTaxa);
  const [edited, setEdited] = useState<Taxon | 'new' | null>(null);
  const [taxonToDelete, setTaxonToDelete] = useState<Taxon | null>(null);
  const top = useRef<HTMLElement>(null);

  const showToast = (title: string, taxon: Taxon) =>
    notify({ title, description: taxonName(taxon, t.locale), tone: 'good' });

  async function save(input: TaxonInput): Promise<string | null> {
    const isNew = edited === 'new' || edited === null;
    const result = await (isNew ? calls.create(input) : calls.change(edited.id, input));
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    const saved = result.value;
    setTaxa((all) => sortTaxa([...all.filter(({ id }) => id !== saved.id), saved], t.locale));
    setEdited(null);
    showToast(t('admin.taxonomy.saved'), saved);
    return null;
  }

  async function remove(taxon: Taxon): Promise<string | null> {
    const result = await calls.remove(taxon.id);
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    showToast(t('admin.taxonomy.removed'), taxon);
    // Nothing outside the modal dialog can receive the focus until it's closed.
    flushSync(() => {
      setTaxa((all) => all.filter(({ id }) => id !== taxon.id));
      setTaxonToDelete(null);
    });
    top.current?.focus({ preventScroll: true });
    return null;
  }

  return (
    <AdminPage
      path={kind === 'categories' ? '/admin/categories' : '/admin/tags'}
      title={messages.title}
      subtitle={messages.intro}
      actions={
        <Button aria-haspopup="dialog" className="noscript:hidden" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-5" />
          {messages.add}
        </Button>
      }
    >
      <section ref={top} tabIndex={-1} aria-label={messages.title} className="mt-8">
        {taxa.length === 0 ? (
          <p className="rounded-3xl border border-line bg-surface px-6 py-16 text-center text-lg">
            {messages.empty}
          </p>
        ) : (
          <ul className={`grid gap-3 ${kind === 'tags' ? 'md:grid-cols-2' : ''}`}>
            {taxa.map((taxon) => (
              <li key={taxon.id}>
                <TaxonCard
                  taxon={taxon}
                  onEdit={() => setEdited(taxon)}
                  onRemove={() => setTaxonToDelete(taxon)}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {edited && (
        <TaxonForm
          kind={kind}
          title={
            edited === 'new'
              ? messages.add
              : t('admin.action.edit_named', { name: taxonName(edited, t.locale) })
          }
          taxon={edited === 'new' ? null : edited}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      {taxonToDelete && (
        <DeleteTaxonDialog
          name={taxonName(taxonToDelete, t.locale)}
          text={messages.removeText(taxonToDelete.articles)}
          onRemove={() => remove(taxonToDelete)}
          onClose={() => setTaxonToDelete(null)}
        />
      )}
    </AdminPage>
  );
}
