import { type FormEvent, useRef, useState } from 'react';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { postLocaleNames } from '../post-locale-names.ts';
import { ColorField } from './color-field.tsx';
import type { Shelf, ShelfInput, ShelfKind } from './shelf.ts';

/** Where a new category begins: visible on both grounds. */
const firstColor = '#b5553c';

const input = 'mt-1 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';

/** A category or tag in ten languages. `onSave` gives why it was not saved; the form then stays. */
export function ShelfForm({
  kind,
  title,
  shelf,
  onSave,
  onClose,
}: {
  kind: ShelfKind;
  title: string;
  /** null: a new one. */
  shelf: Shelf | null;
  onSave: (input: ShelfInput) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [color, setColor] = useState(shelf && 'color' in shelf ? shelf.color : firstColor);
  const [english, setEnglish] = useState(shelf?.names.en ?? '');
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isTyped = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const described = shelf && 'descriptions' in shelf ? shelf.descriptions : {};

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setSaving(true);
    setTrouble(null);
    const refused = await onSave({
      names: textsOf((locale) => text(`name-${locale}`)),
      descriptions: textsOf((locale) => text(`description-${locale}`)),
      slug: text('slug'),
      color,
    });
    if (refused === null) return;
    setSaving(false);
    setTrouble(refused);
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Escape is pressed by mistake too: what was typed goes with the second one, or by the button. */
  function leave() {
    if (!isTyped.current) return onClose();
    isTyped.current = false;
    setTrouble(t('admin.shelves.unsaved'));
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Dialog title={title} isWide isBusy={isSaving} onClose={leave}>
      <form
        onSubmit={save}
        onInput={() => {
          isTyped.current = true;
        }}
        autoComplete="off"
        className="mt-4 grid gap-6"
      >
        <p
          ref={alert}
          role="alert"
          className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold empty:hidden"
        >
          {trouble}
        </p>
        <fieldset>
          <legend className="font-semibold">{t('admin.shelves.names')}</legend>
          <p className="text-sm text-muted">{t('admin.shelves.names_hint')}</p>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {locales.map((locale) => (
              <div key={locale}>
                <label htmlFor={`name-${locale}`} lang={localeTags[locale]} className="text-sm">
                  {postLocaleNames[locale]}
                </label>
                <input
                  id={`name-${locale}`}
                  name={`name-${locale}`}
                  lang={localeTags[locale]}
                  required={locale === 'en'}
                  maxLength={80}
                  defaultValue={shelf?.names[locale]}
                  onInput={(event) => locale === 'en' && setEnglish(event.currentTarget.value)}
                  className={input}
                />
              </div>
            ))}
          </div>
        </fieldset>
        <div>
          <label htmlFor="shelf-slug" className="font-semibold">
            {t('admin.shelves.slug')}
          </label>
          <input
            id="shelf-slug"
            name="slug"
            maxLength={100}
            defaultValue={shelf?.slug}
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby="shelf-slug-hint"
            className={input}
          />
          <p id="shelf-slug-hint" className="mt-1 text-sm text-muted">
            {t('admin.shelves.slug_hint')}
          </p>
        </div>
        {kind === 'categories' && (
          <>
            <ColorField
              color={color}
              name={english.trim() || t('admin.shelves.example')}
              onChange={setColor}
            />
            <fieldset>
              <legend className="font-semibold">{t('admin.shelves.descriptions')}</legend>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                {locales.map((locale) => (
                  <div key={locale}>
                    <label htmlFor={`description-${locale}`} lang={localeTags[locale]} className="text-sm">
                      {postLocaleNames[locale]}
                    </label>
                    <textarea
                      id={`description-${locale}`}
                      name={`description-${locale}`}
                      lang={localeTags[locale]}
                      rows={2}
                      maxLength={300}
                      defaultValue={described[locale]}
                      className={input}
                    />
                  </div>
                ))}
              </div>
            </fieldset>
          </>
        )}
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap gap-3 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button type="submit" aria-disabled={isSaving}>
            {t(isSaving ? 'admin.shelves.saving' : 'admin.account.save')}
          </Button>
          <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && onClose()}>
            {t('admin.action.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Languages without a text are left out. */
function textsOf(text: (locale: Locale) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.map((locale) => [locale, text(locale)] as const).filter(([, own]) => own !== ''),
  );
}
