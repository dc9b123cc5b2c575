import type { MessageKey } from '#i18n/translator.ts';
import { CategoryBadge } from '../../blog/category-badge.tsx';
import { useTranslator } from '../../translator.tsx';

/** WCAG 2 contrast ratio of two opaque `#rrggbb` colors, from 1 to 21. */
export function getContrastRatio(first: string, second: string): number {
  const [dark = 0, light = 0] = [getLuminance(first), getLuminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function getLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((offset) => {
    const channel = Number.parseInt(color.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Same values as in styles.css.
const backgrounds = [
  {
    label: 'admin.taxonomy.color_light',
    surface: '#ffffff',
    className: '[--surface:#ffffff] [--ink:#1f1a17]',
  },
  {
    label: 'admin.taxonomy.color_dark',
    surface: '#1f1b18',
    className: '[--surface:#1f1b18] [--ink:#f5f0eb]',
  },
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
      <label htmlFor="taxon-color" className="font-semibold">
        {t('admin.taxonomy.color')}
      </label>
      <div className="mt-1.5 flex flex-wrap items-stretch gap-3">
        <input
          id="taxon-color"
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
            {getContrastRatio(color, surface) < minContrast && (
              <p className="mt-1.5">{t('admin.taxonomy.color_faint')}</p>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
