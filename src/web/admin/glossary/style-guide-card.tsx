import Pencil from 'lucide-react/icons/pencil';
import { localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { Formality, StoredStyleGuide } from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { postLanguageNames } from '../post-labels.ts';

export const formalityLabels = {
  free: 'admin.glossary.formality_default',
  formal: 'admin.glossary.formal',
  informal: 'admin.glossary.informal',
} as const satisfies Record<Formality, MessageKey>;

export function StyleGuideCard({ styleGuide, onEdit }: { styleGuide: StoredStyleGuide; onEdit: () => void }) {
  const t = useTranslator();
  const { locale, address, style: styleNote, terms } = styleGuide;
  const name = postLanguageNames[locale];
  const summary = [
    address !== 'free' && t(formalityLabels[address]),
    terms.length > 0 && t('admin.glossary.word_count', { count: terms.length }),
  ].filter(Boolean);
  const isEmpty = summary.length === 0 && styleNote === '';
  return (
    <article className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold" lang={localeTags[locale]}>
          {name}
        </h3>
        <p className="text-sm text-pretty text-muted">
          {isEmpty ? t('admin.glossary.empty') : summary.join(', ')}
        </p>
        {styleNote !== '' && <p className="mt-1 text-sm wrap-anywhere">{styleNote}</p>}
      </div>
      <Button
        variant="quiet"
        className="text-sm noscript:hidden"
        aria-haspopup="dialog"
        aria-label={t('admin.glossary.edit', { language: name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {t('admin.action.edit')}
      </Button>
    </article>
  );
}
