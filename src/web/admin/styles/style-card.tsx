import Pencil from 'lucide-react/icons/pencil';
import type { AddressForm, KeptStyle } from '#assistant/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { postLocaleNames } from '../post-locale-names.ts';

export const addressNames = {
  free: 'admin.styles.address_free',
  formal: 'admin.styles.formal',
  informal: 'admin.styles.informal',
} as const satisfies Record<AddressForm, MessageKey>;

/** How one language is written, in short. */
export function StyleCard({ style, onEdit }: { style: KeptStyle; onEdit: () => void }) {
  const t = useTranslator();
  const { locale, address, style: note, terms } = style;
  const name = postLocaleNames[locale];
  const said = [
    address !== 'free' && t(addressNames[address]),
    terms.length > 0 && t('admin.styles.words', { count: terms.length }),
  ].filter(Boolean);
  const isEmpty = said.length === 0 && note === '';
  return (
    <article className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold" lang={localeTags[locale]}>
          {name}
        </h3>
        <p className="text-sm text-pretty text-muted">
          {isEmpty ? t('admin.styles.empty') : said.join(', ')}
        </p>
        {note !== '' && <p className="mt-1 text-sm wrap-anywhere">{note}</p>}
      </div>
      <Button
        variant="quiet"
        className="text-sm noscript:hidden"
        aria-haspopup="dialog"
        aria-label={t('admin.styles.edit', { language: name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {t('admin.action.edit')}
      </Button>
    </article>
  );
}
