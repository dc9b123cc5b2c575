import type { Category } from '#blog/contract.ts';

/** The color is drawn as SVG, because the content security policy forbids inline styles. */
export function CategoryBadge({
  category,
  href,
}: {
  category: Pick<Category, 'name' | 'color'>;
  href?: string;
}) {
  const Frame = href === undefined ? 'span' : 'a';
  return (
    <Frame
      href={href}
      className="relative isolate inline-flex min-h-7 max-w-full items-center gap-1.5 overflow-hidden rounded-full px-3 py-1 text-sm leading-tight font-semibold text-ink [a&]:hover:underline [a&]:hover:underline-offset-4 [a&]:pointer-coarse:min-h-11"
    >
      <svg aria-hidden="true" className="absolute inset-0 -z-10 size-full">
        <rect width="100%" height="100%" fill={`${category.color}20`} />
      </svg>
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2 shrink-0">
        <circle cx="4" cy="4" r="4" fill={category.color} />
      </svg>
      <span className="min-w-0">{category.name}</span>
    </Frame>
  );
}
