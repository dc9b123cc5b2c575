import X from 'lucide-react/icons/x';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { hasPostFilters, type PostFilters } from './post-filters.ts';
import type { FilterOption } from './post-filters-form.tsx';

export function ActiveFilters({
  filters,
  categories,
  tags,
  onClear,
}: {
  filters: PostFilters;
  categories: readonly FilterOption[];
  tags: readonly FilterOption[];
  onClear: () => void;
}) {
  const t = useTranslator();
  if (!hasPostFilters(filters)) return null;
  const getName = (choices: readonly FilterOption[], slug: string) =>
    choices.find((choice) => choice.slug === slug)?.name ?? slug;
  const badges = [
    filters.category && t('blog.list.active_category', { name: getName(categories, filters.category) }),
    filters.tag && t('blog.list.active_tag', { name: getName(tags, filters.tag) }),
  ].filter((text) => text !== '');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {badges.map((text) => (
        <span key={text} className="max-w-full rounded-full bg-tint px-3.5 py-1.5 text-sm font-semibold">
          {text}
        </span>
      ))}
      {/* A separate form, so that it works without JavaScript. */}
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
