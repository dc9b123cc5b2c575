import type { MessageKey } from '#i18n/translate.ts';
import { CategoryBadge } from '../../blog/category-badge.tsx';
import { useTranslator } from '../../translation.tsx';
import { contrastRatio } from './contrast.ts';

// Same values as in styles.css.
const backgrounds = [
  {
    label: 'admin.shelves.color_light',
    surface: '#ffffff',
    className: '[--surface:#ffffff] [--ink:#1f1a17]',
  },
  { label: 'admin.shelves.color_dark', surface: '#1f1b18', className: '[--surface:#1f1b18] [--ink:#f5f0eb]' },
] as const satisfies readonly { label: MessageKey; surface: string; className: string }[];

/** Minimum contrast of graphics, WCAG 2.2, 1.4.11. */
const minContrast = 3;

export function ColorField({
  color,
  name,
  onChange,
}: {
  color: string;
  name: string;
  onChange: (color: string) => void;
}) {
  const t = useTranslator();
  return (
    <div>
      <label htmlFor="shelf-color" className="font-semibold">
        {t('admin.shelves.color')}
      </label>
      <div className="mt-1.5 flex flex-wrap items-stretch gap-3">
        <input
          id="shelf-color"
          type="color"
          value={color}
          onChange={(event) => onChange(event.target.value)}
          className="h-auto min-h-14 w-16 cursor-pointer rounded-xl border border-field bg-paper p-1"
        />
        {backgrounds.map(({ label, surface, className }) => (
          <div
            key={surface}
            className={`${className} min-w-0 flex-1 basis-40 rounded-xl border border-line bg-surface p-3 text-sm text-ink`}
          >
            <p className="mb-1.5">{t(label)}</p>
            <CategoryBadge category={{ name, color }} />
            {contrastRatio(color, surface) < minContrast && (
              <p className="mt-1.5">{t('admin.shelves.color_faint')}</p>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
