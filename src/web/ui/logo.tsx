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

/** The thread ends in the page's vertical line, 16 px below the logo. */
export function UnwindingSpool() {
  return (
    <span className="relative">
      <BrandMark className="size-10 sm:size-11" />
      <ThreadTail />
    </span>
  );
}

function ThreadTail() {
  return (
    <svg
      viewBox="0 0 24 26"
      fill="none"
      aria-hidden="true"
      className="absolute start-[70%] top-[68%] h-[calc(32%+1rem-1px)] w-6 overflow-visible"
      preserveAspectRatio="none"
    >
      <path
        d="M0 0C12 0 14 4 12 12S14 26 24 26"
        className="stroke-thread"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
