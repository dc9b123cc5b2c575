/** A spool with its thread: decorative, the name stands beside it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} fill="none">
      <path d="M9 8.5h14v15H9z" className="fill-tint" />
      <path
        d="M9 12.5l14-2.5M9 16.5l14-2.5M9 20.5l14-2.5M9 23.5l14-1.5"
        className="stroke-accent"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <rect x="5" y="4" width="22" height="5" rx="2.5" className="fill-ink" />
      <rect x="5" y="23" width="22" height="5" rx="2.5" className="fill-ink" />
    </svg>
  );
}
