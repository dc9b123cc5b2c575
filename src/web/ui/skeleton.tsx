export function SkeletonBar({ className }: { className: string }) {
  return <div className={`rounded-lg bg-sunken motion-safe:animate-pulse ${className}`} />;
}
