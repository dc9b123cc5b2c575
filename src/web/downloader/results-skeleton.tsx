const rows = ['w-3/5', 'w-2/5', 'w-1/2'] as const;

export function ResultsSkeleton() {
  return (
    <ul aria-hidden="true" className="mt-6 grid gap-4 motion-safe:animate-pulse">
      {rows.map((width) => (
        <li key={width} className="flex gap-4">
          <span className="size-24 shrink-0 rounded-2xl bg-sunken" />
          <span className="grow py-2">
            <span className={`block h-5 rounded bg-sunken ${width}`} />
            <span className="mt-3 block h-4 w-4/5 rounded bg-sunken" />
          </span>
        </li>
      ))}
    </ul>
  );
}
