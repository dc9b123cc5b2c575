import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import type { DeskAnswer } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { useKeptSession } from '../use-kept-session.ts';
import { RemoveShelf } from './remove-shelf.tsx';
import { nameOf, type Shelf, type ShelfInput, type ShelfKind, sortShelves } from './shelf.ts';
import { ShelfCard } from './shelf-card.tsx';
import { ShelfForm } from './shelf-form.tsx';

interface Props {
  kind: ShelfKind;
  /** What the server has, by name. */
  shelves: readonly Shelf[];
  /** Milliseconds since 1970. */
  expiresAt: number;
  words: {
    title: string;
    intro: string;
    add: string;
    empty: string;
    /** What becomes of the articles of one that goes. */
    removeText: (count: number) => string;
  };
  calls: {
    create: (input: ShelfInput) => DeskAnswer<Shelf>;
    change: (id: string, input: ShelfInput) => DeskAnswer<Shelf>;
    remove: (id: string) => DeskAnswer<{ success: true }>;
  };
}

/** All categories or all tags. */
export function ShelvesPage({ kind, shelves: loaded, expiresAt, words, calls }: Props) {
  useKeptSession(expiresAt);
  const t = useTranslator();
  const notify = useToast();
  const [shelves, setShelves] = useState(loaded);
  const [edited, setEdited] = useState<Shelf | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Shelf | null>(null);
  const top = useRef<HTMLElement>(null);

  const announce = (title: string, shelf: Shelf) =>
    notify({ title, description: nameOf(shelf, t.locale), tone: 'good' });

  async function save(input: ShelfInput): Promise<string | null> {
    const isNew = edited === 'new' || edited === null;
    const answer = await (isNew ? calls.create(input) : calls.change(edited.id, input));
    if (!answer.ok) return deskRefusalText(t, answer.error);
    const saved = answer.value;
    setShelves((all) => sortShelves([...all.filter(({ id }) => id !== saved.id), saved], t.locale));
    setEdited(null);
    announce(t('admin.shelves.saved'), saved);
    return null;
  }

  async function remove(shelf: Shelf): Promise<string | null> {
    const answer = await calls.remove(shelf.id);
    if (!answer.ok) return deskRefusalText(t, answer.error);
    announce(t('admin.shelves.removed'), shelf);
    // The page takes no focus while the dialog is open.
    flushSync(() => {
      setShelves((all) => all.filter(({ id }) => id !== shelf.id));
      setLeaving(null);
    });
    top.current?.focus({ preventScroll: true });
    return null;
  }

  return (
    <AdminPage
      path={kind === 'categories' ? '/admin/categories' : '/admin/tags'}
      title={words.title}
      subtitle={words.intro}
      actions={
        <Button aria-haspopup="dialog" className="noscript:hidden" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-5" />
          {words.add}
        </Button>
      }
    >
      <section ref={top} tabIndex={-1} aria-label={words.title} className="mt-8">
        {shelves.length === 0 ? (
          <p className="rounded-3xl border border-line bg-surface px-6 py-16 text-center text-lg">
            {words.empty}
          </p>
        ) : (
          <ul className={`grid gap-3 ${kind === 'tags' ? 'md:grid-cols-2' : ''}`}>
            {shelves.map((shelf) => (
              <li key={shelf.id}>
                <ShelfCard shelf={shelf} onEdit={() => setEdited(shelf)} onRemove={() => setLeaving(shelf)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {edited && (
        <ShelfForm
          kind={kind}
          title={
            edited === 'new' ? words.add : t('admin.action.edit_named', { name: nameOf(edited, t.locale) })
          }
          shelf={edited === 'new' ? null : edited}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      {leaving && (
        <RemoveShelf
          name={nameOf(leaving, t.locale)}
          text={words.removeText(leaving.articles)}
          onRemove={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </AdminPage>
  );
}
