import X from 'lucide-react/icons/x';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { isFiltered, type ListFilters } from './list-filters.ts';
import type { Choice } from './list-select.tsx';

/** What the list is narrowed to, and the way out of it; nothing where it is not. */
export function ActiveFilters({
  wanted,
  categories,
  tags,
  onClear,
}: {
  wanted: ListFilters;
  categories: readonly Choice[];
  tags: readonly Choice[];
  onClear: () => void;
}) {
  const t = useTranslator();
  if (!isFiltered(wanted)) return null;
  const nameIn = (choices: readonly Choice[], slug: string) =>
    choices.find((choice) => choice.slug === slug)?.name ?? slug;
  const badges = [
    wanted.category && t('blog.list.active_category', { name: nameIn(categories, wanted.category) }),
    wanted.tag && t('blog.list.active_tag', { name: nameIn(tags, wanted.tag) }),
  ].filter((text) => text !== '');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {badges.map((text) => (
        <span key={text} className="max-w-full rounded-full bg-tint px-3.5 py-1.5 text-sm font-semibold">
          {text}
        </span>
      ))}
      {/* A form of its own, so that it clears without scripts too. */}
      <form
        method="get"
        action={localizedPath(t.locale, '/blog')}
        onSubmit={(event) => {
          event.preventDefault();
          onClear();
        }}
      >
        <button type="submit" className={buttonClass('quiet', 'min-h-11! px-4! py-1.5! text-sm')}>
          <X aria-hidden="true" className="size-4" />
          {t('blog.list.clear')}
        </button>
      </form>
    </div>
  );
}
