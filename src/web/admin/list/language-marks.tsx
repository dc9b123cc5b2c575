import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ArticleTranslation } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import {
  getTranslationStatuses,
  type TranslationStatus,
  translationStatusHints,
  translationStatusLabels,
} from '../language-marks.ts';
import { postLanguageNames } from '../post-locale-names.ts';

const statuses = Object.keys(translationStatusLabels) as TranslationStatus[];

export function TranslationStatusList({ languages }: { languages: readonly ArticleTranslation[] }) {
  const t = useTranslator();
  const groups = statuses.flatMap((mark) => {
    const matching = languages.filter((language) => getTranslationStatuses(language).includes(mark));
    return matching.length === 0
      ? []
      : [{ mark, names: matching.map(({ locale }) => postLanguageNames[locale]) }];
  });
  if (groups.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {groups.map(({ mark, names }) => (
        <li key={mark} title={t(translationStatusHints[mark])} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span>
            {t('admin.mark.of', { mark: t(translationStatusLabels[mark]), languages: names.join(', ') })}
            <span className="sr-only"> {t(translationStatusHints[mark])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
