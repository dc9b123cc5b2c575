import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { DeskLanguage } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { type LanguageMark, markAdvice, markNames, marksOf } from '../language-marks.ts';
import { postLocaleNames } from '../post-locale-names.ts';

const marks = Object.keys(markNames) as LanguageMark[];

/** Which of an article's languages need somebody, and why: in words, with what to do. */
export function LanguageMarks({ languages }: { languages: readonly DeskLanguage[] }) {
  const t = useTranslator();
  const shown = marks.flatMap((mark) => {
    const own = languages.filter((language) => marksOf(language).includes(mark));
    return own.length === 0 ? [] : [{ mark, names: own.map(({ locale }) => postLocaleNames[locale]) }];
  });
  if (shown.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {shown.map(({ mark, names }) => (
        <li key={mark} title={t(markAdvice[mark])} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span>
            {t('admin.mark.of', { mark: t(markNames[mark]), languages: names.join(', ') })}
            <span className="sr-only"> {t(markAdvice[mark])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
