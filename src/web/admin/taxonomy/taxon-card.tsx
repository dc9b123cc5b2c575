import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { locales } from '#i18n/locales.ts';
import { CategoryBadge } from '../../blog/category-badge.tsx';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { getTaxonName, type Taxon } from './taxon.ts';

const buttonClass = 'text-sm noscript:hidden';

export function TaxonCard({
  taxon,
  onEdit,
  onDelete,
}: {
  taxon: Taxon;
  onEdit: () => void;
  onDelete: () => void;
}) {
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
                languages: missingLocales.map((locale) => locale.toUpperCase()).join(', '),
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
