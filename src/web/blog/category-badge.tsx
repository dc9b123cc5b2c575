/** Two hexadecimal digits of alpha that make a tint of a category's colour. */
const tintAlpha = '20';

/**
 * A category on a tint of its colour. The colour stands in attributes of a drawing, since the pages' policy lets no
 * element carry a style; the text keeps the page's ink, which can be read on any such tint.
 */
export function CategoryBadge({ name, color }: { name: string; color: string }) {
  return (
    <span className="relative isolate inline-flex max-w-full items-center gap-2 overflow-hidden rounded-full px-3 py-1 text-sm font-semibold">
      <svg aria-hidden="true" className="absolute inset-0 -z-10 size-full">
        <rect width="100%" height="100%" fill={`${color}${tintAlpha}`} />
      </svg>
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2 shrink-0">
        <circle cx="4" cy="4" r="4" fill={color} />
      </svg>
      <span className="min-w-0">{name}</span>
    </span>
  );
}
