import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApiErrorMessage } from '../admin-api.ts';
import { AdminPage } from '../admin-page.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { DeleteTaxonDialog } from './delete-taxon-dialog.tsx';
import { getTaxonName, sortTaxa, type Taxon, type TaxonInput, type TaxonKind } from './taxon.ts';
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
    deleteText: (articleCount: number) => string;
  };
  api: {
    create: (input: TaxonInput) => AdminApiResult<Taxon>;
    update: (id: string, input: TaxonInput) => AdminApiResult<Taxon>;
    delete: (id: string) => AdminApiResult<{ success: true }>;
  };
}

export function TaxonomyPage({ kind, taxa: initialTaxa, expiresAt, messages, api }: TaxonomyPageProps) {
  useSessionRenewal(expiresAt);
  const t = useTranslator();
  const notify = useToast();
  const [taxa, setTaxa] = useState(initialTaxa);
  const [editedTaxon, setEditedTaxon] = useState<Taxon | 'new' | null>(null);
  const [taxonToDelete, setTaxonToDelete] = useState<Taxon | null>(null);
  const sectionRef = useRef<HTMLElement>(null);

  const showToast = (title: string, taxon: Taxon) =>
    notify({ title, description: getTaxonName(taxon, t.locale), tone: 'good' });

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
      path={kind === 'categories' ? '/admin/categories' : '/admin/tags'}
      title={messages.title}
      subtitle={messages.intro}
      actions={
        <Button aria-haspopup="dialog" className="noscript:hidden" onClick={() => setEditedTaxon('new')}>
          <Plus aria-hidden="true" className="size-5" />
          {messages.add}
        </Button>
      }
    >
      <section ref={sectionRef} tabIndex={-1} aria-label={messages.title} className="mt-8">
        {taxa.length === 0 ? (
          <Card as="p" className="px-6 py-16 text-center text-lg">
            {messages.empty}
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
              ? messages.add
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
          text={messages.deleteText(taxonToDelete.articles)}
          onDelete={() => deleteTaxon(taxonToDelete)}
          onClose={() => setTaxonToDelete(null)}
        />
      )}
    </AdminPage>
  );
}
